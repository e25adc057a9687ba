import Settings

/// `PATH=VALUE` with a value of the setting's type, `PATH:=JSON`, or `PATH` alone, which asks for the value.
struct Assignment {
  enum Value {
    case typed(String)
    case json(JSONValue)
    /// A value that isn't part of the command line; see ``AskedValues``.
    case asked
  }

  let path: SettingPath
  let value: Value
  /// The word that was parsed.
  let word: String

  /// Whether the command asks for the value.
  var isAsked: Bool {
    if case .asked = value { true } else { false }
  }

  /// The parts of an assignment.
  struct Parts {
    let path: Substring
    let isJSON: Bool
    let value: Substring
  }

  /// Splits a word at the first `=` outside quotation marks; returns `nil` if it has none.
  static func parts(of word: String) -> Parts? {
    var isQuoted = false
    var isEscaped = false
    let equals = word.firstIndex { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "=" && !isQuoted
    }
    guard let equals else { return nil }
    let path = word[..<equals]
    let isJSON = path.hasSuffix(":")
    return Parts(
      path: isJSON ? path.dropLast() : path, isJSON: isJSON, value: word[word.index(after: equals)...])
  }

  private init(path: SettingPath, value: Value, word: String) {
    (self.path, self.value, self.word) = (path, value, word)
  }

  /// Returns the assignment with the text that was asked for.
  func answered(with text: String) -> Assignment {
    Assignment(path: path, value: .typed(text), word: word)
  }

  /// Parses a word.
  init(_ word: String) throws(Failure) {
    self.word = word
    guard let parts = Self.parts(of: word) else {
      guard let path = try? SettingPath(parsing: word), !path.isRoot else { throw Self.malformed(word) }
      self.path = path
      value = .asked
      return
    }
    guard !parts.path.isEmpty else { throw Self.malformed(word) }
    let text = String(parts.value)
    path = try SettingPath(operand: String(parts.path))
    guard parts.isJSON else {
      value = .typed(text)
      return
    }
    do throws(JSONParseError) {
      value = .json(try JSONValue(parsing: text))
    } catch {
      throw .usage("\(path) needs JSON after \":=\": \(error)")
    }
  }
}

extension Assignment {
  /// Returns the failure for a word that isn't an assignment.
  static func malformed(_ word: String) -> Failure {
    .usage("\(word) is not an assignment; write PATH=VALUE, PATH:=JSON, or a PATH whose value is asked for.")
  }
}

extension SettingPath {
  /// Parses an operand.
  init(operand text: String) throws(Failure) {
    do throws(SettingPathError) {
      try self.init(parsing: text)
    } catch {
      throw .usage("\(error)")
    }
  }
}
