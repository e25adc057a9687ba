import Settings

/// A number or a string that is edited in its row.
///
/// The text is checked after each key, but only staged when it is accepted. So a value that is invalid on the way (`1` while `10` is typed,
/// with 5 as the minimum) shows a problem and causes no change. An unchanged text stages nothing: opening a field and accepting it doesn't
/// write a default into the file.
struct InlineField: Hashable, Sendable {
  let place: ValuePlace
  var line: LineEditor
  /// Whether a secret is visible while it is typed.
  var isRevealed = false
  /// The problem of the typed text.
  private(set) var problem: String?
  /// The text when the field was opened.
  private let original: String
  /// Whether there was no value yet.
  let isNew: Bool
  /// Whether the file has no value and the field shows a default.
  private let isUnset: Bool
  /// Whether anything was typed.
  ///
  /// Someone who types the text of the default over itself wants to have it in the file; someone who only looks doesn't.
  private var isTyped = false

  @MainActor
  init(_ place: ValuePlace, core: EditorCore) {
    self.place = place
    let value = core.value(at: place)
    isNew = place.value(in: core.model.value(at: place.entry.path)) == nil
    let own = core.model.isSet(place.entry.path) ? core.model.value(at: place.entry.path) : nil
    isUnset = place.value(in: own) == nil
    original = place.isSecret ? "" : place.editingText(for: value)
    // Typing replaces a value that was only looked at, and the arrow keys edit it.
    line = LineEditor(original, isSelected: true)
  }

  var isMasked: Bool { place.isSecret && !isRevealed }

  /// Whether the text was changed. The text of a default that was typed is a choice of the default.
  var isChanged: Bool { line.text != original || isUnset && isTyped && !line.isEmpty && !place.isSecret }

  /// Returns the typed value, or its problem.
  ///
  /// The same text can mean different values: `true` is a string for a string setting, and a Boolean where the form says nothing about the
  /// type.
  @MainActor
  func read(_ core: EditorCore) -> Result<JSONValue, Wrong> {
    let value: JSONValue
    if case .string(let limits) = place.setting.kind, limits.format != .duration {
      // The typed text is the string, even if it is `null`, which on the command line means no value.
      value = .string(line.text)
    } else if place.setting.kind.isAnything, line.text == "null" {
      value = .null
    } else {
      do {
        value = try place.setting.value(parsing: line.text)
      } catch _ where place.setting.kind.isAnything {
        // As on the command line, what isn't JSON is text.
        value = .string(line.text)
      } catch {
        return .failure(Wrong(sentence: error.description))
      }
    }
    if let error = core.error(of: value, at: place) { return .failure(Wrong(sentence: error.message)) }
    return .success(value)
  }

  /// Why the typed text isn't a valid value.
  struct Wrong: Error, Hashable, Sendable {
    let sentence: String
  }

  /// Checks the typed text.
  @MainActor
  mutating func check(_ core: EditorCore) {
    problem = nil
    guard isChanged else { return }
    if case .failure(let wrong) = read(core) { problem = wrong.sentence }
  }

  /// Stages the value; returns `false` if it is invalid and the field has to stay open.
  @MainActor
  mutating func commit(_ core: EditorCore) -> Bool {
    // An unchanged field stages nothing. Otherwise, an empty field would turn no value, or a secret, into an empty string.
    guard isChanged else { return true }
    switch read(core) {
    case .success(let value):
      if isUnset || value != core.value(at: place) { core.perform(.store(value, at: place)) }
      return true
    case .failure(let wrong):
      problem = wrong.sentence
      return false
    }
  }

  /// Whether the field is open after a command.
  enum Outcome {
    case open
    case closed
  }

  @MainActor
  mutating func perform(_ command: Command, in core: EditorCore) -> Outcome {
    switch command {
    case .accept: return commit(core) ? .closed : .open
    case .back: return .closed
    case .reveal: isRevealed.toggle()
    case .increase, .decrease:
      if let value = try? place.setting.value(parsing: line.text),
        let next = NumberStep.next(value, up: command == .increase, kind: place.setting.kind)
      {
        line = LineEditor(place.editingText(for: next))
      }
      check(core)
    default:
      if line.perform(command) {
        isTyped = true
        check(core)
      }
    }
    return .open
  }

  /// Inserts typed or pasted text.
  @MainActor
  mutating func insert(_ text: String, in core: EditorCore) {
    line.insert(text)
    isTyped = true
    check(core)
  }
}

extension InlineField? {
  /// Opens the field if the command on a row asked for one. If it asked for something else, such as a list of choices, returns those
  /// actions for the caller to perform.
  @MainActor
  mutating func open(for result: ValueCommandResult?, _ core: EditorCore) -> [EditorAction] {
    switch result {
    case .field(let place)?: self = InlineField(place, core: core)
    case .actions(let actions)?: return actions
    case nil: break
    }
    return []
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
