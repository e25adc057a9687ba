import SettingsJSON

/// Words of a command line of a POSIX shell.
package enum ShellWord {
  /// Returns a string as one word, in single quotes if the shell would interpret one of its characters.
  ///
  /// POSIX.1-2024, Shell Command Language, 2.2: between single quotes every character is literal, and a single quote isn't
  /// allowed. A string with a NUL can't be a word.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy(isSafe)
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "_-./:=@%+,".utf8.contains(byte)
  }
}
