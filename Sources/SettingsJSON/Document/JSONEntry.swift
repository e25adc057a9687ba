/// One token of a document's index, packed into eight bytes.
///
/// The index holds the tokens in the order of the text, without commas and colons. A scalar is one entry with
/// its length; an array or an object is an entry that knows where its end stands, its content, and an end that
/// knows how many children there are; a member is a key's entry, then its value's. So a walk over an object
/// skips a value in one step, whatever is in it.
package struct JSONEntry: Sendable {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, key, array, object, end
  }

  /// The largest byte offset that an entry can hold.
  static let largestOffset = 1 << 28 - 1

  // Bits 0–3: kind; bit 4: flag; bits 8–35: offset; bits 36–63: payload.
  private let bits: UInt64

  @inline(__always)
  init(_ kind: Kind, at offset: Int, payload: Int = 0, flag: Bool = false) {
    bits =
      UInt64(kind.rawValue) | (flag ? 0x10 : 0) | UInt64(truncatingIfNeeded: offset) << 8
      | UInt64(truncatingIfNeeded: payload) << 36
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 0xf)) ?? .end }

  /// A string or a key: whether it has escapes. An object: whether there is a table of its keys.
  @inline(__always)
  package var flag: Bool { bits & 0x10 != 0 }

  /// Where the token starts in the text.
  @inline(__always)
  package var offset: Int { Int(truncatingIfNeeded: bits >> 8 & 0xfff_ffff) }

  /// A scalar or a key: its length in bytes, quotes included. An array or an object: the index of its end.
  /// An end: the number of elements or members.
  @inline(__always)
  package var payload: Int { Int(truncatingIfNeeded: bits >> 36) }

  @inline(__always)
  var isContainer: Bool { kind == .array || kind == .object }
}
