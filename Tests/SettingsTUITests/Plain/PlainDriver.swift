import Settings

@testable import SettingsTUI

/// Plays a person who answers the plain editor, and writes down what both say.
@MainActor
final class PlainDriver {
  let form: UntypedViewModel
  let editor: PlainEditor
  /// The whole conversation; what was typed stands behind the prompts.
  private(set) var transcript = ""
  private(set) var answer: PlainAnswer

  /// What was asked to be removed of what editors before left behind.
  private(set) var settled: [RecoveryFolder.Leftover] = []

  init(_ form: UntypedViewModel, leftovers: [RecoveryFolder.Leftover] = []) {
    self.form = form
    editor = PlainEditor(form)
    for leftover in leftovers { _ = editor.offer(leftover) }
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
      if case .settle(let leftover)? = answer.effect { settled.append(leftover) }
      guard let report = await answer.effect?.store(in: form) else { continue }
      answer = editor.finish(report)
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
