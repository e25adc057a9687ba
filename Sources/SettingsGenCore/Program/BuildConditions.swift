import SettingsForm

/// Decides which clauses of `#if` blocks are compiled.
///
/// The generator runs on the machine that builds, compiled by the same compiler, so it knows the platform and the
/// compiler's version: `#if os(Linux)` is decided. Conditions that only the build decides, such as `DEBUG`, are
/// assumed, and noted as undecided. If the form depends on them, the generated code has a variant for each combination
/// (`FormVariants`), and the compiler chooses.
///
///     os(Linux) && !DEBUG         os(Linux) is true, DEBUG is undecided and assumed to be false: true
///     swift(>=5.9)                true
///     canImport(Plot)             undecided: only the manifest of the package says whether it has a module Plot
struct BuildConditions {
  /// For each clause, whether it and all clauses around it are compiled.
  ///
  /// A clause `#else` is active if no clause before it in the block is, and if the clause around the block is active.
  /// Of one block, at most one clause is active.
  private(set) var isActive: [Bool] = []
  /// The conditions inside of the clauses' conditions that only the build decides, as they are spelled, with the offsets of the clauses'
  /// conditions.
  private(set) var undecided: [(condition: String, offset: Int)] = []

  /// Decides the clauses of a file, which are in the order of the source: a clause comes after those before it in its block, and after the
  /// one around it.
  ///
  /// - Parameter assumptions: The assumptions about undecided conditions, by their source text.
  init(_ clauses: [ConditionalClause], in file: SourceFile, assumptions: [String: Bool]) {
    // Whether the condition of the clause or of one before it in the block is true.
    var isDecided: [Bool] = []
    for clause in clauses {
      var reader = ConditionReader(
        assumptions: assumptions, reader: TokenReader(file, range: clause.condition))
      // `#else` has no condition.
      let holds = clause.condition.isEmpty || reader.readDisjunction()
      let isLate = clause.previous.map { isDecided[$0] } ?? false
      isDecided.append(isLate || holds)
      isActive.append(holds && !isLate && (clause.parent.map { isActive[$0] } ?? true))
      undecided += reader.undecided.map { ($0, clause.condition.start) }
    }
  }
}

/// Evaluates a condition of `#if`.
///
///     disjunction   conjunction || conjunction || …
///     conjunction   condition && condition && …
///     condition     !condition · (disjunction) · true · false · NAME · name(argument)
///
/// Both sides of `||` and `&&` are read in any case, because an undecided condition on the right must be found even if
/// the left one decides. What doesn't match this grammar is an undecided condition or ignored; the compiler reports it.
private struct ConditionReader {
  let assumptions: [String: Bool]
  /// The conditions that only the build decides, as they are spelled.
  var undecided: [String] = []
  var reader: TokenReader

  /// Reads conditions with `||` between them, which bind less than `&&`; `undecided` is complete for them afterwards. Nested more deeply
  /// than `TokenReader.maximumDepth`, a condition is false.
  mutating func readDisjunction() -> Bool {
    reader.depth += 1
    defer { reader.depth -= 1 }
    guard reader.depth < TokenReader.maximumDepth else { return false }
    var result = readConjunction()
    while reader.isWord("||") {
      reader.advance()
      result = readConjunction() || result
    }
    return result
  }

  /// Reads conditions with `&&` between them.
  private mutating func readConjunction() -> Bool {
    var result = readCondition()
    while reader.isWord("&&") {
      reader.advance()
      result = readCondition() && result
    }
    return result
  }

  /// Reads a single condition with its `!`, which negates only that: `!A && B` is `(!A) && B`.
  ///
  /// The text of a condition with an argument includes the parentheses, as it is spelled. It is its name in
  /// `assumptions`, in messages, and in the `#if` of the generated code.
  private mutating func readCondition() -> Bool {
    var isNegated = false
    while reader.isOperator(Byte.exclamation) {
      isNegated.toggle()
      reader.advanceInOperator()
    }
    if reader.kind == .leftParen {
      reader.advance()
      let inner = readDisjunction()
      _ = reader.take(.rightParen)
      return inner != isNegated
    }
    let file = reader.file
    let start = reader.token.start
    let name = file.text(reader.token.range)
    reader.advance()
    var decision = Bool(name)
    if reader.kind == .leftParen {
      let first = reader.token.end
      reader.skipGroup()
      let argument = file.text(SourceRange(start: first, end: max(first, reader.previousEnd - 1)))
      decision = BuildPlatform.holds(name, argument: argument)
    }
    if let decision { return decision != isNegated }
    let text = file.text(SourceRange(start: start, end: reader.previousEnd))
    if !undecided.contains(text) { undecided.append(text) }
    return (assumptions[text] ?? BuildPlatform.assumption(of: text)) != isNegated
  }
}

/// The platform and the compiler of the build.
///
/// `nil` is the careful answer: the condition is then undecided, and the generated code has a variant for each value of
/// it. So `nil` is right whenever in doubt, and a wrong `true` or `false` would make a form that the app contradicts.
enum BuildPlatform {
  /// Whether a condition such as `os(Linux)` is true; `nil` if only the build decides.
  ///
  /// The argument is what is in the parentheses; spaces in it don't matter. An unknown function, such as
  /// `hasFeature(X)`, is undecided. `targetEnvironment`, which asks for a simulator or Catalyst, is always false.
  static func holds(_ name: String, argument: String) -> Bool? {
    let argument = argument.filter { $0 != " " }
    switch name {
    case "os": return platform.map { $0 == argument }
    case "arch": return architecture.map { $0 == argument }
    case "targetEnvironment": return false
    case "_endian": return argument == (1.littleEndian == 1 ? "little" : "big")
    case "_pointerBitWidth": return argument == "_\(Int.bitWidth)"
    case "_runtime": return argument == runtime
    case "canImport": return canImport(argument)
    case "compiler": return compare(argument) { CompilerVersion.current.isAtLeast($0) }
    case "swift": return compare(argument, isAtLeast: isLanguageAtLeast)
    default: return nil
    }
  }

  /// Returns the assumption about an undecided condition: true for a language mode, such as `swift(>=6)`, and false for
  /// anything else, as in a release build without flags. The exported form is made under these assumptions.
  static func assumption(of text: String) -> Bool {
    // New packages use the newest language mode of their compiler.
    text.hasPrefix("swift")
  }

  // MARK: Modules

  /// Whether a module can be imported. Only modules of the toolchain are certain. Whether a module of a package can be
  /// imported depends on the package's manifest. With a version, `canImport(A, _version: 2)`, only the build decides.
  private static func canImport(_ module: String) -> Bool? {
    if modules.contains(module) { return true }
    if foreignModules.contains(module) { return false }
    return nil
  }

  /// Modules in every toolchain of the platform, and `Settings`, which an app with settings imports.
  private static let modules: Set<String> = {
    var modules: Set<String> = [
      "Swift", "Foundation", "Dispatch", "Synchronization", "Observation", "RegexBuilder", "Settings",
    ]
    #if os(Linux)
      modules.formUnion(["FoundationEssentials", "FoundationNetworking", "FoundationXML"])
    #endif
    #if canImport(Glibc)
      modules.insert("Glibc")
    #endif
    #if canImport(Musl)
      modules.insert("Musl")
    #endif
    #if canImport(Darwin)
      modules.formUnion(["Darwin", "CoreFoundation", "Combine", "os"])
    #endif
    return modules
  }()

  /// Modules that exist only on other platforms. `#if canImport(UIKit)` is common in shared sources, and would double
  /// the generated code if it weren't decided.
  private static let foreignModules: Set<String> = {
    #if os(macOS)
      [
        "UIKit", "WatchKit", "Glibc", "Musl", "WinSDK", "Android", "WASILibc", "FoundationNetworking",
        "FoundationXML",
      ]
    #else
      [
        "UIKit", "WatchKit", "AppKit", "SwiftUI", "Cocoa", "Darwin", "Combine", "ObjectiveC", "os", "WinSDK",
        "Android",
        "WASILibc", "CoreData", "SwiftData", "OSLog", "CoreGraphics", "Security",
      ]
    #endif
  }()

  // MARK: Versions

  /// The version of a compiler, as far as `#if` in the generator's own source can find it out.
  ///
  /// A version is a list of its parts: 6.2.1 is `[6, 2, 1]`. Missing parts are zero.
  struct CompilerVersion {
    /// The version is this one or higher.
    var lowest: [Int]
    /// The version is lower than this one; `nil` if no limit is known.
    var limit: [Int]?

    /// Whether the version is at least another; `nil` if that isn't known: 6.2 may be 6.2.1 or not, but is at least
    /// 6.1.9 and 6.2.0.
    func isAtLeast(_ other: [Int]) -> Bool? {
      if !Self.isLower(lowest, than: other) { return true }
      guard let limit, !Self.isLower(other, than: limit) else { return nil }
      return false
    }

    /// Whether one version is lower than another.
    static func isLower(_ version: [Int], than other: [Int]) -> Bool {
      let count = max(version.count, other.count)
      func parts(_ version: [Int]) -> [Int] { version + Array(repeating: 0, count: count - version.count) }
      return parts(version).lexicographicallyPrecedes(parts(other))
    }

    /// The compiler of the generator, which also compiles the generated code. A comparison of a compiler newer than the
    /// list with a version that isn't in it is left to the build.
    static var current: CompilerVersion {
      #if compiler(>=7)
        CompilerVersion(lowest: [7])
      #elseif compiler(>=6.6)
        CompilerVersion(lowest: [6, 6], limit: [7])
      #elseif compiler(>=6.5)
        CompilerVersion(lowest: [6, 5], limit: [6, 6])
      #elseif compiler(>=6.4)
        CompilerVersion(lowest: [6, 4], limit: [6, 5])
      #elseif compiler(>=6.3)
        CompilerVersion(lowest: [6, 3], limit: [6, 4])
      #else
        CompilerVersion(lowest: [6, 2], limit: [6, 3])
      #endif
    }
  }

  /// Whether the language mode is at least a version; `nil` if only the build decides: `swift(>=5.9)` is true,
  /// `swift(>=6)` depends on the mode, and a version above the compiler's is false.
  private static func isLanguageAtLeast(_ version: [Int]) -> Bool? {
    // In language mode 5, a Swift 6 compiler counts as Swift 5.10. Only the build decides whether the mode is 5 or 6.
    if !CompilerVersion.isLower([5, 10], than: version) { return true }
    return CompilerVersion.current.isAtLeast(version) == false ? false : nil
  }

  /// Evaluates a comparison by `>=` or `<`, which are the only two that Swift allows; `nil` for anything else. `<6` is
  /// the opposite of `>=6`.
  private static func compare(_ argument: String, isAtLeast: ([Int]) -> Bool?) -> Bool? {
    let isBelow = argument.hasPrefix("<")
    guard isBelow || argument.hasPrefix(">=") else { return nil }
    let parts = argument.dropFirst(isBelow ? 1 : 2).split(separator: ".").mapAll { Int($0) }
    guard let parts, !parts.isEmpty else { return nil }
    return isAtLeast(parts).map { $0 != isBelow }
  }

  /// The operating system as `#if` names it; `nil` for one that isn't in this list.
  private static var platform: String? {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(Windows)
      "Windows"
    #else
      nil
    #endif
  }

  /// The processor as `#if` names it; `nil` for one that isn't in this list.
  private static var architecture: String? {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      nil
    #endif
  }

  private static var runtime: String {
    #if _runtime(_ObjC)
      "_ObjC"
    #else
      "_Native"
    #endif
  }
}
