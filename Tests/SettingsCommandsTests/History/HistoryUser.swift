import SettingsEditing
import TestSupport
import Testing

@testable import Settings
@testable import SettingsCommands
@testable import SettingsTUI

/// Somebody who reads the history of a workspace's file and goes back in it: by the library, by commands, in the editor, or line by line.
///
/// What all of them promise is tested once (`HistoryPromiseTests`), with the words that they have in common.
@MainActor
struct HistoryUser {
  enum Way: CaseIterable, Sendable { case library, command, editor, plain }

  let way: Way
  let workspace: Workspace

  /// Returns what is shown of a version, which 0 is the newest of: its row, and its changes.
  func version(_ number: Int) async throws -> String {
    switch way {
    case .library: return "\(try store().history()[number])"
    case .command:
      let rows = await workspace.run("log", "settings.json").output.split(separator: "\n").dropFirst()
      let page = await workspace.run("log", "settings.json", "\(number)").output
      return try #require(rows.dropFirst(number).first) + "\n" + page
    case .editor:
      let editor = try ScreenHand(store())
      await editor.press([Key("H")] + Array(repeating: Key("j"), count: number))
      return editor.focusedLine + "\n" + (editor.text.split(separator: "───", maxSplits: 1).last ?? "")
    case .plain:
      let editor = PlainHand(try store())
      let rows = await editor.type("H").split(separator: "\n")
      let row = try #require(rows.first { $0.hasPrefix("\(number + 1). ") })
      return row + "\n" + (await editor.type("\(number + 1)"))
    }
  }

  /// Rolls back to a version; returns what was said before and after it.
  ///
  /// - Parameter meanwhile: What happens between the review and the rollback; commands have no such time.
  @discardableResult
  func rollBack(to number: Int, meanwhile: () throws -> Void = {}) async throws -> String {
    switch way {
    case .library:
      let store = try store()
      let entry = try store.history()[number]
      do {
        let review = try store.review(restoring: entry)
        try meanwhile()
        try await store.rollback(to: entry, reviewed: review)
        return review.problems.map(\.description).joined(separator: "\n")
      } catch let error as ApplyError {
        return error.description
      }
    case .command:
      let result = await workspace.run("rollback", "settings.json", "\(number)", "--yes")
      return result.output + result.errors
    case .editor:
      let editor = try ScreenHand(store())
      await editor.press([Key("H")] + Array(repeating: Key("j"), count: number) + [Key("r")])
      let review = editor.text
      try meanwhile()
      await editor.press([Key("s")])
      return review + editor.text
    case .plain:
      let editor = PlainHand(try store())
      _ = await editor.type("H")
      let review = await editor.type("r \(number + 1)")
      try meanwhile()
      return review + (await editor.type("s"))
    }
  }

  /// Opens the file with the form in the workspace, as it is now.
  private func store() throws -> StoreEngine {
    let form = try FormSchema(parsing: Array(#require(workspace.text(of: "server.form.json")).utf8))
    return try StoreEngine(
      form: FormIndex(form), layers: SettingsLayers(storage: FileStorage(workspace.file)))
  }
}

/// Presses keys in the editor.
@MainActor
private final class ScreenHand {
  private let editor: ScreenEditor
  private let model: FormViewModel
  private var frame: Frame

  init(_ store: StoreEngine) {
    model = FormViewModel(store)
    editor = ScreenEditor(model)
    frame = editor.render(Size(width: 100, height: 24), glyphs: Glyphs())
  }

  var text: String {
    (0..<frame.grid.size.height).map(line).joined(separator: "\n")
  }

  var focusedLine: String { line(frame.cursor.y) }

  private func line(_ y: Int) -> String {
    String(frame.grid.row(y).lazy.filter { !$0.isContinuation }.map(\.character))
  }

  func press(_ keys: [Key]) async {
    for key in keys {
      for case .store(let request) in editor.update(.input([.key(key)])) {
        _ = editor.finish(await request.perform(on: model))
      }
      frame = editor.render(Size(width: 100, height: 24), glyphs: Glyphs())
    }
  }
}

/// Types lines in the editor that works line by line.
@MainActor
private final class PlainHand {
  private let editor: PlainEditor

  init(_ store: StoreEngine) {
    editor = PlainEditor(FormViewModel(store), options: EditorOptions())
    _ = editor.start()
  }

  func type(_ line: String) async -> String {
    var answer = editor.take(line)
    var text = answer.text
    for case .store(let request) in answer.effects {
      answer = editor.finish(await request.perform(on: editor.model))
      text += answer.text
    }
    return text
  }
}
