import CSystem

/// The way in which the process gets memory from the system.
package enum ProcessMemory {
  /// The number of bytes requested at a time.
  private static let step: Int32 = 64 << 20

  /// Makes all threads share one heap that grows in large steps.
  ///
  /// By default, the C library gives each thread an arena that grows a few pages at a time, maps large arrays one by one, and
  /// returns them to the kernel, which then clears other pages. Huge pages would save some of that on a machine of its own, but
  /// on a virtual machine whose host reclaims free memory, clearing them took up to half of the time to the editor's first
  /// frame. Untouched pages take no memory.
  package static func prepare() {
    csystem_prepare_heap(step)
  }

  /// Gets the memory of the next allocations from the system in one call, after ``prepare()``.
  ///
  /// A page fault for each page takes two to seven times as long. Call it before something that needs about that much memory, because
  /// the pages stay with the process.
  package static func populate(_ count: Int) {
    guard count >= fewestBytes else { return }
    csystem_populate_heap(count)
  }

  /// The smallest size for which the call is faster than the faults.
  static let fewestBytes = 1 << 18
}
