#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stack for work on values that are too large for the stack of the calling thread.
///
/// A function's frame holds the values it works on. If a frame is larger than the guard page at the end of the stack, an overflow
/// isn't noticed, and overwrites the memory beyond.
package enum DeepStack {
  /// The size of a value from which the stacks of threads, which have from 512 KB to 8 MB, may have too little room.
  private static let largeValue = 16 << 10
  /// The number of copies that a value may take on the stack: each level of nesting has frames with copies, and code that isn't
  /// optimized makes many. Pages that aren't touched take no memory, so the number is generous.
  private static let copies = 64
  /// The largest size of a page: the size of a stack has to be a multiple of it on some systems.
  private static let pageSize = 16 << 10

  /// Does work on values of a size in bytes, on a thread with a stack for them if they are large; waits for it.
  ///
  /// If no thread can be created, does the work on the calling thread.
  package static func perform<Result, Failure: Error>(
    valuesOf size: Int, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard size > largeValue else { return try work() }
    let pages = (copies * size + (1 << 20)) / pageSize + 1
    var result: Swift.Result<Result, Failure>?
    // The calling thread waits, so only one thread at a time uses what the closure captures.
    withoutActuallyEscaping({ result = Swift.Result(catching: work) }) { work in
      nonisolated(unsafe) let work = work
      do throws(SystemError) {
        try SystemThread.wait(stackSize: pages * pageSize) { work() }
      } catch {
        work()
      }
    }
    return if let result { try result.get() } else { try work() }
  }
}
