import Settings

/// Why a file of keys was refused.
public struct EditorKeysError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// The content isn't JSON.
    case malformed(JSONParseError)
    /// A value isn't an object.
    case notAnObject
    /// An unknown place, and the places that exist.
    case unknownPlace(String, known: [String])
    /// A command that the place doesn't have, and the most similar one.
    case unknownCommand(String, place: String, nearest: String?)
    /// A value is neither the name of a key nor a list of names.
    case notKeys(command: String)
    /// An unknown key.
    case unknownKey(String)
    /// A letter as a key in a place where a person types text.
    case letter(String, place: String)
    /// One key for two commands.
    case taken(String, place: String, by: String)
    /// A place without a key that leaves it.
    case noWayOut(command: String, place: String)
  }

  /// The kind of error.
  package let reason: Reason
  /// The position in the content.
  public let position: SourcePosition

  /// `line:column: sentence`.
  public var description: String { "\(position): \(message)" }

  /// One sentence that explains the error and what to do.
  package var message: String {
    switch reason {
    case .malformed(let error): error.message
    case .notAnObject: "Write an object: commands with their keys, in an object for each place."
    case .unknownPlace(let name, let known):
      "There is no place “\(name)”; use everywhere, \(known.joined(separator: ", "))."
    case .unknownCommand(let name, let place, let nearest):
      "There is no command “\(name)” in \(place)\(Phrase.didYouMean(nearest))."
    case .notKeys(let command):
      "\(command) needs the name of a key, or a list of names, such as [\"F2\", \"Ctrl-S\"]."
    case .unknownKey(let name):
      "There is no key “\(name)”; use a character, or a name such as Ctrl-S, Alt-X, Shift-Tab, F2, PgDn or Space."
    case .letter(let key, let place):
      "“\(key)” is text where \(place) is typed; hold Ctrl or Alt with it, or use a function key."
    case .taken(let key, let place, let other): "“\(key)” is given to \(other) in \(place), too; choose one."
    case .noWayOut(let command, let place):
      "\(command) needs a key in \(place); otherwise there is no way to leave it."
    }
  }
}
