/// Folds case for a search. ASCII is unchanged, because its capitals mark where words start. Everything else becomes lowercase,
/// scalar by scalar.
struct LowerCase {
  /// Recent scalars and their lowercase forms, by the scalars' last ten bits. A lookup in Unicode's table is slow, and a string has
  /// few different letters. Empty until the first scalar outside of ASCII.
  private var known: [(scalar: Unicode.Scalar, lower: Unicode.Scalar)] = []

  /// Appends a string. Cost: linear.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &bytes) }
  }

  /// Appends a string in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if text.reduce(0, |) < 0x80 {
      bytes.append(contentsOf: text)
      return
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        append(scalar, to: &bytes)
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    // The initial entries are for ASCII, which is never looked up.
    if known.isEmpty { known = Array(repeating: ("a", "a"), count: 1024) }
    let place = Int(scalar.value) % known.count
    if known[place].scalar == scalar {
      bytes.append(contentsOf: known[place].lower.utf8)
      return
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    for scalar in lower { bytes.append(contentsOf: scalar.utf8) }
    // Some scalars become several in lowercase: U+0130 (İ) becomes i and a combining dot.
    if let only = lower.first, lower.count == 1 { known[place] = (scalar, only) }
  }
}
