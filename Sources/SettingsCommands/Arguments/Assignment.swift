import Settings

/// `PATH=VALUE`, read by the setting's type, or `PATH:=JSON`, or `PATH`, whose value is asked for.
struct Assignment {
  enum Value {
    case typed(String)
    case json(JSONValue)
    /// A value that stands in no command line, where others could see it: see ``AskedValues``.
    case asked
  }

  let path: SettingPath
  let value: Value

  /// Whether the value is asked for.
  var isAsked: Bool {
    if case .asked = value { true } else { false }
  }

  /// The parts of a word that is an assignment.
  struct Parts {
    let path: Substring
    let isJSON: Bool
    let value: Substring
  }

  /// Takes a word apart at the first `=` outside of quotes; `nil` if it has none.
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

  /// Reads a word.
  init(_ word: String) throws(Failure) {
    guard let parts = Self.parts(of: word) else {
      guard let path = try? SettingPath(parsing: word), !path.isRoot else { throw Self.noAssignment(word) }
      self.path = path
      value = .asked
      return
    }
    guard !parts.path.isEmpty else { throw Self.noAssignment(word) }
    let text = String(parts.value)
    path = try SettingPath(operand: String(parts.path))
    guard parts.isJSON else {
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

extension Assignment {
  /// The failure of a word that is none.
  static func noAssignment(_ word: String) -> Failure {
    .usage("\(word) is no assignment; write PATH=VALUE, PATH:=JSON, or a PATH whose value is asked for.")
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
