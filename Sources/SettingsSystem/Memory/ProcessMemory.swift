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
}
