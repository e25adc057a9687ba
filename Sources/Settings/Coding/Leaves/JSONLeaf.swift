/// A type whose values are each one JSON value in the settings file, not an object or an array of parts.
protocol JSONLeaf {
  /// The kind of JSON that the values are written as.
  static var kind: JSONNode.Kind { get }

  /// What a person should write, for messages.
  static var expected: String { get }

  /// Reads a value; `nil` if it is of another type or doesn't fit.
  init?(_ node: JSONNode)

  /// The value's JSON; `nil` if it has none.
  var json: JSONValue? { get }
}

extension Bool: JSONLeaf {
  static var kind: JSONNode.Kind { .bool }
  static var expected: String { "true or false" }

  init?(_ node: JSONNode) {
    guard let value = node.bool else { return nil }
    self = value
  }

  var json: JSONValue? { .bool(self) }
}

extension String: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a text" }

  init?(_ node: JSONNode) {
    guard let value = node.string else { return nil }
    self = value
  }

  var json: JSONValue? { .string(self) }
}
