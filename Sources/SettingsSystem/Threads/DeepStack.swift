#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stack for work on values that are too large for the stack of the calling thread.
///
/// The frame of a function holds the values that the function works on. If a frame is larger than the guard page at the end of the
/// stack, a stack overflow isn't detected, and overwrites other memory.
package enum DeepStack {
  /// The largest value in bytes for which the stack of any thread is large enough. Stacks have from 512 KB to 8 MB.
  private static let largeValue = 16 << 10
  /// The number of copies that a value may take on the stack: each level of nesting has frames with copies, and code that isn't
  /// optimized makes many. Pages that aren't touched take no memory, so the number is generous.
  private static let copies = 64
  /// The largest size of a page. On some systems, the size of a stack must be a multiple of the page size.
  private static let pageSize = 16 << 10

  /// Does work on values of a size, and returns the result.
  ///
  /// If the values are large, the work runs on a thread with a large stack while the calling thread waits. If the system has no thread
  /// left, the work runs on the calling thread.
  ///
  /// - Parameter size: The size of a value in bytes.
  package static func perform<Result, Failure: Error>(
    valuesOf size: Int, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard size > largeValue else { return try work() }
    let pages = (copies * size + (1 << 20)) / pageSize + 1
    var result: Swift.Result<Result, Failure>?
    // The calling thread waits, so only one thread at a time uses what the closure captures.
    withoutActuallyEscaping({ result = Swift.Result(catching: work) }) { work in
      // Unchecked, for the reason above.
      nonisolated(unsafe) let work = work
      do throws(SystemError) {
        try SystemThread.wait(stackSize: pages * pageSize) { work() }
      } catch {
        work()
      }
    }
    // The result is always set here, which the compiler can't know.
    return if let result { try result.get() } else { try work() }
  }
}
