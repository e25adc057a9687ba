import CVector
import SettingsSystem

/// Parses only the files that settings need.
///
/// A target can have a thousand files, of which three declare settings, and the generator runs in each build. So no
/// file is parsed before something needs it:
///
///     1  search all files for the names of the protocols that mark settings      bytes, sixteen at a time
///     2  parse these files
///     3  each type that a property names is wanted: find the files that declare it (`DeclarationIndex`), parse them
///     4  repeat until nothing is wanted anymore
///
/// A name is wanted, not a type: which `Mode` is meant is decided later, by the `TypeTable`. A file that is parsed
/// without need costs little; a file that is missing would change the form.
///
/// For `struct AppSettings: SettingsGroup { var mode = Mode.fast }` with `enum Mode: String` in another file: the first
/// file contains a mark, `AppSettings` is wanted, its parts are `Mode`, `fast` and `SettingsGroup`, and the index knows
/// the file of `Mode`. No file declares a type `fast`.
///
/// Each name is wanted once and each file read once, so cycles between types end by themselves. The order in which
/// files are read has no effect on the result.
struct ProgramLoader {
  /// The names of the protocols that mark groups of settings. An app's own protocol that inherits from one of them
  /// marks its types, too.
  static let groupProtocols: Set<String> = ["SettingsGroup", "AutomaticSettings", "SettingsRoot"]

  /// The files that were read so far.
  private var program: Program
  /// The files by the names that they declare, for all files.
  private let index: DeclarationIndex
  /// The names whose files and parts aren't read yet.
  private var wanted: [String] = []
  /// All names that were ever wanted.
  private var known: Set<String> = []
  /// The types and extensions in the files that were read, by the last part of their names.
  private var types: [String: [TypePlace]] = [:]
  private var aliases: [String: [(file: Int, type: SourceRange)]] = [:]

  /// Parses the files that declare settings, and the files with all types that the settings use.
  ///
  /// If no file contains a mark, nothing is read and the index isn't made: a library target without settings costs only
  /// that search. A root that is named on the command line is a mark, too, since a struct without a conformance can be
  /// the root.
  static func load(_ files: [SourceFile], root: String?) -> Program {
    let marks = Array(groupProtocols) + ["OptionsBinding"] + (root.map { [lastName($0)] } ?? [])
    let marked = files.indices.filter { index in
      marks.contains { ByteSearch.contains($0, in: files[index]) }
    }
    guard !marked.isEmpty else { return Program(files: files) }
    var loader = ProgramLoader(files: files)
    // These show which modules a file sees beyond its own imports.
    let exporting = files.indices.filter {
      files[$0].module != nil && ByteSearch.contains("@_exported", in: files[$0])
    }
    // Unclear files may declare anything.
    for index in marked + loader.index.unclear + exporting { loader.read(index) }
    loader.wantGroups(root: root.map(lastName))
    while let name = loader.wanted.popLast() {
      for index in loader.index.files(declaring: name) { loader.read(index) }
      loader.wantParts(of: name)
    }
    return loader.program
  }

  private init(files: [SourceFile]) {
    program = Program(files: files)
    index = DeclarationIndex(files)
  }

  private static func lastName(_ name: String) -> String {
    name.split { ".:".contains($0) }.last.map(String.init) ?? name
  }

  /// Reads a file, unless it was read, and enters its types and aliases by name.
  ///
  /// A name that was searched before can have an extension in this file. It is wanted again then, as the extension can
  /// have further parts.
  private mutating func read(_ index: Int) {
    guard program.read(index), let found = program.declarations[index] else { return }
    let source = program.files[index]
    for (offset, type) in found.types.enumerated() {
      let name = program.path(of: type, in: index).last ?? ""
      types[name, default: []].append(TypePlace(file: index, index: offset))
      // The file extends a type that was searched before.
      if known.contains(name) { wanted.append(name) }
    }
    for alias in found.types.flatMap(\.aliases) + found.aliases {
      aliases[source.name(alias.name), default: []].append((index, alias.type))
    }
  }

  /// Wants all groups of settings, also groups that conform through protocols of the sources that inherit the marks.
  ///
  /// With `protocol Marked: SettingsGroup` in one file and `struct A: Marked` in another, only the first contains a
  /// mark. Its protocol becomes a mark, and all files are searched for its name.
  private mutating func wantGroups(root: String?) {
    var marks = Self.groupProtocols
    if let root { want(root) }
    want("OptionsBinding")
    var visited: Set<TypePlace> = []
    // A type can name a protocol of the sources that inherits a protocol for groups. Reading further files can find such protocols, whose
    // conforming types can be in files that were searched before, so repeat until there are no further ones.
    var isMore = true
    while isMore {
      isMore = false
      for file in program.readFiles {
        for (index, type) in (program.declarations[file]?.types ?? []).enumerated() {
          let inherited = type.inherited.flatMap { program.files[file].names($0) }
          guard !marks.isDisjoint(with: inherited),
            visited.insert(TypePlace(file: file, index: index)).inserted
          else { continue }
          let name = program.path(of: type, in: file).last ?? ""
          want(name)
          guard type.keyword == .protocol, marks.insert(name).inserted else { continue }
          isMore = true
          for other in program.files.indices where ByteSearch.contains(name, in: program.files[other]) {
            read(other)
          }
        }
      }
    }
  }

  /// Asks for the types of a name, once.
  private mutating func want(_ name: String) {
    if known.insert(name).inserted { wanted.append(name) }
  }

  /// Wants the names that the types of this name use: in inheritance clauses, in the types and initial values of stored
  /// properties (static properties are constants that values refer to), in associated values, in aliases such as
  /// `CodingKeys` and `FileCodingKeys`, in property wrappers, and in the aliases of this name.
  ///
  /// All words in those ranges are taken, keywords and members included. That is coarse, but needs no knowledge of the
  /// syntax inside.
  private mutating func wantParts(of name: String) {
    for place in types[name] ?? [] {
      guard let type = program[place] else { continue }
      let source = program.files[place.file]
      // Names in an inner type are looked up in the outer one, too, so its aliases and nested types matter.
      if let parent = type.parent, let outer = program[TypePlace(file: place.file, index: parent)] {
        want(program.path(of: outer, in: place.file).last ?? "")
      }
      let properties = type.properties.filter { $0.isStored }
      let values = type.cases.map(\.associated)
      for range in type.inherited + properties.map(\.type) + properties.map(\.value) + values {
        for name in source.names(range) { want(name) }
      }
      for alias in type.aliases where source.name(alias.name).hasSuffix("CodingKeys") {
        for name in source.names(alias.type) { want(name) }
      }
      // A wrapper of the sources can contain a secret, which has to be found.
      for attribute in properties.flatMap(\.prefix.attributes) {
        want(Self.lastName(source.text(attribute.name)))
      }
    }
    for alias in aliases[name] ?? [] {
      for name in program.files[alias.file].names(alias.type) { want(name) }
    }
  }
}

/// Searches for words as bytes, many at a time, without parsing.
///
/// Both searches decide only whether a file is worth a closer look, so a word in a comment or a string counts as well.
enum ByteSearch {
  /// Calls the body with the offset after each word that is a keyword of a declaration of a type.
  ///
  /// `cvector_declarations` marks the places, of sixteen at a time, where a keyword can begin by its first two letters.
  /// Only there is the whole word compared.
  static func forEachDeclaration(in file: SourceFile, _ body: (Int) -> Void) {
    file.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      func inspect(_ start: Int) {
        guard let length = keywordLength(base + start) else { return }
        let end = base + start + length
        guard !end[0].isIdentifier || Byte.isNoBreakSpace(end[0], end[1]) else { return }
        body(start + length)
      }
      inspect(0)
      // The search also reads the byte before each word, so it starts after the first byte.
      for offset in stride(from: 1, to: file.count, by: 16) {
        var marks = cvector_declarations(base + offset)
        while marks != 0 {
          let start = offset + marks.trailingZeroBitCount
          // Clear the lowest mark.
          marks &= marks - 1
          if !base[start - 1].isIdentifier
            || start > 1 && Byte.isNoBreakSpace(base[start - 2], base[start - 1])
          {
            inspect(start)
          }
        }
      }
    }
  }

  /// Returns the length of the keyword that some bytes begin with; `nil` if it declares no type. It reads up to nine
  /// bytes, which the padding of the file allows anywhere.
  private static func keywordLength(_ bytes: UnsafePointer<UInt8>) -> Int? {
    for keyword in declarationKeywords {
      let length = keyword.utf8CodeUnitCount
      if MemorySearch.areEqual(bytes, other: keyword.utf8Start, count: length) { return length }
    }
    return nil
  }

  /// The keywords that `cvector_declarations` finds. A new keyword has to be added in both places;
  /// `DeclarationSearchTests` compares the search with a division into words.
  private static let declarationKeywords: [StaticString] = [
    "struct", "enum", "class", "actor", "extension", "typealias", "protocol",
  ]

  /// Whether a file contains a word, whole or as part of another, before its first zero byte. The padding ends the
  /// search, and a file with zero bytes in its text is refused before.
  static func contains(_ word: String, in file: SourceFile) -> Bool {
    file.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return word.withCString { MemorySearch.first($0, in: base.assumingMemoryBound(to: CChar.self)) != nil }
    }
  }

  /// Returns the offset of the first zero byte of a file; `nil` for a file without zero bytes.
  static func firstZero(in file: SourceFile) -> Int? {
    file.bytes.withUnsafeBytes { bytes in
      MemorySearch.firstOffset(of: 0, in: UnsafeRawBufferPointer(rebasing: bytes.prefix(file.count)))
    }
  }
}
