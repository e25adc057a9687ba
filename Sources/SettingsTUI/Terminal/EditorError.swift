/// Why the editor couldn't be opened.
public enum EditorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no suitable terminal.
  case noTerminal(NoTerminal)
  /// The editor is already open; a process has one terminal.
  case alreadyOpen

  /// What is missing.
  public enum NoTerminal: Hashable, Sendable {
    /// Standard input or output isn't a terminal.
    case redirected
    /// The terminal can't position the cursor, or its type, the value of `TERM`, is unknown.
    case unsuitable(type: String)
    /// The system refused resources; the error number.
    case failed(code: Int32)
  }

  /// One sentence that explains the error and what to do.
  public var description: String {
    switch self {
    case .noTerminal(.redirected):
      "The editor needs a terminal, but standard input or output is redirected."
    case .noTerminal(.unsuitable(let type)) where type.isEmpty:
      "The editor can't draw on this terminal because TERM is not set; set it to the terminal's type."
    case .noTerminal(.unsuitable(let type)):
      "The editor can't draw on a terminal of the type “\(type)”; set TERM to its real type."
    case .noTerminal(.failed(let code)):
      "The editor could not open the terminal (error \(code)); close some files or processes and try again."
    case .alreadyOpen:
      "The editor is already open in this process; leave it before you open it again."
    }
  }
}
