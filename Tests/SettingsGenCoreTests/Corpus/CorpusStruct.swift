import Foundation
import TestSupport

@testable import SettingsGenCore

/// A struct of a package with the types that its values consist of, without their methods, as a program of its own.
struct CorpusStruct {
  /// The package, the file and the name of the struct.
  let name: String
  /// The name in the program.
  let path: [String]
  /// The declarations of types, and the extensions of the namespace `NS` with their initializers.
  let source: (inside: String, outside: String)

  /// Why the generator refuses a struct.
  struct Refusal: Error { let description: String }

  /// Returns the coded structs of a package: of one that has settings, those of the tests only if they have the name of settings.
  static func all(in package: CorpusPackage) throws -> [CorpusStruct] {
    let names = ["Settings", "Preferences", "Configuration"]
    guard
      try CorpusPackage.isComplete
        || package.contains("struct +[A-Za-z_]*(\(names.joined(separator: "|"))) *:.*Codable")
    else { return [] }
    let index = CorpusIndex(try package.files())
    var found: [CorpusStruct] = []
    for (path, places) in index.types {
      let isNamed = names.contains { path.last?.hasSuffix($0) == true }
      for place in places {
        let type = index[place]
        guard type.keyword == .struct, type.generics.isEmpty, index.isCodable(path, from: place.file),
          isNamed || CorpusPackage.isComplete || !index.files[place.file].path.hasPrefix("Tests/")
        else { continue }
        found.append(
          CorpusStruct(
            name: "\(package.name)/\(index.files[place.file].path): \(path.joined(separator: "."))",
            path: path,
            source: CorpusExtract(index, of: path, from: place.file).source))
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Returns the structs that the compiler accepts without the rest of their packages.
  static func isolated(_ all: [CorpusStruct], _ compiler: Compiler) throws -> [CorpusStruct] {
    var files: [String: String] = [:]
    for (index, item) in all.enumerated() {
      let sendable = "extension NS.\(item.path.joined(separator: ".")): Sendable {}"
      let program = TruthProgram(item.name, item.source.inside, outside: item.source.outside + sendable)
      files["P\(index).swift"] = program.source(namespace: "P\(index)").replacing(
        "import Settings\n", with: "")
    }
    // Types are checked only if the syntax of all files is right.
    while true {
      let output = try compiler.check(files, options: ["-wmo", "-suppress-warnings"]).output
      let failed = Set(output.matches(of: #/\/(P\d+\.swift):\d+:\d+: error/#).map { String($0.1) })
      if failed.isEmpty { break }
      for name in failed { files[name] = nil }
    }
    return all.enumerated().filter { files["P\($0.offset).swift"] != nil }.map(\.element)
  }

  /// Adds the conformance, and follows what the generator says until it makes a form.
  func adopting() -> Result<TruthProgram, Refusal> {
    var source = source.inside
    let outside = self.source.outside
    let root = path.joined(separator: ".")
    var said: [String] = []
    while true {
      let program = TruthProgram(
        name, source, outside: outside + "extension NS.\(root): SettingsGroup {}", root: root)
      let file = SourceFile(path: "A.swift", text: program.source(namespace: "P"))
      var diagnostics = Diagnostics()
      if Generator.form(of: [file], root: "P." + root, allowsNone: false, &diagnostics) != nil {
        return .success(program)
      }
      guard let error = diagnostics.all.first(where: { $0.severity == .error }) else {
        return .failure(Refusal(description: "no form and no error"))
      }
      let message = DiagnosticRenderer(files: [file]).text([error])
      guard !said.contains(message), let next = Advice(file).follow(error),
        let body = Self.body(of: next, namespace: "P")
      else { return .failure(Refusal(description: message)) }
      said.append(message)
      source = body
    }
  }

  /// The declarations in a program's namespace.
  private static func body(of source: String, namespace: String) -> String? {
    guard let start = source.range(of: "enum \(namespace) {\n"),
      let end = source.range(of: "\n}\n//", options: .backwards)
    else { return nil }
    return String(source[start.upperBound..<end.lowerBound])
  }
}

/// Changes a source as an error of the generator says.
private struct Advice {
  let file: SourceFile
  let types: [TypeDeclaration]

  init(_ file: SourceFile) {
    self.file = file
    types = Parser.parse(file).types
  }

  /// Returns the changed source; `nil` if the error doesn't say what to do.
  func follow(_ error: Diagnostic) -> String? {
    guard let offset = error.location?.offset else { return nil }
    if error.message.contains("initial value") {
      for type in types {
        for property in type.properties where property.name.start == offset {
          return giveValue(to: property)
        }
      }
    }
    if error.message.contains("add 'init() {}'") {
      for type in types where type.name.start == offset {
        let brace = (type.name.end..<type.end).first { file.bytes[$0] == Byte.leftBrace } ?? type.name.end
        return replacing([(SourceRange(start: brace + 1, end: brace + 1), "\ninit() {}\n")])
      }
    }
    return nil
  }

  private func giveValue(to property: PropertyDeclaration) -> String? {
    guard let value = value(of: TypeReference.read(property.type, in: file), depth: 0) else { return nil }
    var edits = [(SourceRange(start: property.type.end, end: property.type.end), " = \(value)")]
    if property.isLet {
      let prefix = SourceRange(start: property.prefix.start, end: property.name.start)
      let range = TokenReader.range(of: "let", in: prefix, of: file)
      if let range { edits.insert((range, "var"), at: 0) }
    }
    return replacing(edits)
  }

  private func replacing(_ edits: [(SourceRange, String)]) -> String {
    var bytes = Array(file.bytes[..<file.count])
    for (range, text) in edits.sorted(by: { $0.0.start > $1.0.start }) {
      bytes.replaceSubrange(range.start..<range.end, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An initial value of a type, as a person would write it.
  private func value(of type: TypeReference, depth: Int) -> String? {
    guard depth < 8 else { return nil }
    switch type {
    case .optional: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .other: return nil
    case .named(let names):
      guard let name = names.last?.text else { return nil }
      switch name {
      case "Bool": return "false"
      case "String", "Substring": return "\"\""
      case "Set", "Array": return "[]"
      case "Dictionary": return "[:]"
      case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
        "Double", "Decimal", "CGFloat", "TimeInterval":
        return "0"
      case "URL": return "URL(filePath: \"/\")"
      case "UUID": return "UUID()"
      case "Data": return "Data()"
      case "Date": return "Date(timeIntervalSince1970: 0)"
      case "Duration": return ".seconds(1)"
      case "Locale", "TimeZone": return ".current"
      default: break
      }
      let path = names.map(\.text).joined(separator: ".")
      for alias in types.flatMap(\.aliases) where file.name(alias.name) == name {
        return value(of: TypeReference.read(alias.type, in: file), depth: depth + 1)
      }
      guard
        let type = types.first(where: { $0.keyword != .extension && file.name($0.name) == name })
      else { return nil }
      if type.keyword == .enum {
        if let plain = type.cases.first(where: { $0.associated.isEmpty }) {
          return "." + file.text(plain.name)
        }
        guard let first = type.cases.first, let values = first.values else { return nil }
        let arguments = values.map { value in
          let range = SourceRange(start: value.prefix.start, end: max(value.type.end, value.value.end))
          return argument(file.text(range), depth: depth + 1)
        }
        return arguments.contains(nil)
          ? nil : ".\(file.text(first.name))(\(arguments.compactMap(\.self).joined(separator: ", ")))"
      }
      guard type.keyword == .struct else { return nil }
      var arguments: [String] = []
      for property in type.properties
      where property.isStored && !property.prefix.isStatic && property.value.isEmpty {
        guard let value = value(of: TypeReference.read(property.type, in: file), depth: depth + 1) else {
          return nil
        }
        arguments.append("\(file.text(property.name)): \(value)")
      }
      return "\(path)(\(arguments.joined(separator: ", ")))"
    }
  }
}

extension Advice {
  /// The argument for an associated value: `name: Type`, or the type alone.
  fileprivate func argument(_ declared: String, depth: Int) -> String? {
    let parts = declared.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let type = SourceFile(path: "", text: parts.last ?? "")
    guard
      let value = value(
        of: TypeReference.read(SourceRange(start: 0, end: type.count), in: type), depth: depth)
    else { return nil }
    return parts.count == 2 && !declared.contains("[") ? "\(parts[0]): \(value)" : value
  }
}

extension TokenReader {
  /// The first occurrence of a word in a part of a file.
  fileprivate static func range(of word: StaticString, in range: SourceRange, of file: SourceFile)
    -> SourceRange?
  {
    var reader = TokenReader(file, range: range)
    while !reader.isAtEnd {
      if reader.isWord(word) { return reader.token.range }
      reader.advance()
    }
    return nil
  }
}

/// The types of a package by their full names.
private struct CorpusIndex {
  struct Place: Hashable {
    var file: Int
    var type: Int
  }

  let files: [SourceFile]
  let declarations: [FileDeclarations]
  /// The declarations and extensions of each type, the declaration first.
  private(set) var types: [[String]: [Place]] = [:]
  private var extensions: [[String]: [Place]] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
    declarations = files.map { Parser.parse($0) }
    for (file, found) in declarations.enumerated() {
      var names: [[String]] = []
      for (index, type) in found.types.enumerated() {
        let own = files[file].text(type.name).split(separator: ".").map { $0.filter { $0 != "`" } }
        let path = (type.parent.map { names[$0] } ?? []) + own
        names.append(path)
        let place = Place(file: file, type: index)
        if type.keyword == .extension {
          extensions[path, default: []].append(place)
        } else {
          types[path, default: []].append(place)
        }
      }
    }
  }

  subscript(place: Place) -> TypeDeclaration { declarations[place.file].types[place.type] }

  /// The declaration of a type, that of the same file first, and the extensions.
  func places(of path: [String], from file: Int) -> [Place] {
    let declared = types[path] ?? []
    let own = declared.first { $0.file == file } ?? declared.first
    return (own.map { [$0] } ?? []) + (extensions[path] ?? [])
  }

  /// Whether a type conforms to `Codable`, also by a protocol of the package.
  func isCodable(_ path: [String], from file: Int, depth: Int = 0) -> Bool {
    let places = places(of: path, from: file)
    let names = Set(places.flatMap { place in self[place].inherited.map { files[place.file].text($0) } })
    if names.contains("Codable") || names.isSuperset(of: ["Decodable", "Encodable"]) { return true }
    return depth < 4
      && names.contains { name in
        guard let found = resolve([name], in: path), let first = types[found]?.first,
          self[first].keyword == .protocol
        else { return false }
        return isCodable(found, from: file, depth: depth + 1)
      }
  }

  /// The full name that a name denotes inside of a type.
  func resolve(_ name: [String], in scope: [String]) -> [String]? {
    for count in (0...scope.count).reversed() {
      let path = Array(scope.prefix(count)) + name
      if types[path] != nil { return path }
    }
    return nil
  }
}

/// The declarations of a type and of the types that its values consist of.
private struct CorpusExtract {
  private let index: CorpusIndex
  private let start: Int
  private var needed: [[String]] = []
  /// The names in initial values.
  private var named: Set<String> = []

  /// The protocols that need no methods, and the types of raw values.
  private static let kept: Set<String> = [
    "Codable", "Decodable", "Encodable", "Hashable", "Equatable", "Sendable", "CaseIterable", "CodingKey",
    "RawRepresentable",
    "OptionSet", "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64",
    "Double", "Float",
  ]

  init(_ index: CorpusIndex, of path: [String], from file: Int) {
    self.index = index
    start = file
    need(path)
  }

  private mutating func need(_ path: [String]) {
    guard !needed.contains(path), needed.count < 100, let own = index.places(of: path, from: start).first,
      index[own].keyword != .protocol
    else { return }
    needed.append(path)
    for place in index.places(of: path, from: start) {
      for property in index[place].properties where !property.prefix.isStatic {
        named.formUnion(index.files[place.file].names(property.value))
      }
    }
    for place in index.places(of: path, from: start) {
      let file = index.files[place.file]
      let type = index[place]
      var names: [String] = type.inherited.flatMap { file.names($0) }
      for property in kept(type, in: file) { names += file.names(property.type) + file.names(property.value) }
      for item in type.cases { names += file.names(item.associated) }
      for initializer in type.initializers where isKept(initializer, in: file) {
        names += file.names(initializer.body) + file.names(initializer.parameters)
      }
      for alias in type.aliases { names += file.names(alias.type) }
      names += ["CodingKeys"]
      for name in names {
        if let found = index.resolve([name], in: path) { need(found) }
        for outer in needed {
          if let found = index.resolve([name], in: outer), found.count == outer.count + 1 { need(found) }
        }
      }
    }
  }

  /// The stored properties, and those that code the value.
  private func kept(_ type: TypeDeclaration, in file: SourceFile) -> [PropertyDeclaration] {
    type.properties.filter { property in
      let isCoding = ["rawValue", "stringValue", "intValue"].contains(file.name(property.name))
      return property.isStored
        && (!property.prefix.isStatic || named.contains(file.name(property.name))) || isCoding
    }
  }

  private func isKept(_ initializer: InitializerDeclaration, in file: SourceFile) -> Bool {
    initializer.isDecoding || initializer.parameters.end - initializer.parameters.start == 2
      || file.names(initializer.parameters).first == "rawValue"
  }

  /// The declarations, nested as in the package, and the extensions. Initializers are in extensions, because that leaves a struct its
  /// memberwise initializer.
  var source: (inside: String, outside: String) {
    let extensions = needed.map { path in
      let code = index.places(of: path, from: start).map {
        initializers(of: index[$0], in: index.files[$0.file])
      }
      .joined()
      return code.isEmpty ? "" : "extension NS.\(path.joined(separator: ".")) {\n\(code)}\n"
    }
    return (text(in: []), "// Initializers:\n" + extensions.joined())
  }

  private func text(in outer: [String]) -> String {
    var done: Set<String> = []
    var text = ""
    for path in needed where path.count > outer.count && path.prefix(outer.count).elementsEqual(outer) {
      let name = path[outer.count]
      guard done.insert(name).inserted else { continue }
      let inner = outer + [name]
      text += needed.contains(inner) ? declaration(of: inner) : "enum `\(name)` {\n\(self.text(in: inner))}\n"
    }
    return text
  }

  private func declaration(of path: [String]) -> String {
    let places = index.places(of: path, from: start)
    guard let first = places.first else { return "" }
    let (type, file) = (index[first], index.files[first.file])
    var inherited: [String] = []
    var members = ""
    for place in places {
      let (type, file) = (index[place], index.files[place.file])
      inherited += type.inherited.map { file.text($0) }.filter {
        Self.kept.contains($0) && !inherited.contains($0)
      }
      members += self.members(of: type, in: file) + encoding(of: place)
    }
    if index.isCodable(path, from: start), !inherited.contains("Codable"), !inherited.contains("Decodable") {
      inherited.append("Codable")
    }
    let colon = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    let name = file.text(type.name)
    return
      "\(type.keyword.rawValue) \(name)\(file.text(type.generics))\(colon) {\n\(members)\(text(in: path))}\n"
  }

  /// The method `encode(to:)`, which the parser skips.
  private func encoding(of place: CorpusIndex.Place) -> String {
    let (type, file) = (index[place], index.files[place.file])
    guard !type.encoders.isEmpty else { return "" }
    var reader = TokenReader(file, range: SourceRange(start: type.name.end, end: type.end))
    while !reader.isAtEnd {
      let start = reader.token.start
      guard reader.take(.identifier), file.text(SourceRange(start: start, end: reader.previousEnd)) == "func",
        reader.isWord("encode")
      else {
        if reader.token.start == start { reader.advance() }
        continue
      }
      while !reader.isAtEnd, reader.kind != .leftBrace { reader.advance() }
      reader.skipGroup()
      return file.text(SourceRange(start: start, end: reader.previousEnd)) + "\n"
    }
    return ""
  }

  private func members(of type: TypeDeclaration, in file: SourceFile) -> String {
    var text = ""
    for property in kept(type, in: file) {
      text += property.prefix.attributes.map { "@" + file.text($0.name) + file.text($0.arguments) + " " }
        .joined()
      if property.prefix.isStatic { text += "static " }
      text += property.isLet ? "let " : "var "
      text += file.text(property.name)
      if !property.type.isEmpty { text += ": " + file.text(property.type) }
      if !property.value.isEmpty { text += " = " + file.text(property.value) }
      text += " " + file.text(property.body) + "\n"
    }
    for item in type.cases {
      text += "case \(file.text(item.name))\(file.text(item.associated))"
      if !item.rawValue.isEmpty { text += " = " + file.text(item.rawValue) }
      text += "\n"
    }
    for alias in type.aliases {
      text += "typealias \(file.text(alias.name))\(file.text(alias.generics)) = \(file.text(alias.type))\n"
    }
    return text
  }

  private func initializers(of type: TypeDeclaration, in file: SourceFile) -> String {
    var text = ""
    for initializer in type.initializers where isKept(initializer, in: file) {
      let failable = file.bytes[initializer.parameters.start - 1] == Byte.question ? "?" : ""
      text +=
        "init\(failable)"
        + file.text(SourceRange(start: initializer.parameters.start, end: initializer.body.end))
        + "\n"
    }
    return text
  }
}
