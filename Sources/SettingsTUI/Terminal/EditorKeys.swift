import SettingsEditing

/// The keys of the editor's commands.
///
/// The standard keys are known from menuconfig, vi and common dialogs. Change some of them with a JSON object: for each place, the commands
/// and their keys. Keys under `everywhere` are for all places that have the command.
///
/// ```swift
/// let keys = try EditorKeys(
///   parsing: """
///     {
///       "settings": { "review": ["F10", "Ctrl-S"] },
///       "everywhere": { "undo": "U" }  // also in lists
///     }
///     """)
/// let outcome = try await SettingsEditor.run(FormViewModel(store.untyped), options: EditorOptions(keys: keys))
/// ```
///
/// A key is a character, or a name such as `Ctrl-S`, `Alt-X`, `Shift-Tab`, `F2`, `PgDn` or `Space`. What is listed replaces all keys of the
/// command; `null` and an empty list leave it without a key. Hints in the editor show the new keys.
///
/// ``text`` lists all places, commands and keys in this format; print it as a file to start from. An app can read such a file of its users,
/// and show the ``EditorKeysError`` if it is wrong.
///
/// Keys are a `Sendable` value.
public struct EditorKeys: Hashable, Sendable {
  private var maps: [KeyContext: KeyMap]

  /// The standard keys: arrows and vi keys, Enter, Esc, `/` for the search, and function keys.
  public static let standard = EditorKeys()

  private init() {
    maps = Dictionary(uniqueKeysWithValues: KeyContext.allCases.map { ($0, KeyMap.standard($0)) })
  }

  /// The keys of a place, with the user's changes.
  subscript(context: KeyContext) -> KeyMap {
    maps[context] ?? KeyMap.standard(context)
  }

  /// Gives commands of a place other keys, all at once.
  ///
  /// A command that had one of these keys loses it; see ``KeyMap/rebind(_:)``.
  mutating func rebind(_ keys: [Command: [Key]], in context: KeyContext) {
    maps[context, default: KeyMap.standard(context)].rebind(keys)
  }

  /// All places, commands and keys as JSON that ``init(parsing:)-(String)`` accepts, with a comment for each command.
  public var text: String {
    var lines = ["{"]
    for context in KeyContext.allCases {
      lines.append("  \"\(context.rawValue)\": {")
      // A command that is in several groups is listed once, since a JSON object has a key once.
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

extension EditorKeys {
  /// Creates the standard keys with the changes in a JSON string. Comments and trailing commas are allowed.
  ///
  /// Throws ``EditorKeysError`` for an unknown place, command or key, for a key that two commands of a place would share, for a letter in a
  /// place where text is typed, and for a place that would have no key to leave it.
  public init(parsing text: String) throws(EditorKeysError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Creates the standard keys with the changes in JSON as UTF-8. Comments and trailing commas are allowed, and the member `$schema` is
  /// ignored.
  ///
  /// `everywhere` is read first, wherever it stands, so a place can override it. At the end, each place is asked for a way out.
  package init(parsing bytes: [UInt8]) throws(EditorKeysError) {
    self = .standard
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw EditorKeysError(message: error.message, position: error.position)
    }
    try Self.requireObject(document.root)
    // Keys for one place override those for all places.
    for (name, place) in document.root.members where name == Self.everywhere {
      try take(place, named: name, in: KeyContext.allCases)
    }
    // `$schema` is for editors of the file.
    for (name, place) in document.root.members where name != Self.everywhere && name != "$schema" {
      guard let context = KeyContext(rawValue: name) else {
        let known = KeyContext.allCases.map(\.rawValue).joined(separator: ", ")
        throw EditorKeysError(
          message: "There is no place “\(name)”; use everywhere, \(known).",
          position: place.keyPosition ?? place.position)
      }
      try take(place, named: name, in: [context])
    }
    try requireWaysOut(document.root)
  }

  private static let everywhere = "everywhere"

  /// Gives commands their keys in one place, or in all places that have them.
  ///
  /// All commands are read before one of them is rebound. A file can therefore exchange the keys of two commands, and two commands of the
  /// file that want the same key are an error. A key that a command outside of the file has is taken from it.
  ///
  /// Where text is typed, letters remain text. `{"undo": "u"}` everywhere gives `u` to undo in lists, and leaves the keys of undo as they
  /// are in fields, where `u` is a letter of a value; for a field alone, it is an error. An empty list everywhere removes the keys in lists
  /// only.
  private mutating func take(
    _ place: JSONNode, named placeName: String, in contexts: [KeyContext]
  ) throws(EditorKeysError) {
    try Self.requireObject(place)
    let known = Set(contexts.flatMap { self[$0].bindings.map(\.command) })
    var assigned: [KeyContext: [Command: [Key]]] = [:]
    for (name, node) in place.members {
      let command = try Self.command(name, node: node, known: known, place: placeName)
      let keys = try Self.keys(node, command: command)
      for context in contexts where self[context].binding(of: command) != nil {
        let letters = context.takesText ? keys.filter(\.isText) : []
        if contexts.count == 1, let letter = letters.first {
          throw EditorKeysError(
            message:
              "“\(letter.plainName)” is text where \(placeName) is typed; hold Ctrl or Alt with it, or use a function key.",
            position: node.position)
        }
        let keys = keys.filter { !letters.contains($0) }
        if keys.isEmpty, context.takesText, contexts.count > 1 { continue }
        try Self.requireFree(
          keys, for: command, among: assigned[context] ?? [:], place: placeName, at: node.position)
        assigned[context, default: [:]][command] = keys
      }
    }
    for (context, keys) in assigned { rebind(keys, in: context) }
  }

  /// Throws if another command of the same place of the file has one of the keys. A command outside of it gives its key up.
  private static func requireFree(
    _ keys: [Key], for command: Command, among assigned: [Command: [Key]], place: String,
    at position: SourcePosition
  ) throws(EditorKeysError) {
    for key in keys {
      let other = assigned.first { $0.value.contains(key) }
      guard let other else { continue }
      throw EditorKeysError(
        message: "“\(key.plainName)” is given to \(other.key.rawValue) in \(place), too; choose one.",
        position: position)
    }
  }

  /// Throws if a place has no key to leave it, because the user would be caught there. That can happen in two ways: `"quit": []`, or
  /// another command that takes all keys of `quit`.
  private func requireWaysOut(_ root: JSONNode) throws(EditorKeysError) {
    for context in KeyContext.allCases where self[context].keys(for: context.leaving).isEmpty {
      throw EditorKeysError(
        message:
          "\(context.leaving.rawValue) needs a key in \(context.rawValue); otherwise there is no way to leave it.",
        position: (root[context.rawValue] ?? root[Self.everywhere] ?? root).position)
    }
  }

  private static func requireObject(_ node: JSONNode) throws(EditorKeysError) {
    guard node.kind != .object else { return }
    throw EditorKeysError(
      message: "Write an object: commands with their keys, in an object for each place.",
      position: node.position)
  }

  /// Returns the command of a name that the place has; throws with the most similar name otherwise.
  ///
  /// A command of another place is unknown, too: a key for it would never be pressed there.
  private static func command(
    _ name: String, node: JSONNode, known: Set<Command>, place: String
  ) throws(EditorKeysError) -> Command {
    if let command = Command(rawValue: name), known.contains(command) { return command }
    let nearest = EditDistance.nearest(to: name, among: known.map(\.rawValue).sorted())
    throw EditorKeysError(
      message: "There is no command “\(name)” in \(place)\(Phrase.didYouMean(nearest)).",
      position: node.keyPosition ?? node.position)
  }

  /// Returns the keys of a member's value: a name, a list of names, or `null` for no key.
  ///
  /// `"F2"` → F2; `["F2", "^S"]` → F2, Ctrl-S; `null` and `[]` → none. The first one is shown in hints.
  private static func keys(_ node: JSONNode, command: Command) throws(EditorKeysError) -> [Key] {
    var keys: [Key] = []
    for node in node.kind == .array ? Array(node.elements) : node.kind == .null ? [] : [node] {
      guard let name = node.string else {
        throw EditorKeysError(
          message:
            "\(command.rawValue) needs the name of a key, or a list of names, such as [\"F2\", \"Ctrl-S\"].",
          position: node.position)
      }
      guard let key = Key(named: name) else {
        throw EditorKeysError(
          message:
            "There is no key “\(name)”; use a character, or a name such as Ctrl-S, Alt-X, Shift-Tab, F2, PgDn or Space.",
          position: node.position)
      }
      if let sent = key.sentInstead {
        throw EditorKeysError(
          message: "Terminals send “\(name)” as \(sent.plainName); use another key.", position: node.position)
      }
      keys.append(key)
    }
    return keys
  }
}

/// Why keys were refused, with the position in their text.
///
/// The description is one sentence that says what to write instead. Show it with the name of the file in front, as compilers do:
///
/// ```swift
/// do throws(EditorKeysError) {
///   _ = try EditorKeys(parsing: #"{ "settings": { "revew": "F10" } }"#)
/// } catch {
///   print("keys.json:\(error)")  // keys.json:1:17: There is no command “revew” in settings; perhaps you mean review.
/// }
/// ```
///
/// It is thrown for text that isn't JSON, an unknown place, command or key, a key that two commands share, a letter where text is typed,
/// and a place without a way out.
///
/// No keys are changed then; go on with ``EditorKeys/standard``.
public struct EditorKeysError: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String
  /// The position of the place, the command or the key in the text.
  public let position: SourcePosition

  /// The position and a sentence that says what to write: `1:17: There is no command “revew” in settings; perhaps you mean review.`
  public var description: String { "\(position): \(message)" }
}
