import Settings

/// `PATH=VALUE`, read by the setting's type, or `PATH:=JSON`.
struct Assignment {
  enum Value {
    case typed(String)
    case json(JSONValue)
  }

  let path: SettingPath
  let value: Value

  /// Takes a word apart at the first `=` outside of quotes.
  init(_ word: String) throws(Failure) {
    var isQuoted = false
    var isEscaped = false
    let equals = word.firstIndex { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "=" && !isQuoted
    }
    guard let equals else { throw .usage("\(word) has no \"=\"; write PATH=VALUE, or PATH:=JSON.") }
    let text = String(word[word.index(after: equals)...])
    let isJSON = word[..<equals].hasSuffix(":")
    path = try SettingPath(operand: String(isJSON ? word[..<equals].dropLast() : word[..<equals]))
    guard isJSON else {
      value = .typed(text)
      return
    }
    do throws(JSONParseError) {
      value = .json(try JSONValue(parsing: text))
    } catch {
      throw .usage("\(path) needs JSON behind \":=\": \(error)")
    }
  }
}

extension SettingPath {
  /// Reads a path as the command line takes it.
  init(operand text: String) throws(Failure) {
    do throws(SettingPathError) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(error)")
    }
  }
}
