import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads for work that waits in system calls for a long time.
///
/// Swift's concurrency has about one thread for each core. Work that blocks them would delay all other tasks: a few requests to a member of
/// etcd that doesn't reply could stop everything else in the app.
///
///     start      a thread of its own, which nobody waits for: a watch, the reader of a stream
///     run        a task waits for the result, and blocks no thread of Swift's concurrency: a request to etcd
package enum SystemThread {
  /// Starts a thread, which ends with its work.
  ///
  /// Throws an error if the system has no thread left, as in a container with a limit of processes. The work then hasn't begun and never
  /// will.
  package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemCallError) {
    let context = Unmanaged.passRetained(Work(work))
    let code = create(context.toOpaque())
    guard code == 0 else {
      context.release()
      throw SystemCallError(call: "pthread_create", code: code)
    }
  }

  /// Does work on a thread with a stack of a size in bytes, and waits for its end. Throws an error if there is no such thread; the work
  /// then hasn't begun.
  static func wait(stackSize: Int, _ work: @escaping @Sendable () -> Void) throws(SystemCallError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    let sizeCode = pthread_attr_setstacksize(&attributes, stackSize)
    guard sizeCode == 0 else { throw SystemCallError(call: "pthread_attr_setstacksize", code: sizeCode) }
    let context = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { runWork($0) }, context.toOpaque())
      if code == 0, let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { $0.flatMap(runWork) }, context.toOpaque())
      if code == 0 { pthread_join(thread, nil) }
    #endif
    guard code == 0 else {
      context.release()
      throw SystemCallError(call: "pthread_create", code: code)
    }
  }

  private static func create(_ context: UnsafeMutableRawPointer) -> Int32 {
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { runWork($0) }, context)
      if code == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { $0.flatMap(runWork) }, context)
      if code == 0 { pthread_detach(thread) }
    #endif
    return code
  }
}

/// A variable that several threads, or all copies of a value, share. A mutex alone can neither be captured by a closure nor be copied with a
/// value that contains it.
package final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  package init(_ value: Value) { state = Mutex(value) }

  package var value: Value {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// Reads and changes the value in one step.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}

/// The work that a thread receives through C, as a retained reference. The thread releases it; if the thread can't be started, the caller
/// does.
private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func runWork(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  return nil
}

extension SystemThread {
  /// Runs work on its own thread, or on the caller's thread if the system has no thread left, and waits for the result.
  ///
  /// An error of the work is thrown as it is. The task isn't canceled in the meantime: the work decides when it ends.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      let body: @Sendable () -> Void = {
        do throws(Failure) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      do throws(SystemCallError) { try start(body) } catch { body() }
    }
    return try result.get()
  }
}

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
      do throws(SystemCallError) {
        try SystemThread.wait(stackSize: pages * pageSize) { work() }
      } catch {
        work()
      }
    }
    // The result is always set here, which the compiler can't know.
    return if let result { try result.get() } else { try work() }
  }
}
