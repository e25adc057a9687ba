import CTerminal
import SettingsJSON

extension Terminal {
  /// Sends text to the clipboard of the person's terminal, also over a network (OSC 52, xterm's control sequences). Terminals
  /// that don't support or allow the sequence ignore it.
  func copy(_ text: String) {
    let bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(Array(text.utf8)) + [0x07]
    bytes.withUnsafeBytes { buffer in
      cterminal_send(buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
  }
}
