import Dispatch
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
///     perform    several pieces at once, while the calling thread waits: the synchronization of several files
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

  /// Does several pieces of work concurrently, also on the calling thread, and waits for all of them.
  ///
  /// Each thread takes the next piece when it has finished one. So a thread that starts late, because the machine is busy, delays
  /// nothing.
  ///
  /// With three files to synchronize, two other threads are asked for. It returns when the last piece is done, in the time of the slowest
  /// one.
  package static func perform(_ count: Int, work: @escaping @Sendable (Int) -> Void) {
    // The pieces that no thread has taken. Each is given out once, in ascending order.
    let pieces = Shared(0..<count)
    let group = DispatchGroup()
    for _ in 0..<count { group.enter() }
    let takePieces: @Sendable () -> Void = {
      while let number = pieces.withLock({ $0.popFirst() }) {
        work(number)
        group.leave()
      }
    }
    // If no thread can be started, the calling thread does all the work.
    for _ in 0..<max(0, count - 1) { try? IdleThread.perform(takePieces) }
    takePieces()
    group.wait()
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

/// A thread that waits for more work for a while after it has done some.
///
/// To wake a thread takes a fraction of the time of starting one, and a wait for the disk can be about as short as that start.
///
/// The states of a thread, and who moves it on:
///
///     running ──(no work left)──▶ in `threads`, waiting for the semaphore ──(2 s pass)──▶ removes itself from `threads`, ends
///        ▲                                        │
///        └──────(work is set, then signaled)──────┘
///
/// The dangerous moment is when both happen at once: the wait has timed out, but another thread has just taken this one out of the list to
/// give it work. Whoever removes the thread from the list, under its lock, decides. If the thread doesn't find itself there anymore, work
/// is on its way, and it waits for it.
final class IdleThread: Sendable {
  private typealias Work = @Sendable () -> Void

  /// The time after which a thread without work ends.
  private static let patience = DispatchTimeInterval.seconds(2)
  /// The threads without work. The last one gets work first, so a few threads stay busy, and the others end after their 2 s.
  private static let threads = Mutex<[IdleThread]>([])

  private let work: Mutex<Work?>
  private let isDue = DispatchSemaphore(value: 0)

  private init(_ work: @escaping Work) {
    self.work = Mutex(work)
  }

  /// Does work on a thread that has none, or on a new thread.
  static func perform(_ work: @escaping @Sendable () -> Void) throws(SystemCallError) {
    if let thread = threads.withLock({ $0.popLast() }) {
      thread.work.withLock { $0 = work }
      thread.isDue.signal()
    } else {
      let thread = IdleThread(work)
      try SystemThread.start { thread.run() }
    }
  }

  private func run() {
    repeat { takeWork()?() } while waitForWork()
  }

  private func takeWork() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }

  /// Waits for more work; returns `false` if there is none for a while, and the thread ends then.
  private func waitForWork() -> Bool {
    Self.threads.withLock { $0.append(self) }
    guard isDue.wait(timeout: .now() + Self.patience) == .timedOut else { return true }
    let isIdle = Self.threads.withLock { threads in
      guard let place = threads.firstIndex(where: { $0 === self }) else { return false }
      threads.remove(at: place)
      return true
    }
    guard !isIdle else { return false }
    // The thread has just been taken out of the list, so work is on its way.
    isDue.wait()
    return true
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
