import CSystem

/// The way in which the process gets memory from the system.
package enum ProcessMemory {
  /// The number of bytes requested at a time.
  private static let step: Int32 = 64 << 20

  /// Makes all threads share one heap that grows in large steps, the first of them in huge pages.
  ///
  /// By default, the C library gives each thread an arena that grows a few pages at a time, and maps large arrays one by one. The
  /// kernel then clears and maps each page of 4 KB when it is first touched. For a form of 10 000 settings that takes a sixth
  /// of the time to the editor's first frame. Untouched pages take no memory.
  package static func prepare() {
    csystem_prepare_heap(step)
  }
}
