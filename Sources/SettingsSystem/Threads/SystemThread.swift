import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits in system calls for a long time.
///
/// Swift's concurrency has about one thread for each core. Work that blocks them would delay all other tasks.
package enum SystemThread {
  /// Starts a thread, which ends with its work.
  package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Work(work))
    let code = create(context.toOpaque())
    guard code == 0 else {
      context.release()
      throw SystemError(call: "pthread_create", code: code)
    }
  }

  /// Does several pieces of work concurrently, also on the calling thread, and waits for all of them.
  ///
  /// Each thread takes the next piece when it has finished one. So a thread that starts late, because the machine is busy, delays
  /// nothing.
  package static func perform(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let pieces = Pieces(count)
    let group = DispatchGroup()
    for _ in 0..<count { group.enter() }
    let takePieces: @Sendable () -> Void = {
      while let number = pieces.next() {
        work(number)
        group.leave()
      }
    }
    // If no thread can be started, the calling thread does all the work.
    for _ in 0..<max(0, count - 1) { try? IdleThread.perform(takePieces) }
    takePieces()
    group.wait()
  }

  /// Does work on a thread with a stack of a size in bytes, and waits for its end.
  static func wait(stackSize: Int, _ work: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    let sizeCode = pthread_attr_setstacksize(&attributes, stackSize)
    guard sizeCode == 0 else { throw SystemError(call: "pthread_attr_setstacksize", code: sizeCode) }
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
      throw SystemError(call: "pthread_create", code: code)
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

/// The numbers of the pieces of work that no thread has taken.
private final class Pieces: Sendable {
  private let rest: Mutex<Range<Int>>

  init(_ count: Int) { rest = Mutex(0..<count) }

  /// Takes a piece; returns `nil` if there are no more.
  func next() -> Int? { rest.withLock { $0.popFirst() } }
}

/// The work that a thread receives through C.
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
