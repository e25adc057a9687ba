import CSystem

/// How the process gets memory from the system.
package enum ProcessMemory {
  /// Bytes that are asked for at a time.
  private static let step: Int32 = 4 << 20

  /// Gets memory in large steps from one place, for all threads.
  ///
  /// The C library gives each thread an arena that grows by system calls of some pages each. A large form is read
  /// on a thread other than the first, and takes an eighth less time so. What is never touched takes no memory.
  package static func prepare() {
    csystem_share_memory(step)
  }
}
