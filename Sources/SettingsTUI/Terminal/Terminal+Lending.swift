import CTerminal

extension Terminal {
  /// Lends the terminal to a program in the foreground until the body returns.
  ///
  /// The main thread is busy in the meantime, so keys and signals aren't handled.
  func lend<Result>(_ body: () -> Result) -> Result {
    cterminal_lend()
    defer {
      cterminal_reclaim()
      resume()
    }
    return body()
  }
}
