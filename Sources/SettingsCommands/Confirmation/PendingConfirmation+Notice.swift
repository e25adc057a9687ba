import Settings
import SettingsTUI

extension PendingConfirmation {
  /// Explains how to keep the changes, with a command to paste into a shell.
  ///
  /// - Parameter arguments: The arguments of the apply.
  func notice(_ arguments: Arguments) -> StyledText {
    let file = arguments.operands[0]
    let schema = arguments[.schema].map { [Option.schema.rawValue, $0] } ?? []
    let words = (schema + (file.hasPrefix("-") ? ["--", file] : [file])).map(ShellWord.quoted)
    return """
      The old settings are restored in \(secondsLeft) s unless you keep the new ones:
        settings-tui confirm \(words.joined(separator: " ")) \(id, .strong)
      """
  }
}
