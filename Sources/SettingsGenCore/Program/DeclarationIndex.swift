/// The files that may declare a type, found without parsing them.
///
/// A byte search finds the keywords that declare types, and records the names after them. Keywords in comments and strings are
/// included, so the index can list too many files, but never misses one.
struct DeclarationIndex {
  private var files: [String: [Int]] = [:]
  /// The files with a comment between a keyword and its name.
  private(set) var unclear: [Int] = []

  init(_ sources: [SourceFile]) {
    for index in sources.indices {
      var names: Set<String> = []
      var isUnclear = false
      ByteSearch.forEachDeclaration(in: sources[index]) { offset in
        Self.record(after: offset, in: sources[index], &names, &isUnclear)
      }
      for name in names { files[name, default: []].append(index) }
      if isUnclear { unclear.append(index) }
    }
  }

  /// Returns the files that may declare or extend a type of this name.
  func files(declaring name: String) -> [Int] { files[name] ?? [] }

  /// Records each part of the dotted name at an offset.
  private static func record(
    after start: Int, in file: SourceFile, _ names: inout Set<String>, _ isUnclear: inout Bool
  ) {
    var offset = start
    guard file.bytes[offset].isSpace || file.bytes[offset] == Byte.slash else { return }
    while offset < file.count {
      while file.bytes[offset].isSpace { offset += 1 }
      if file.bytes[offset] == Byte.slash { isUnclear = true }
      let isQuoted = file.bytes[offset] == Byte.backtick
      if isQuoted { offset += 1 }
      let first = offset
      while file.bytes[offset].isIdentifier { offset += 1 }
      guard offset > first else { return }
      names.insert(file.text(SourceRange(start: first, end: offset)))
      if isQuoted { offset += 1 }
      guard file.bytes[offset] == Byte.dot else { return }
      offset += 1
    }
  }
}
