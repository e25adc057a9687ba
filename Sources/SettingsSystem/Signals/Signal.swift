#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of a signal.
package struct Signal: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let interrupt = Signal(rawValue: SIGINT)
  package static let terminate = Signal(rawValue: SIGTERM)
  package static let hangUp = Signal(rawValue: SIGHUP)
  package static let quit = Signal(rawValue: SIGQUIT)
  package static let kill = Signal(rawValue: SIGKILL)
  package static let windowChange = Signal(rawValue: SIGWINCH)
  /// The signal that a person sends with Ctrl-Z.
  package static let stop = Signal(rawValue: SIGTSTP)
  package static let resume = Signal(rawValue: SIGCONT)

  /// The signals that a person or the system sends to end a program.
  package static let endings: [Signal] = [.interrupt, .terminate, .hangUp, .quit]
}
