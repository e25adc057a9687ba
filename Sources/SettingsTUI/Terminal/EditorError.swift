/// Why the editor could not be shown.
public enum EditorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no terminal to show it on.
  case noTerminal(NoTerminal)
  /// The editor is open already; a process has one terminal.
  case alreadyOpen

  /// What is missing.
  public enum NoTerminal: Hashable, Sendable {
    /// Standard input or output is something else.
    case redirected
    /// The terminal's type cannot place text on the screen, or nobody knows it; what `TERM` says.
    case unsuitable(type: String)
    /// The system gave no resources for it; the error number.
    case failed(code: Int32)
  }

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .noTerminal(.redirected):
      "The editor needs a terminal, but standard input or output is redirected; use --plain or the other commands."
    case .noTerminal(.unsuitable(let type)) where type.isEmpty:
      "The editor cannot draw on this terminal because TERM is not set; set it to the terminal's type, or use --plain."
    case .noTerminal(.unsuitable(let type)):
      "The editor cannot draw on a terminal of the type “\(type)”; set TERM to its real type, or use --plain."
    case .noTerminal(.failed(let code)):
      "The editor could not open the terminal (error \(code)); close some files or processes and try again."
    case .alreadyOpen:
      "The editor is open already in this process; leave it before it is opened again."
    }
  }
}
