import Settings

/// A number or a text that is typed in its row.
struct InlineField: Hashable, Sendable {
  let place: ValuePlace
  var line: LineEditor
  /// Whether a secret shows while it is typed.
  var isRevealed = false
  /// What is wrong with what was typed so far.
  private(set) var problem: String?
  /// What the field held when it was opened.
  private let original: String

  @MainActor
  init(_ place: ValuePlace, _ context: EditorContext) {
    self.place = place
    let value = context.value(at: place)
    original = place.isSecret ? "" : place.editingText(for: value)
    line = LineEditor(original)
  }

  var isMasked: Bool { place.isSecret && !isRevealed }

  /// Whether anything was typed that would be lost.
  var isChanged: Bool { line.text != original }

  /// The value typed, or what is wrong with it.
  @MainActor
  func read(_ context: EditorContext) -> Result<JSONValue, Wrong> {
    let value: JSONValue
    if case .string = place.setting.kind {
      // Whatever is typed is the text; on the command line `null` would be none.
      value = .string(line.text)
    } else {
      do {
        value = try place.setting.value(parsing: line.text)
      } catch {
        return .failure(Wrong(sentence: error.description))
      }
    }
    if let problem = context.problems(of: value, at: place).first(where: { $0.severity == .error }) {
      return .failure(Wrong(sentence: problem.message))
    }
    return .success(value)
  }

  /// Why what was typed is no value.
  struct Wrong: Error, Hashable, Sendable {
    let sentence: String
  }

  /// Looks again at what was typed.
  @MainActor
  mutating func check(_ context: EditorContext) {
    problem = nil
    guard isChanged else { return }
    if case .failure(let wrong) = read(context) { problem = wrong.sentence }
  }

  /// Takes the value; `false` if it cannot be taken and the field has to stay.
  @MainActor
  mutating func commit(_ context: EditorContext) -> Bool {
    // An untouched field stages nothing: an empty one would turn “none” or a secret into an empty text.
    guard isChanged else { return true }
    switch read(context) {
    case .success(let value):
      if value != context.value(at: place) { context.stage(value, at: place) }
      return true
    case .failure(let wrong):
      problem = wrong.sentence
      return false
    }
  }

  /// What a command does to an open field.
  enum Outcome {
    case open
    case closed
  }

  /// Does what a key asks.
  @MainActor
  mutating func perform(_ command: Command, _ context: EditorContext) -> Outcome {
    switch command {
    case .accept: return commit(context) ? .closed : .open
    case .back: return .closed
    case .reveal: isRevealed.toggle()
    case .increase, .decrease:
      if let value = try? place.setting.value(parsing: line.text),
        let next = NumberStep.next(value, up: command == .increase, place.setting.kind)
      {
        line = LineEditor(place.editingText(for: next))
      }
      check(context)
    default:
      if line.perform(command) { check(context) }
    }
    return .open
  }

  /// Takes text that was typed or pasted, as it is.
  @MainActor
  mutating func insert(_ text: String, _ context: EditorContext) {
    line.insert(text)
    check(context)
  }
}

extension ValuePlace {
  /// The value as it is typed: what ``FormSetting/value(parsing:)`` reads.
  func editingText(for value: JSONValue?) -> String {
    switch value {
    case .string(let text): return text
    case nil, .null?: return ""
    case let value?: return value.description
    }
  }
}
