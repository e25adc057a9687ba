import Testing

@testable import SettingsSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("A deep stack")
struct DeepStackTests {
  @Test("has room for work that needs more than a thread usually has")
  func room() {
    let depth = DeepStack.perform(valuesOf: 1 << 20) { Self.descend(16 << 10) }
    #expect(depth == 16 << 10)
  }

  @Test("isn't made for small values")
  func small() {
    let thread = pthread_self()
    #expect(DeepStack.perform(valuesOf: 64) { pthread_self() } == thread)
    #expect(DeepStack.perform(valuesOf: 1 << 20) { pthread_self() } != thread)
  }

  @Test("returns the error of the work")
  func error() {
    #expect(throws: SystemCallError(call: "work", code: 5)) {
      try DeepStack.perform(valuesOf: 1 << 20) { () throws(SystemCallError) in
        throw SystemCallError(call: "work", code: 5)
      }
    }
  }

  /// Calls itself with a kilobyte in each frame; returns the number of calls.
  private static func descend(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1 << 10, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: depth))
      guard depth > 1 else { return 1 }
      return descend(depth - 1) + (bytes[0] == UInt8(truncatingIfNeeded: depth) ? 1 : 0)
    }
  }
}
