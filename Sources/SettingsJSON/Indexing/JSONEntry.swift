/// One token of a document's index, packed into eight bytes.
///
/// The index has the tokens in the order of the text, without commas and colons. A scalar is one entry with its length. An
/// array or an object is a start entry with the index of its end entry, then its content, then an end entry with the number of
/// children. A member is the entry of its key, then the entries of its value. So iterating over an object skips each value in
/// one step, regardless of its content.
struct JSONEntry: Sendable {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, key, array, object, end
  }

  // Bits 0–3: kind; bit 4: flag; bits 8–35: offset; bits 36–63: payload. Offsets and payloads fit in 28 bits, because text is
  // shorter than 256 MiB, and each entry takes at least one byte of text.
  let bits: UInt64

  @inline(__always)
  init(_ kind: Kind, at offset: Int, payload: Int = 0, flag: Bool = false) {
    bits =
      UInt64(kind.rawValue) | (flag ? 0x10 : 0) | UInt64(truncatingIfNeeded: offset) << 8
      | UInt64(truncatingIfNeeded: payload) << 36
  }

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Returns the entry of a token that is moved by a number of bytes. The caller ensures that its offset is valid.
  @inline(__always)
  func moved(by distance: Int) -> JSONEntry {
    JSONEntry(bits: bits &+ UInt64(truncatingIfNeeded: distance) << 8)
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 0xf)) ?? .end }

  /// For a string or a key, whether it has escapes. For an object, whether its keys have a hash table.
  @inline(__always)
  var flag: Bool { bits & 0x10 != 0 }

  /// The byte offset at which the token starts.
  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: bits >> 8 & 0xfff_ffff) }

  /// For a scalar or a key, its length in bytes, including quotes. For an array or an object, the index of its end. For an end, the
  /// number of elements or members.
  @inline(__always)
  var payload: Int { Int(truncatingIfNeeded: bits >> 36) }

  @inline(__always)
  var isContainer: Bool { kind == .array || kind == .object }
}
