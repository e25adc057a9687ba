import Testing

@testable import Settings
@testable import SettingsEditing
@testable import SettingsTUI

@MainActor
@Suite("While an apply is in progress")
struct ApplyProgressTests {
  private func editor() throws -> ScreenEditor {
    let model = try TestForm.model()
    try model.stage(3, at: ["calculation", "timePeriod"])
    let editor = ScreenEditor(model)
    let effects = editor.perform(.store(.apply(leavingOut: [], ApplyOptions()), then: .stay))
    #expect(effects == [.store(.apply(leavingOut: [], ApplyOptions()))])
    return editor
  }

  private func text(_ editor: ScreenEditor, _ width: Int = 80, _ height: Int = 24) -> String {
    editor.render(Size(width: width, height: height), glyphs: Glyphs()).grid.text
  }

  @Test("the editor shows what runs, its progress and for how long", arguments: [(80, 24), (40, 10)])
  func progress(width: Int, height: Int) throws {
    let editor = try editor()
    #expect(text(editor, width, height).contains("Applying…"))
    #expect(!text(editor, width, height).contains("Ctrl-C"))
    editor.take(ApplyProgress(step: .prepare, name: "port check", text: ""))
    #expect(text(editor, width, height).contains("port check prepares"))
    editor.take(ApplyProgress(step: .sideEffect, name: "recalculate", text: ""))
    #expect(editor.nextTick == .seconds(1))
    _ = editor.tick()
    _ = editor.tick()
    #expect(text(editor, width, height).contains("recalculate runs, 2 s"))
    editor.take(ApplyProgress(step: .sideEffect, name: "recalculate", text: "3 of 10 parts"))
    #expect(text(editor, width, height).contains("recalculate: 3 of 10 parts, 2 s"))
    #expect(text(editor, width, height).contains("Ctrl-C cancels."))
  }

  @Test("Ctrl-C cancels it, and other keys do nothing")
  func canceling() throws {
    let editor = try editor()
    editor.take(ApplyProgress(step: .sideEffect, name: "recalculate", text: ""))
    #expect(editor.update(.input([.key(Key("q")), .key(Key(.enter))])) == [])
    #expect(editor.update(.input([.key(.control("c"))])) == [.cancelStoring])
    #expect(text(editor).contains("Canceling…"))
    #expect(!text(editor).contains("Ctrl-C"))
    _ = editor.finish((.apply(leavingOut: [], ApplyOptions()), .failure(ApplyError.canceled)))
    #expect(text(editor).contains("Nothing was applied; all changes are still staged."))
  }

  @Test("reports of other times, such as for another process's change, show nothing")
  func otherTimes() throws {
    let editor = ScreenEditor(try TestForm.model())
    editor.take(ApplyProgress(step: .sideEffect, name: "recalculate", text: "3 of 10 parts"))
    #expect(!text(editor).contains("recalculate"))
  }
}
