import SettingsEditing

@testable import SettingsTUI

/// Plays a user at the plain editor, and records the conversation.
///
///     let driver = PlainDriver(try model())
///     await driver.type("2", "2 min")          the second row, and its value
///     #expect(driver.transcript.contains("Wait is now 2 min"))
///
/// Each line is an answer to the last prompt. What the answer asks for (an apply, a file) is performed before the next line, as
/// ``PlainSession`` does it.
@MainActor
final class PlainDriver {
  let editor: PlainEditor
  /// The whole conversation; typed lines follow the prompts.
  private(set) var transcript = ""
  private(set) var answer: PlainAnswer

  /// The recovery files that the editor asked to remove.
  private(set) var removed: [RecoveryFolder.Leftover] = []

  init(
    _ model: FormViewModel, start: SettingPath? = nil,
    leftovers: [RecoveryFolder.Leftover] = []
  ) {
    let options = EditorOptions(start: start)
    let editor = PlainEditor(model, options: options)
    self.editor = editor
    editor.editor.listMembers(of: leftovers)
    for leftover in leftovers { _ = editor.offer(leftover) }
    answer = editor.start()
    note()
  }

  var model: FormViewModel { editor.model }

  /// Types lines, one after the other, and returns the reply to the last one.
  @discardableResult
  func type(_ lines: String...) async -> String {
    for line in lines {
      transcript += line + "\n"
      answer = editor.take(line)
      note()
      for effect in answer.effects {
        switch effect {
        case .removeRecovery(let leftovers): removed += leftovers
        case .store(let request):
          answer = editor.finish(await request.perform(on: model))
          note()
        default: break
        }
      }
    }
    return answer.text
  }

  /// Plays the app, which reports something about a row that it provides, and returns the reply.
  @discardableResult
  func report(_ event: AppRowEvent) -> String {
    let news = editor.news(event) ?? ""
    transcript += news
    guard let answer = editor.take(event) else { return news }
    self.answer = answer
    note()
    return news + answer.text
  }

  /// Ends the input.
  func end() -> String {
    answer = editor.end(.inputEnded)
    note()
    return answer.text
  }

  private func note() {
    transcript += answer.text + answer.prompt
  }
}
