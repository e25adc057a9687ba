#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits for long in system calls. Swift's own threads are few, so such work would stop other tasks.
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
