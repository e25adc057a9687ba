import CSystem

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

  /// The bytes of each argument, the program's name first.
  package static var arguments: [[UInt8]] {
    var arguments: [[UInt8]] = []
    while let word = csystem_argument(Int32(arguments.count)) { arguments.append(bytes(of: word)) }
    // Swift reads the arguments from /proc and ends the process if it can't: without /proc, or without a descriptor to open it.
    return arguments.isEmpty
      ? (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0) } }
      : arguments
  }

  private static func bytes(of word: UnsafePointer<CChar>) -> [UInt8] {
    var length = 0
    while word[length] != 0 { length += 1 }
    return UnsafeBufferPointer(start: word, count: length).map(UInt8.init(bitPattern:))
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
