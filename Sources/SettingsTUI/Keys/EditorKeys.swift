import Settings

/// The keys of the editor's commands. All keys are handled, and all hints are written, from this type.
///
/// The standard keys are those of menuconfig, vi and common dialogs. An app or a person changes some of them with a JSON
/// object: for each place, the commands and their keys. Keys under `everywhere` are for all places that have the command.
///
/// ```swift
/// let keys = try EditorKeys(parsing: #"{ "settings": { "review": ["F10", "Ctrl-S"] }, "everywhere": { "undo": "U" } }"#)
/// let outcome = try await SettingsEditor.run(model, options: EditorOptions(keys: keys))
/// ```
///
/// ``text`` lists all places, commands and keys.
public struct EditorKeys: Hashable, Sendable {
  private var maps: [KeyContext: KeyMap]

  /// The default keys.
  public static let standard = EditorKeys()

  private init() {
    maps = Dictionary(uniqueKeysWithValues: KeyContext.allCases.map { ($0, KeyMap.standard($0)) })
  }

  /// The keys of a place.
  subscript(context: KeyContext) -> KeyMap {
    maps[context] ?? KeyMap.standard(context)
  }

  /// Gives commands of a place other keys.
  mutating func rebind(_ keys: [Command: [Key]], in context: KeyContext) {
    maps[context, default: KeyMap.standard(context)].rebind(keys)
  }

  /// All places, commands and keys as JSON that ``init(parsing:)-(String)`` accepts, with a comment for each command.
  public var text: String {
    var lines = ["{"]
    for context in KeyContext.allCases {
      lines.append("  \"\(context.rawValue)\": {")
      var seen: Set<Command> = []
      let bindings = self[context].bindings.filter { seen.insert($0.command).inserted }
      for binding in bindings {
        let keys = binding.keys.map { JSONValue.string($0.plainName).description }
        lines.append(
          "    \"\(binding.command.rawValue)\": [\(keys.joined(separator: ", "))],  // \(binding.title)")
      }
      lines.append("  },")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}
