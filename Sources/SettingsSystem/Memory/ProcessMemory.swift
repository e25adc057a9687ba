import CSystem

/// The way in which the process gets memory from the system.
package enum ProcessMemory {
  /// The number of bytes requested at a time.
  private static let step: Int32 = 4 << 20

  /// Makes all threads share one heap that grows in large steps.
  ///
  /// By default, the C library gives each thread an arena that grows a few pages at a time. A large form is read on a thread
  /// other than the first one, and with one heap this takes an eighth less time. Untouched pages take no memory.
  package static func prepare() {
    csystem_share_memory(step)
  }
}
