#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The vectorized searches of the C library.
package enum MemorySearch {
  /// Returns the first occurrence of a string in another; both end at their first zero byte.
  package static func first(
    _ text: UnsafePointer<CChar>, in other: UnsafePointer<CChar>
  ) -> UnsafePointer<CChar>? {
    strstr(other, text).map { UnsafePointer($0) }
  }

  /// Returns the offset of the first occurrence of a byte.
  package static func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether two ranges of memory have the same bytes.
  @inline(__always)
  package static func areEqual(
    _ bytes: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(bytes, other, count) == 0
  }
}
