import CTerminal

extension Terminal {
  /// Gives the terminal to a program that runs in front until the body returns, then takes it back.
  ///
  /// Keys and signals are not listened to meanwhile: the main thread is busy.
  func lend<Result>(_ body: () -> Result) -> Result {
    cterminal_lend()
    defer {
      cterminal_take_back()
      resume()
    }
    return body()
  }
}
