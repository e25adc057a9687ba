import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The way in which the process gets memory from the system.
package enum ProcessMemory {
  /// The number of bytes requested at a time, 64 MB. An array of half that size or more is mapped on its own.
  private static let step: Int32 = 64 << 20

  /// Makes all threads share one heap that grows in large steps.
  ///
  /// By default, the C library gives each thread an arena that grows a few pages at a time, maps large arrays one by one, and
  /// returns them to the kernel, which then clears other pages. Huge pages would save some of that on a machine of its own, but
  /// on a virtual machine whose host reclaims free memory, clearing them took up to half of the time to the editor's first
  /// frame. Untouched pages take no memory.
  ///
  /// It has an effect only with glibc. The programs call it first in `main`: the options concern arenas that don't exist yet.
  package static func prepare() {
    csystem_prepare_heap(step)
  }

  /// Gets the memory of later allocations from the system on another thread, after ``prepare()``.
  ///
  /// Otherwise, the work has a page fault for each page, which takes two to seven times as long. Call it before work that needs about
  /// that much memory, because the pages stay with the process. Errors are ignored, because the work is only slower then.
  ///
  /// - Parameters:
  ///   - count: The size of the allocations in bytes, together.
  ///   - first: The size of the next allocation. Its pages are left out, because a large read populates its own buffer.
  package static func populate(_ count: Int, after first: Int) {
    // A larger allocation isn't in the heap.
    guard count >= fewestBytes, first >= 0, first + count < Int(step) / 2,
      let next = csystem_next_allocation(first + count)
    else { return }
    // The pages keep their content if the memory is in use by then, and the call fails if it is no longer in the heap.
    let address = UInt(bitPattern: next) + UInt(first)
    try? SystemThread.start { csystem_populate(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// The smallest size for which one call is faster than the page faults.
  static let fewestBytes = 1 << 18
}

/// The vectorized searches of the C library. The generator searches sources for words with them, and the catalog searches schemas for
/// addresses. Most files don't contain what is searched.
package enum MemorySearch {
  /// Returns the first occurrence of a string in another; both end at their first zero byte, and the caller makes sure that both have one.
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
  ///
  /// The caller makes sure that both have `count` bytes: nothing is checked here.
  @inline(__always)
  package static func areEqual(
    _ bytes: UnsafePointer<UInt8>, other: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    memcmp(bytes, other, count) == 0
  }
}

extension [UInt8] {
  /// Whether two arrays have the same bytes. About ten times as fast as `==`, which compares the bytes one by one. Two arrays in the same
  /// memory are equal without a comparison.
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

  /// Whether an array has the bytes of another array from an offset on. `false` if they would end behind its end: `abc` has `bc` at 1, and
  /// `cd` nowhere.
  package func hasSameBytes(as other: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset + other.count <= count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start + offset, otherStart, others.count) == 0
      }
    }
  }

  /// Whether other bytes are among these, one after the other. Cost: about that of reading them.
  package func contains(bytes: [UInt8]) -> Bool {
    withUnsafeBytes { all in
      bytes.withUnsafeBytes { part in
        csystem_contains(all.baseAddress, all.count, part.baseAddress, part.count)
      }
    }
  }
}
