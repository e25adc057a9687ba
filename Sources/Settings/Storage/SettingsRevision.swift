import SettingsSystem

/// The identity of stored content: equal for equal bytes, different otherwise.
///
/// Compare it for equality only: it says whether something was changed, not which content is newer. A comment or a space makes a
/// difference, too.
///
/// ```swift
/// let before = store.untyped.revision
/// try await store.refresh()
/// if store.untyped.revision != before { print("The file has changed.") }
/// ```
///
/// Reviews, outcomes, plans and the history have revisions. As text, it has 32 hexadecimal digits, which ``init(_:)`` reads.
///
/// It is the MurmurHash3 (x64, 128 bits, Austin Appleby, public domain) of the bytes. It is fast, and accidental collisions are practically
/// impossible, but it isn't a cryptographic hash: somebody who wants to can create two contents with the same revision.
public struct SettingsRevision: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Computes the identity of content.
  ///
  /// Cost: linear, a few gigabytes per second. A store computes it once for each content that it reads.
  public init(of bytes: [UInt8]) {
    (high, low) = bytes.withUnsafeBytes(murmurHash3)
  }

  /// Creates a revision from the string that ``description`` returns; returns `nil` unless it has 32 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }
}

extension SettingsRevision: CustomStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String {
    String(high, digits: 16, radix: 16) + String(low, digits: 16, radix: 16)
  }
}

/// Computes the hash, 16 bytes at a time in two lanes that are mixed with each other. The bytes are read as little-endian numbers, so the
/// hash is the same on all machines: it is in records that several machines share.
private func murmurHash3(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
  let c1: UInt64 = 0x87c3_7b91_1142_53d5
  let c2: UInt64 = 0x4cf5_ad43_2745_937f
  var h1: UInt64 = 0
  var h2: UInt64 = 0

  func mix1(_ k: UInt64) -> UInt64 { rotate(k &* c1, count: 31) &* c2 }
  func mix2(_ k: UInt64) -> UInt64 { rotate(k &* c2, count: 33) &* c1 }

  let blocks = bytes.count / 16
  for block in 0..<blocks {
    let k1 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 16, as: UInt64.self))
    let k2 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 16 + 8, as: UInt64.self))
    h1 = (rotate(h1 ^ mix1(k1), count: 27) &+ h2) &* 5 &+ 0x52dc_e729
    h2 = (rotate(h2 ^ mix2(k2), count: 31) &+ h1) &* 5 &+ 0x3849_5ab5
  }

  var k1: UInt64 = 0
  var k2: UInt64 = 0
  for (index, byte) in bytes[(blocks * 16)...].enumerated() {
    if index < 8 { k1 |= UInt64(byte) << (index * 8) } else { k2 |= UInt64(byte) << ((index - 8) * 8) }
  }
  h2 ^= mix2(k2)
  h1 ^= mix1(k1)

  h1 ^= UInt64(bytes.count)
  h2 ^= UInt64(bytes.count)
  h1 = h1 &+ h2
  h2 = h2 &+ h1
  h1 = finalMix(h1)
  h2 = finalMix(h2)
  h1 = h1 &+ h2
  h2 = h2 &+ h1
  return (h1, h2)
}

private func rotate(_ value: UInt64, count: UInt64) -> UInt64 {
  (value << count) | (value >> (64 - count))
}

private func finalMix(_ value: UInt64) -> UInt64 {
  var k = value
  k = (k ^ (k >> 33)) &* 0xff51_afd7_ed55_8ccd
  k = (k ^ (k >> 33)) &* 0xc4ce_b9fe_1a85_ec53
  return k ^ (k >> 33)
}
