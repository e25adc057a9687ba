/// The words that the process was started with, which may be any bytes.
enum ProcessArguments {
  /// The words behind the program's name.
  ///
  /// The standard library repairs what is not UTF-8, and a repaired name is that of another file.
  static func read() throws(Failure) -> [String] {
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[number] else { break }
      guard let text = String(validatingCString: word) else {
        throw .usage(
          "Argument \(number), \(spelling(of: word)), is not valid UTF-8; only names and values in UTF-8 can be given."
        )
      }
      words.append(text)
    }
    return words
  }

  /// The word with each byte that is not ASCII as `\xHH`.
  private static func spelling(of word: UnsafePointer<CChar>) -> String {
    var shown = ""
    for byte in UnsafeBufferPointer(start: word, count: length(of: word)).lazy.map(UInt8.init(bitPattern:)) {
      shown += byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    return shown
  }

  private static func length(of word: UnsafePointer<CChar>) -> Int {
    var length = 0
    while word[length] != 0 { length += 1 }
    return length
  }
}
