import SettingsSystem

/// The arguments of the process, which can be any bytes.
package enum ProcessArguments {
  /// The bytes of each argument after the program's name.
  ///
  /// The standard library repairs malformed UTF-8, and a repaired name would be the name of another file.
  package static var bytes: [[UInt8]] { Array(CurrentProcess.arguments.dropFirst()) }

  /// Decodes arguments.
  static func words(_ arguments: [[UInt8]]) throws(Failure) -> [String] {
    var words: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw .usage(
          "Argument \(index + 1), \(escaped(bytes)), is not valid UTF-8; names and values must be UTF-8.")
      }
      words.append(word)
    }
    return words
  }

  /// Returns the bytes as text, with `\xHH` for each byte that isn't ASCII.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
      .joined()
  }
}
