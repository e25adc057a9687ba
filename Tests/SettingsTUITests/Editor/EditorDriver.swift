import Settings

@testable import SettingsTUI

/// Plays a person at the editor, without a terminal.
@MainActor
final class EditorDriver {
  let form: UntypedViewModel
  let editor: EditorModel
  var size: Size
  let glyphs: Glyphs
  private(set) var frame: Frame
  /// What the editor asked of the world, in order, applies left out.
  private(set) var effects: [EditorEffect] = []

  init(
    _ form: UntypedViewModel, size: Size = Size(width: 80, height: 24), glyphs: Glyphs = Glyphs(),
    start: SettingPath? = nil, keys: EditorKeys = .standard
  ) {
    self.form = form
    self.size = size
    self.glyphs = glyphs
    editor = EditorModel(form, options: EditorOptions(start: start, keys: keys, author: "ada"))
    frame = editor.render(size, glyphs)
  }

  /// What the screen shows.
  var text: String { frame.grid.text }

  /// The words that the screen shows, whatever lines and frames stand between them.
  var words: String {
    text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
  }

  /// The line that the cursor stands on.
  var focusedLine: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(frame.cursor.y) ? String(lines[frame.cursor.y]) : ""
  }

  /// Presses keys one after the other; a frame is drawn after each.
  func press(_ keys: Key...) async {
    for key in keys { await send(.input([.key(key)])) }
  }

  /// Types text, a key a character.
  func type(_ text: String) async {
    for character in text { await press(Key(character)) }
  }

  func paste(_ text: String) async {
    await send(.input([.paste(text)]))
  }

  func click(_ x: Int, _ y: Int) async {
    await send(.input([.mouse(.init(action: .press, place: Point(x: x, y: y)))]))
  }

  func resize(_ width: Int, _ height: Int) async {
    size = Size(width: width, height: height)
    await send(.resized)
  }

  func send(_ event: TerminalEvent) async {
    await perform(editor.update(event))
    frame = editor.render(size, glyphs)
  }

  /// Plays the person's own editor, which leaves a text.
  func finishEditing(_ text: String?, failure: String? = nil) async {
    await perform(editor.finishEditing(ExternalEditor.Result(text: text, failure: failure)))
    frame = editor.render(size, glyphs)
  }

  private func finish(
    _ body: (UntypedViewModel) async throws(ApplyError) -> ApplyOutcome
  ) async {
    let result: Result<ApplyOutcome, ApplyError>
    do throws(ApplyError) {
      result = .success(try await body(form))
    } catch {
      result = .failure(error)
    }
    await perform(editor.finishApply(result))
  }

  /// The text that the person's own editor was given last.
  var given: String {
    for effect in effects.reversed() { if case .edit(let text, _) = effect { return text } }
    return ""
  }

  private func perform(_ effects: [EditorEffect]) async {
    for effect in effects {
      switch effect {
      case .apply(let leavingOut, let options):
        await finish { form async throws(ApplyError) in
          try await form.apply(leavingOut: leavingOut, options: options)
        }
      case .rollBack(let entry, let review, let options):
        await finish { form async throws(ApplyError) in
          try await form.rollback(to: entry, reviewed: review, options: options)
        }
      case .takeBack(let id):
        let result: Result<ApplyOutcome, ConfirmationError>
        do throws(ConfirmationError) {
          result = .success(try await form.cancel(id))
        } catch {
          result = .failure(error)
        }
        await perform(editor.finishTakingBack(result))
      default: self.effects.append(effect)
      }
    }
  }
}
