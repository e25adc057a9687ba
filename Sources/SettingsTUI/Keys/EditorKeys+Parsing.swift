import Settings

extension EditorKeys {
  /// Creates the standard keys with the changes in a JSON string. Comments and trailing commas are allowed.
  public init(parsing text: String) throws(EditorKeysError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Creates the standard keys with the changes in JSON as UTF-8. Comments and trailing commas are allowed.
  package init(parsing bytes: [UInt8]) throws(EditorKeysError) {
    self = .standard
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw EditorKeysError(reason: .malformed(error), position: error.position)
    }
    try Self.requireObject(document.root)
    // Keys for one place override those for all places.
    for (name, place) in document.root.members where name == Self.everywhere {
      try takeEverywhere(place)
    }
    for (name, place) in document.root.members where name != Self.everywhere && name != "$schema" {
      guard let context = KeyContext(rawValue: name) else {
        throw EditorKeysError(
          reason: .unknownPlace(name, known: KeyContext.allCases.map(\.rawValue)),
          position: place.keyPosition ?? place.position)
      }
      try take(place, in: context)
    }
    try requireWaysOut(document.root)
  }

  private static let everywhere = "everywhere"

  private mutating func takeEverywhere(_ place: JSONNode) throws(EditorKeysError) {
    try Self.requireObject(place)
    for (name, node) in place.members {
      let command = try Self.command(name, node, Set(Command.allCases), place: Self.everywhere)
      let keys = try Self.keys(node, command)
      for context in KeyContext.allCases
      where self[context].bindings.contains(where: { $0.command == command }) {
        // Where a person types text, letters remain text.
        let keys = context.takesText ? keys.filter { !$0.isText } : keys
        if !keys.isEmpty || !context.takesText { rebind([command: keys], in: context) }
      }
    }
  }

  private mutating func take(_ place: JSONNode, in context: KeyContext) throws(EditorKeysError) {
    try Self.requireObject(place)
    let known = Set(self[context].bindings.map(\.command))
    var assigned: [Command: [Key]] = [:]
    for (name, node) in place.members {
      let command = try Self.command(name, node, known, place: context.rawValue)
      let keys = try Self.keys(node, command)
      for key in keys {
        if context.takesText, key.isText {
          throw EditorKeysError(
            reason: .letter(key.plainName, place: context.rawValue), position: node.position)
        }
        let other = assigned.first { $0.value.contains(key) && !KeyMap.mayShare($0.key, command) }
        if let other {
          throw EditorKeysError(
            reason: .taken(key.plainName, place: context.rawValue, by: other.key.rawValue),
            position: node.position)
        }
      }
      assigned[command] = keys
    }
    rebind(assigned, in: context)
  }

  /// Throws if a place has no key to leave it, because a person would be caught there.
  private func requireWaysOut(_ root: JSONNode) throws(EditorKeysError) {
    for context in KeyContext.allCases where self[context].keys(for: context.leaving).isEmpty {
      throw EditorKeysError(
        reason: .noWayOut(command: context.leaving.rawValue, place: context.rawValue),
        position: (root[context.rawValue] ?? root[Self.everywhere] ?? root).position)
    }
  }

  private static func requireObject(_ node: JSONNode) throws(EditorKeysError) {
    guard node.kind == .object else { throw EditorKeysError(reason: .notAnObject, position: node.position) }
  }

  private static func command(
    _ name: String, _ node: JSONNode, _ known: Set<Command>, place: String
  ) throws(EditorKeysError) -> Command {
    if let command = Command(rawValue: name), known.contains(command) { return command }
    let nearest = EditDistance.nearest(to: name, among: known.map(\.rawValue).sorted())
    throw EditorKeysError(
      reason: .unknownCommand(name, place: place, nearest: nearest),
      position: node.keyPosition ?? node.position)
  }

  private static func keys(_ node: JSONNode, _ command: Command) throws(EditorKeysError) -> [Key] {
    let nodes: [JSONNode]
    switch node.kind {
    case .string: nodes = [node]
    case .array: nodes = Array(node.elements)
    case .null: nodes = []
    default:
      throw EditorKeysError(reason: .notKeys(command: command.rawValue), position: node.position)
    }
    var keys: [Key] = []
    for node in nodes {
      guard let name = node.string else {
        throw EditorKeysError(reason: .notKeys(command: command.rawValue), position: node.position)
      }
      guard let key = Key(named: name) else {
        throw EditorKeysError(reason: .unknownKey(name), position: node.position)
      }
      keys.append(key)
    }
    return keys
  }
}
