/// The names of settings in words.
enum SettingTitle {
  /// A name's words: `httpURLPath` → "Http URL Path".
  ///
  /// A word begins at a capital after a small letter, and at the last capital of several before a small letter;
  /// underscores separate words. Each word begins with a capital, runs of capitals stay.
  static func words(_ name: String) -> String {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      if character == "_" || character == "-" || character == " " || character == "." {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, let last = word.last {
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        let endsRun = last.isUppercase && next?.isLowercase == true
        if !last.isUppercase || endsRun {
          words.append(word)
          word = ""
        }
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
