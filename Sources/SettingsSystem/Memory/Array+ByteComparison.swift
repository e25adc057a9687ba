#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// Whether two arrays have the same bytes. About ten times as fast as `==`, which compares the bytes one by one.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress, start != otherStart else {
          return true
        }
        return memcmp(start, otherStart, bytes.count) == 0
      }
    }
  }

  /// Whether an array has the bytes of another one from an offset on.
  package func hasSameBytes(as other: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset + other.count <= count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start + offset, otherStart, others.count) == 0
      }
    }
  }
}
