#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process itself.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  /// The path of the program that the process runs; `nil` if the system doesn't provide it.
  package static var program: String? {
    #if os(Linux)
      let path = try? POSIXFileSystem().readLink(atPath: Array("/proc/self/exe".utf8))
      return path.map { String(decoding: $0, as: UTF8.self) }
    #else
      CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
    #endif
  }

  package static func exit(_ status: ExitStatus) -> Never { systemExit(status.rawValue) }

  /// Ends the process by a signal, as if the signal had never been caught.
  ///
  /// A shell or a service manager then sees the signal as the reason for the end.
  package static func end(by signal: Signal) -> Never {
    resetSignal(signal.rawValue)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal.rawValue)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal.rawValue)
    // Only reached for a signal whose default action doesn't end a process.
    systemExit(128 + signal.rawValue)
  }
}

private func resetSignal(_ number: Int32) { _ = signal(number, SIG_DFL) }
