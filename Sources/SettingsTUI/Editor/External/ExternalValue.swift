import Settings

/// One value as text: text as it is below a line of scissors, anything else as JSON with comments.
struct ExternalValue: ExternalText {
  let place: ValuePlace
  /// What was typed already and is not staged; `nil` for the value as staged.
  var typed: String?

  private var isText: Bool {
    if case .string = place.setting.kind { return true }
    return false
  }

  var fileName: String { isText ? "value.txt" : "value.jsonc" }

  /// Above it nothing counts.
  private static let scissors = "# ------------------------ >8 ------------------------"

  func text(_ context: EditorContext) -> String {
    let setting = place.setting
    let facts = [setting.title, setting.help, KindSummary.fullText(setting) + "."].filter { !$0.isEmpty }
    let value = context.value(at: place)
    guard isText else {
      let explanation = facts.flatMap { $0.commented("// ") }
      return (explanation + [typed ?? value?.text(.pretty(indent: 2)) ?? "null"]).joined(separator: "\n")
        + "\n"
    }
    let explanation = (facts + ["The text begins below the line with the scissors."])
      .flatMap { $0.commented("# ") }
    return (explanation + [Self.scissors, typed ?? place.editingText(for: value)]).joined(separator: "\n")
      + "\n"
  }

  func read(_ text: String, _ context: EditorContext) -> ExternalReading {
    let value: JSONValue
    if isText {
      guard let body = Self.body(of: text) else {
        return .unreadable("The line with the scissors is gone; put it back above the text.")
      }
      // What was none and is still empty was not turned into an empty text.
      if body.isEmpty, context.value(at: place) == .null { return .changes([], problems: []) }
      value = .string(body)
    } else {
      do throws(JSONParseError) {
        value = try JSONDocument(parsing: Array(text.utf8)).root.value
      } catch {
        return .unreadable("\(error)")
      }
    }
    guard value != context.value(at: place) else { return .changes([], problems: []) }
    if let wrong = context.problems(of: value, at: place).first(where: { $0.severity == .error }) {
      return .unreadable(wrong.message)
    }
    let path = place.entry.path
    let whole = place.replacing(in: context.form.value(at: path), with: value)
    return .changes([StagedValue(path: path, value: whole)], problems: [])
  }

  /// What stands below the scissors; programs end the last line, so one line break at the end is theirs.
  private static func body(of text: String) -> String? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { String($0).hasPrefix(scissors) }) else { return nil }
    var body = lines[(line + 1)...].map { String($0) }
    if body.count > 1, body.last == "" { body.removeLast() }
    return body.joined(separator: "\n")
  }

  func text(_ text: String, explaining problem: String) -> String {
    Self.replacingFirstLine(of: text, marked: isText ? "# ! " : "// ! ", with: problem)
  }
}
