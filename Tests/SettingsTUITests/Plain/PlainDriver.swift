import Settings

@testable import SettingsTUI

/// Plays a person who answers the plain editor, and writes down what both say.
@MainActor
final class PlainDriver {
  let form: FormViewModel
  let editor: PlainEditor
  /// The whole conversation; what was typed stands behind the prompts.
  private(set) var transcript = ""
  private(set) var answer: PlainAnswer

  init(_ form: FormViewModel) {
    self.form = form
    editor = PlainEditor(form)
    answer = editor.start()
    note()
  }

  /// Types lines, one after the other, and returns what is said to the last one.
  @discardableResult
  func type(_ lines: String...) async -> String {
    for line in lines {
      transcript += line + "\n"
      answer = editor.take(line)
      note()
      guard answer.effect == .apply else { continue }
      let result: Result<ApplyOutcome, ApplyError>
      do throws(ApplyError) { result = .success(try await form.apply()) } catch { result = .failure(error) }
      answer = editor.finishApply(result)
      note()
    }
    return answer.text
  }

  /// Types no more.
  func end() -> String {
    answer = editor.end(.inputEnded)
    note()
    return answer.text
  }

  private func note() {
    transcript += answer.text + answer.prompt
  }
}
