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
}
