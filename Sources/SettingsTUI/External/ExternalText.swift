import Settings

/// Text for the person's own editor, and how to read it afterwards.
protocol ExternalText: Sendable {
  /// The name of the temporary file. Editors choose the syntax by its extension.
  var fileName: String { get }

  /// Returns the text to edit, with comments that explain it.
  @MainActor
  func text(_ core: EditorCore) -> String

  /// Returns the changes that the edited text makes.
  @MainActor
  func read(_ text: String, _ core: EditorCore) -> ExternalReading

  /// Returns the text with a line at its top that explains a problem.
  func text(_ text: String, explaining problem: String) -> String
}

/// The changes that edited text makes.
enum ExternalReading: Equatable {
  /// Values to stage, `nil` for the default, and members that the form doesn't list yet; empty if nothing was changed.
  case changes([StagedValue], [ChangedMember] = [], problems: [String])
  /// The text isn't a value, or isn't a document.
  case unreadable(String)
}

extension ExternalText {
  /// Returns the text with a line about a problem at its top, which replaces an earlier line of this kind.
  ///
  /// The line number in the problem's `line:column:` counts the added line.
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
  /// Returns the text as comment lines that start with a mark, wrapped at 76 columns.
  func commented(_ mark: String) -> [String] {
    VisibleText(isASCIIOnly: false).wrap(String(self), columns: 76 - mark.count).map {
      $0.isEmpty ? String(mark.prefix { $0 != " " }) : mark + $0
    }
  }
}
