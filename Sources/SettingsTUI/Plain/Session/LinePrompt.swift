import CTerminal
import SettingsSystem

/// Prompts for one line on the terminal, without a screen.
///
/// The terminal is always restored. A signal is returned, and the caller decides what to do. While the process is stopped
/// (Ctrl-Z), typed text is visible.
package enum LinePrompt {
  /// The answer to a prompt.
  package enum Answer: Equatable {
    case line(String)
    /// The line is longer than the longest line of a terminal; the rest is lost.
    case tooLong
    /// The line isn't UTF-8.
    case notText
    /// The input ended.
    case ended
    /// The process received a signal that ends it; the value is the signal's number.
    case signal(Int32)
  }

  /// The longest line that a terminal delivers, its end included (`N_TTY_BUF_SIZE` on Linux, more on other systems).
  private static let mostBytes = 4_096

  /// Prompts for a line. A secret is hidden while it is typed.
  package static func ask(_ prompt: String, isSecret: Bool) -> Answer {
    let input = ByteStream.standardInput
    let output = ByteStream.standardError.isTerminal ? ByteStream.standardError : .standardOutput
    let descriptor = cterminal_catch_signals()
    guard descriptor >= 0 else { return .ended }
    let signals = SignalPipe(ByteStream(descriptor))
    defer { cterminal_release_signals() }

    func begin() {
      if isSecret { input.setEcho(false) }
      output.show(VisibleText.lines(of: prompt))
    }
    func end() {
      guard isSecret else { return }
      // Print the line break, because it was hidden with the secret.
      output.show("\n")
      input.setEcho(true)
    }
    begin()
    while true {
      let ready = ByteStream.wait(for: [signals.stream, input])
      if ready.contains(signals.stream) {
        for signal in signals.waitingSignals() {
          if Signal.endings.contains(signal) {
            end()
            return .signal(signal.rawValue)
          }
          if signal == .stop {
            end()
            cterminal_stop_process()
          }
          if signal == .resume { begin() }
        }
      } else if ready.contains(input) {
        switch input.readAvailable() {
        case .nothingYet: continue
        case .ended:
          end()
          return .ended
        case .bytes(let bytes):
          end()
          return answer(bytes)
        }
      }
    }
  }

  private static func answer(_ bytes: [UInt8]) -> Answer {
    if bytes.count >= mostBytes { return .tooLong }
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    return String(validating: line, as: UTF8.self).map { .line($0) } ?? .notText
  }
}
