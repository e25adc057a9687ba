/// A string of a form, or its range in the form's source.
///
/// A large form consists mostly of strings, and only few of them are ever read. A string that is left in the source needs no
/// memory, and no time until it is read.
package struct FormText: Sendable {
  private enum Place {
    case own(String)
    /// Between two quotes in the source.
    case plain(source: [UInt8], start: UInt32, count: UInt32)
    /// The same, with escapes.
    case escaped(source: [UInt8], start: UInt32, count: UInt32)
  }

  /// The maximum size of a Swift string without heap memory.
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

  /// Creates text from a string of a document, of which only the beginning is kept if it is longer than the limit; returns `nil` for
  /// any other value.
  package init?(_ node: JSONNode, cutTo limit: Int) {
    self.init(node)
    if size > limit { self.init(InputLimits.cut(string, to: limit)) }
  }

  /// The string. Cost: linear in its size if it is still in the source.
  package var string: String {
    switch place {
    case .own(let text): text
    case .plain(let source, let start, let count): Self.text(source, start, count, hasEscapes: false)
    case .escaped(let source, let start, let count): Self.text(source, start, count, hasEscapes: true)
    }
  }

  /// The size of the string in memory, at least the size in UTF-8.
  var size: Int {
    switch place {
    case .own(let text): text.utf8.count
    case .plain(_, _, let count), .escaped(_, _, let count): Int(count)
    }
  }

  /// Calls the body with the string's UTF-8, in place if the source has no escapes.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if case .plain(let source, let start, let count) = place {
      return source.withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[Int(start)..<Int(start) + Int(count)]))
      }
    }
    var text = string
    return text.withUTF8(body)
  }

  private static func text(_ source: [UInt8], _ start: UInt32, _ count: UInt32, hasEscapes: Bool) -> String {
    source.withUnsafeBufferPointer {
      JSONString.decode($0, Int(start), Int(start) + Int(count), hasEscapes: hasEscapes)
    }
  }
}

extension FormText: Hashable {
  package static func == (left: FormText, right: FormText) -> Bool { left.string == right.string }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }
}
