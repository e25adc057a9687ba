/// Splits the bytes of a stream into lines.
package struct LineBuffer {
  private var rest: [UInt8] = []

  package init() {}

  /// Returns the lines that are complete now, without their line feeds and without empty lines.
  package mutating func add(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    rest += bytes
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let length = rest.count - bytes.count + end
    defer { rest.removeFirst(length + 1) }
    return rest[..<length].split(separator: UInt8(ascii: "\n"))
  }
}
