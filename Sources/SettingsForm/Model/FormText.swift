/// A string of a form, or its range in the form's source.
///
/// A large form consists mostly of strings, and only few of them are ever read. A string that is left in the source
/// needs no memory, and no time until it is read.
///
/// Strings of up to 15 bytes are created at once, because Swift keeps them without heap memory and a reference to the
/// source would be as large.
///
/// Such a text keeps the whole source of the form in memory. That is one array, which all texts share.
package struct FormText: Sendable {
  /// Where the text is. Offsets have 32 bits, which is enough for a form of the largest size.
  private enum Place {
    case own(String)
    /// Between two quotes in the source.
    case plain(source: [UInt8], start: UInt32, count: UInt32)
    /// The same, with escapes.
    case escaped(source: [UInt8], start: UInt32, count: UInt32)
  }

  /// The maximum size of a Swift string without heap memory, on a machine with 64 bits.
  private static let smallCount = 15

  private let place: Place

  package init(_ string: String) {
    place = .own(string)
  }

  /// Creates text from a string of a document; returns `nil` for any other value.
  package init?(_ node: JSONNode) {
    guard let content = node.stringContent else { return nil }
    guard content.bytes.count > Self.smallCount, let start = UInt32(exactly: content.bytes.lowerBound) else {
      guard let text = node.string else { return nil }
      place = .own(text)
      return
    }
    let count = UInt32(content.bytes.count)
    place =
      content.hasEscapes
      ? .escaped(source: node.storage.bytes, start: start, count: count)
      : .plain(source: node.storage.bytes, start: start, count: count)
  }

  /// Creates text from a string of a document, and keeps only its beginning if it is longer than the limit; returns
  /// `nil` for any other value.
  package init?(_ node: JSONNode, cutTo limit: Int) {
    self.init(node)
    if size > limit { self.init(InputLimits.cut(string, to: limit)) }
  }

  /// The string. Cost: linear in its size if it is still in the source.
  package var string: String {
    switch place {
    case .own(let text): text
    case .plain(let source, let start, let count):
      Self.text(source, start: start, count: count, hasEscapes: false)
    case .escaped(let source, let start, let count):
      Self.text(source, start: start, count: count, hasEscapes: true)
    }
  }

  /// At least the size in UTF-8: escapes take more bytes in the source than what they stand for.
  private var size: Int {
    switch place {
    case .own(let text): text.utf8.count
    case .plain(_, _, let count), .escaped(_, _, let count): Int(count)
    }
  }

  private static func text(_ source: [UInt8], start: UInt32, count: UInt32, hasEscapes: Bool) -> String {
    source.withUnsafeBufferPointer {
      JSONString.decode($0, start: Int(start), end: Int(start) + Int(count), hasEscapes: hasEscapes)
    }
  }
}

extension FormText: Hashable {
  package static func == (left: FormText, right: FormText) -> Bool { left.string == right.string }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }
}
