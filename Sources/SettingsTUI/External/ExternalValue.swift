import Settings

/// One value as text: a string is written as it is below a scissors line, any other value as JSON with comments.
struct ExternalValue: ExternalText {
  let place: ValuePlace
  /// Typed text that isn't staged yet; `nil` for the staged value.
  var typed: String?

  private var isText: Bool {
    if case .string = place.setting.kind { return true }
    return false
  }

  var fileName: String { isText ? "value.txt" : "value.jsonc" }

  /// Everything above this line is ignored.
  private static let scissors = "# ------------------------ >8 ------------------------"

  func text(_ core: EditorCore) -> String {
    let setting = place.setting
    let facts = [setting.title, setting.help, KindSummary.fullText(setting) + "."].filter { !$0.isEmpty }
    let value = core.value(at: place)
    guard isText else {
      let explanation = facts.flatMap { $0.commented("// ") }
      return (explanation + [typed ?? value?.text(.pretty(indent: 2)) ?? "null"]).joined(separator: "\n")
        + "\n"
    }
    let explanation = (facts + ["The text starts below the scissors line."])
      .flatMap { $0.commented("# ") }
    return (explanation + [Self.scissors, typed ?? place.editingText(for: value)]).joined(separator: "\n")
      + "\n"
  }

  func read(_ text: String, _ core: EditorCore) -> ExternalReading {
    let value: JSONValue
    if isText {
      guard let body = Self.body(of: text) else {
        return .unreadable("The scissors line is missing; restore it above the text.")
      }
      // A null value whose text is still empty doesn't become an empty string.
      if body.isEmpty, core.value(at: place) == .null { return .changes([], problems: []) }
      value = .string(body)
    } else {
      do throws(JSONParseError) {
        value = try JSONDocument(parsing: Array(text.utf8)).root.value
      } catch {
        return .unreadable("\(error)")
      }
    }
    guard value != core.value(at: place) else { return .changes([], problems: []) }
    if let wrong = core.error(of: value, at: place) {
      return .unreadable(wrong.message)
    }
    let whole = place.replacing(in: core.model.value(at: place.entry.path), with: value)
    return .changes([StagedValue(place.entry, whole)], problems: [])
  }

  /// Returns the text below the scissors line, without the line break that editors add at the end.
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
