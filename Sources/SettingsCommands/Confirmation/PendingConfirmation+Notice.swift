import Settings
import SettingsTUI

extension PendingConfirmation {
  /// Explains how to keep the changes, with a command to paste into a shell.
  ///
  /// - Parameter arguments: The arguments of the apply.
  /// - Parameter file: The file; `nil` for the one that the arguments name.
  func notice(_ arguments: Arguments, file: String? = nil) -> StyledText {
    let file = file ?? arguments.operands[0]
    let schema = arguments[.schema].map { [Option.schema.rawValue, $0] } ?? []
    let words = (schema + (file.hasPrefix("-") ? ["--", file] : [file])).map(ShellWord.quoted)
    return """
      The old settings are restored in \(secondsLeft) s unless you keep the new ones:
        settings-tui confirm \(words.joined(separator: " ")) \(id, .strong)
      """
  }
}
