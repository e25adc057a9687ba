import Settings

/// A text that a person edits in a program of their own, and what to make of it afterwards.
protocol ExternalText: Sendable {
  /// What the temporary file is called; programs choose their colours by it.
  var fileName: String { get }

  /// The text to edit, with comments that explain it.
  @MainActor
  func text(_ context: EditorContext) -> String

  /// What the edited text asks for.
  @MainActor
  func read(_ text: String, _ context: EditorContext) -> ExternalReading

  /// The text with a sentence at its top that says what is wrong in it.
  func text(_ text: String, explaining problem: String) -> String
}

/// What an edited text asks for.
enum ExternalReading: Equatable {
  /// Values to stage, `nil` for the default; none if nothing was changed.
  case changes([StagedValue], problems: [String])
  /// The text is no value, or no document.
  case unreadable(String)
}

/// A value to stage; `nil` to go back to the default.
struct StagedValue: Hashable, Sendable {
  let path: SettingPath
  let value: JSONValue?
}

extension ExternalText {
  /// The text with a line about a problem at its top, which replaces that of the last one.
  ///
  /// A problem's `line:column:` is that of the text as it is given here; a line more at the top moves it down.
  static func replacingFirstLine(of text: String, marked mark: String, with problem: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var sentence = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
    if lines.first?.hasPrefix(mark) == true {
      lines.removeFirst()
    } else if let place = sentence.prefixMatch(of: #/(\d+)(?=:\d+: )/#), let line = Int(place.1) {
      sentence.replaceSubrange(place.range, with: String(line + 1))
    }
    return ([mark + sentence[...]] + lines).joined(separator: "\n")
  }
}

extension StringProtocol {
  /// The text as comments of lines that begin with a mark, broken at 76 columns.
  func commented(_ mark: String) -> [String] {
    VisibleText(isASCIIOnly: false).wrap(String(self), columns: 76 - mark.count).map {
      $0.isEmpty ? String(mark.prefix { $0 != " " }) : mark + $0
    }
  }
}
