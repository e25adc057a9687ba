import CTerminal
import SettingsEditing
import SettingsSystem

/// Prompts for one line on the terminal, without a screen.
///
/// The terminal is always restored. A signal is returned, and the caller decides what to do. While the process is stopped
/// (Ctrl-Z), typed text is visible.
package enum LinePrompt {
  /// The answer to a prompt.
  package enum Answer: Equatable, Sendable {
    case line(String)
    /// The line isn't what was typed: a part of it is lost, or it isn't UTF-8. The reason is a sentence.
    case unusable(String)
    /// The input ended.
    case ended
    /// The process received a signal that ends it; the value is the signal's number.
    case signal(Int32)
  }

  /// The longest line that a terminal delivers, without its end (`N_TTY_BUF_SIZE` on Linux, more on other systems). It drops the rest
  /// of a longer line without a word.
  private static let mostBytes = 4_095

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
          return answer(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], from: input)
        }
      }
    }
  }

  /// Returns the answer that a line is, without its line feed.
  static func answer(_ line: ArraySlice<UInt8>, from input: ByteStream) -> Answer {
    if line.count >= mostBytes, input.isTerminal {
      return .unusable(
        "A terminal passes on \(mostBytes) bytes of a line, and the rest is lost; a pipe as the standard input has no limit."
      )
    }
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return String(validating: text, as: UTF8.self).map { .line($0) }
      ?? .unusable("The line isn't valid UTF-8.")
  }
}
