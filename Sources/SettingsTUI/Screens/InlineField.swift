import SettingsEditing

/// A number or a string that is edited in its row.
///
/// The text is checked after each key, but only staged when it is accepted. So a value that is invalid on the way (`1` while `10` is typed,
/// with 5 as the minimum) shows a problem and causes no change. An unchanged text stages nothing: opening a field and accepting it doesn't
/// write a default into the file.
struct InlineField: Hashable, Sendable {
  private(set) var place: ValuePlace
  var line: LineEditor
  /// Whether the typed text is hidden: the value is a secret, or the field would begin with a value that has one in it.
  let isSecret: Bool
  /// Whether a secret is visible while it is typed.
  var isRevealed = false
  /// The problem of the typed text.
  private(set) var problem: String?
  /// The text when the field was opened.
  private let original: String
  /// Whether the file has no value and the field shows a default.
  private let isUnset: Bool
  /// Whether the value was accepted, or left as it was.
  private(set) var isClosed = false
  /// Whether anything was typed.
  ///
  /// Someone who types the text of the default over itself wants to have it in the file; someone who only looks doesn't.
  private var isTyped = false

  @MainActor
  init(_ place: ValuePlace, core: EditorCore) {
    self.place = place
    let value = core.value(at: place)
    isUnset = place.value(in: core.model.draft.setValue(of: place.entry)) == nil
    isSecret = place.isSecret(holding: value)
    original = isSecret ? "" : place.editingText(for: value)
    // Typing replaces a value that was only looked at, and the arrow keys edit it.
    line = LineEditor(original, isSelected: true)
  }

  var isMasked: Bool { isSecret && !isRevealed }

  /// Whether the text can have several lines, which a screen of its own shows.
  private var canGrow: Bool {
    if case .string(let limits) = place.setting.kind { !isSecret && limits.format == nil } else { false }
  }

  /// Whether the text was changed. The text of a default that was typed is a choice of the default.
  var isChanged: Bool { line.text != original || isUnset && isTyped && !line.isEmpty && !isSecret }

  /// Returns the typed value, or its problem.
  @MainActor
  func read(_ core: EditorCore) throws(Refusal) -> JSONValue {
    let value = try core.value(of: line.text, at: place)
    if let error = core.error(of: value, at: place) { throw Refusal(reason: error.message) }
    return value
  }

  /// Checks the typed text; a text of megabytes only when it is accepted.
  @MainActor
  mutating func check(_ core: EditorCore) {
    problem = nil
    guard line.characters.count < 100_000, isChanged else { return }
    do throws(Refusal) { _ = try read(core) } catch { problem = error.reason }
  }

  /// The lines about what is typed: its problem, or else how a secret is shown.
  @MainActor
  func lines(columns: Int, in context: ScreenContext) -> [[Span]] {
    if let problem {
      return context.glyphs.lines("\(context.glyphs.problem) \(problem)", role: .problem, columns: columns)
    }
    guard isSecret else { return [] }
    let effect = isMasked ? "shows" : "hides"
    return [[Span("\(context.key(.reveal, in: .field)) \(effect) what is typed.", role: .secondary)]]
  }

  /// The keys while the value is typed. Up and down change a number, because the field has one line.
  ///
  /// An unchanged field closes without an edit. Otherwise, an empty field would turn no value, or a secret, into an empty string.
  static let keys = PageKeys<InlineField>(
    "The value",
    [
      .accept("Accept the value") { field, context in
        field.isClosed = true
        guard field.isChanged else { return [] }
        do throws(Refusal) {
          return [.edit(.store(try field.read(context.core), at: field.place))]
        } catch {
          field.problem = error.reason
          field.isClosed = false
          return []
        }
      },
      .leave("Keep the old value", hint: "Cancel") { field, _ in
        field.isClosed = true
        return []
      }, step(.increase, key: "Up", title: "Up by one step"),
      step(.decrease, key: "Down", title: "Down by one step"),
      .init(.newLine, keys: "Alt-Enter ^O", title: "Go on in an editor of several lines") { field, _ in
        guard field.canGrow else {
          return [.note("Only text has several lines, and no secret is shown there.")]
        }
        field.isClosed = true
        let (place, line) = (field.place, field.line)
        return [.open { TextScreen(place, typed: line, context: $0) }]
      },
      .init(.reveal, keys: "^T", title: "Show a secret while it is typed, or hide it") { field, _ in
        guard field.isSecret else { return [.note("The value isn't a secret.")] }
        field.isRevealed.toggle()
        return []
      },
    ], .line, editor: KeyMap.besideText)

  private static func step(_ command: Command, key: String, title: String) -> PageKeys<InlineField>.Entry {
    .init(command, keys: key, title: title) { field, context in
      guard let value = try? field.place.setting.value(parsing: field.line.text),
        let next = NumberStep.next(value, up: command == .increase, kind: field.place.setting.kind)
      else { return nil }
      field.line = LineEditor(field.place.editingText(for: next))
      field.check(context.core)
      return []
    }
  }

  /// Follows the elements of lists that have moved between two drafts; returns `false` if the element is gone.
  mutating func follow(from old: Draft, to new: Draft) -> Bool { place.follow(from: old, to: new) }
}

extension InlineField: LinePage {
  var keepsDeleted: Bool { place.setting.holdsSecrets }

  mutating func lineChanged(_ context: ScreenContext) {
    isTyped = true
    check(context.core)
  }
}

extension ValuePlace {
  /// Returns the value as it is typed: the string that ``FormSetting/value(parsing:)`` parses.
  func editingText(for value: JSONValue?) -> String {
    switch value {
    case .string(let text):
      guard case .string(let limits) = setting.kind, let format = limits.format else { return text }
      return format.words(for: text)
    case nil, .null?: return ""
    case let value?: return value.description
    }
  }
}
