/// Which clauses of `#if` blocks are compiled, as far as the sources tell.
///
/// The platform is the one that the generator runs on. Flags that only the build knows, such as `DEBUG`, count
/// as not set, so that what is generated compiles with them and without.
struct BuildConditions {
  let clauses: [ConditionalClause]
  let file: SourceFile

  /// Whether a clause, and all that it stands in, is compiled.
  func isActive(_ clause: Int) -> Bool {
    var current: Int? = clause
    while let index = current {
      guard isChosen(index) else { return false }
      current = clauses[index].parent
    }
    return true
  }

  /// Whether a clause is the first of its block that holds.
  private func isChosen(_ index: Int) -> Bool {
    guard holds(clauses[index]) else { return false }
    var previous = clauses[index].previous
    while let other = previous {
      if holds(clauses[other]) { return false }
      previous = clauses[other].previous
    }
    return true
  }

  private func holds(_ clause: ConditionalClause) -> Bool {
    if clause.condition.isEmpty { return true }
    var reader = SyntaxReader(file, clause.condition)
    return readDisjunction(&reader)
  }

  private func readDisjunction(_ reader: inout SyntaxReader) -> Bool {
    reader.depth += 1
    defer { reader.depth -= 1 }
    guard reader.depth < SyntaxReader.maximumDepth else { return false }
    var result = readConjunction(&reader)
    while reader.isWord("||") {
      reader.advance()
      let right = readConjunction(&reader)
      result = result || right
    }
    return result
  }

  private func readConjunction(_ reader: inout SyntaxReader) -> Bool {
    var result = readCondition(&reader)
    while reader.isWord("&&") {
      reader.advance()
      let right = readCondition(&reader)
      result = result && right
    }
    return result
  }

  private func readCondition(_ reader: inout SyntaxReader) -> Bool {
    var isNegated = false
    while reader.isOperator(Byte.exclamation) {
      isNegated.toggle()
      reader.advanceInOperator()
    }
    if reader.kind == .leftParen {
      reader.advance()
      let inner = readDisjunction(&reader)
      _ = reader.take(.rightParen)
      return inner != isNegated
    }
    let name = file.text(reader.token.range)
    reader.advance()
    guard reader.kind == .leftParen else { return (name == "true") != isNegated }
    let start = reader.token.end
    reader.skipGroup()
    let argument = file.text(SourceRange(start: start, end: max(start, reader.previousEnd - 1)))
    return Self.holds(name, argument) != isNegated
  }

  private static func holds(_ name: String, _ argument: String) -> Bool {
    switch name {
    case "os": argument == platform
    case "canImport": importable.contains(argument)
    case "swift", "compiler": argument.hasPrefix(">=") && isCurrent(argument.dropFirst(2))
    case "hasFeature", "hasAttribute": false
    case "arch": argument == architecture
    case "targetEnvironment": false
    default: false
    }
  }

  /// Whether a version is not above the one this generator is for, 6.
  private static func isCurrent(_ version: Substring) -> Bool {
    let major = version.drop { $0 == " " }.prefix { $0.isNumber }
    return Int(major).map { $0 <= 6 } ?? false
  }

  private static var platform: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(Windows)
      "Windows"
    #else
      ""
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      ""
    #endif
  }

  private static var importable: Set<String> {
    var modules: Set<String> = [
      "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Settings",
    ]
    #if canImport(Glibc)
      modules.insert("Glibc")
    #endif
    #if canImport(Musl)
      modules.insert("Musl")
    #endif
    #if canImport(Darwin)
      modules.insert("Darwin")
    #endif
    return modules
  }
}
