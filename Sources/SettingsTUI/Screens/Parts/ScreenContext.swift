import Settings

/// The data that all screens draw, besides their own state.
@MainActor
final class ScreenContext {
  let core: EditorCore
  let keys: EditorKeys
  /// The characters that the terminal can show, as of the last frame.
  var glyphs = Glyphs() {
    didSet { core.names = KeyNames(keys: keys, isASCIIOnly: glyphs.repertoire == .ascii) }
  }
  /// The message in the hint line, until the next key.
  var message: Message?
  /// The results of the last search, and the position of the focused one.
  var found: (items: [FoundItem], current: Int) = ([], 0)
  /// Why the last apply failed.
  var failure: String?
  /// The rows of settings, made when they are first drawn.
  var knownRows = KnownRows()

  init(_ core: EditorCore, keys: EditorKeys) {
    self.core = core
    self.keys = keys
  }

  var model: UntypedViewModel { core.model }
  var index: FormIndex { core.index }
  var outline: Outline { core.outline }

  /// Returns the key of a command, as sentences name it.
  func key(_ command: Command, in place: KeyContext) -> String { core.names.name(of: command, in: place) }

  /// What a filtered list says instead of rows.
  var nothingMatches: String { "Nothing matches; \(key(.back, in: .filter)) shows all." }
}
