import CTerminal
import SettingsSystem

/// Asks for one line on the terminal, without a screen.
///
/// The terminal is given back as it was, also when a signal comes: that is left to the caller. While the process is stopped
/// (Ctrl-Z) everything that is typed shows.
package enum LinePrompt {
  /// What came of it.
  package enum Answer: Equatable {
    case line(String)
    /// The line is longer than the terminal hands over; what is beyond that is lost.
    case tooLong
    /// The line is no UTF-8.
    case notText
    /// There are no more lines.
    case ended
    /// A signal asked the process to end; its number.
    case signal(Int32)
  }

  /// What a terminal hands over of a line, its end included (`N_TTY_BUF_SIZE` on Linux, more elsewhere).
  private static let mostBytes = 4_096

  /// Asks. A secret is not shown while it is typed.
  package static func ask(_ prompt: String, isSecret: Bool) -> Answer {
    let input = ByteStream.standardInput
    let output = ByteStream.standardError.isTerminal ? ByteStream.standardError : .standardOutput
    let descriptor = cterminal_catch_signals()
    guard descriptor >= 0 else { return .ended }
    let signals = ByteStream(descriptor)
    defer { cterminal_release_signals() }

    func begin() {
      if isSecret { input.setEcho(false) }
      output.show(VisibleText.lines(of: prompt))
    }
    func end() {
      guard isSecret else { return }
      // The line's end was hidden with it.
      output.show("\n")
      input.setEcho(true)
    }
    begin()
    while true {
      let ready = ByteStream.wait(for: [signals, input])
      if ready.contains(signals), case .bytes(let numbers) = signals.readAvailable() {
        for number in numbers.map(Int32.init) {
          let signal = Signal(rawValue: number)
          if Signal.endings.contains(signal) {
            end()
            return .signal(number)
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
