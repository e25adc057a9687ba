import Settings

/// Why a file of keys is refused.
public struct EditorKeysError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// It is no JSON.
    case malformed(JSONParseError)
    /// There has to be an object.
    case notAnObject
    /// There is no such place; those that there are.
    case unknownPlace(String, known: [String])
    /// The place has no such command; the nearest that it has.
    case unknownCommand(String, place: String, nearest: String?)
    /// There have to be names of keys: a text, or a list of texts.
    case notKeys(command: String)
    /// No key is called so.
    case unknownKey(String)
    /// Where text is typed, a letter cannot be a key.
    case letter(String, place: String)
    /// One key is given to two commands.
    case taken(String, place: String, by: String)
    /// A place would have no key to leave it.
    case noWayOut(command: String, place: String)
  }

  /// What is wrong.
  public let reason: Reason
  /// Where it stands in the text.
  public let position: SourcePosition

  /// `line:column: sentence`.
  public var description: String { "\(position): \(message)" }

  /// One sentence for a person.
  public var message: String {
    switch reason {
    case .malformed(let error): error.message
    case .notAnObject: "Write an object: commands with their keys, in an object for each place."
    case .unknownPlace(let name, let known):
      "There is no place “\(name)”; use everywhere, \(known.joined(separator: ", "))."
    case .unknownCommand(let name, let place, let nearest):
      "There is no command “\(name)” in \(place)\(nearest.map { "; perhaps you mean \($0)" } ?? "")."
    case .notKeys(let command):
      "\(command) needs the name of a key, or a list of names, such as [\"F2\", \"Ctrl-S\"]."
    case .unknownKey(let name):
      "No key is called “\(name)”; use a character, or a name such as Ctrl-S, Alt-X, Shift-Tab, F2, PgDn or Space."
    case .letter(let key, let place):
      "“\(key)” is text where \(place) is typed; hold Ctrl or Alt with it, or use a function key."
    case .taken(let key, let place, let other): "“\(key)” is given to \(other) in \(place), too; choose one."
    case .noWayOut(let command, let place): "\(command) needs a key in \(place), or nobody could leave it."
    }
  }
}
