/// A type whose values are single JSON values in the settings file, neither objects nor arrays.
protocol JSONLeaf {
  /// The kind of JSON value.
  static var kind: JSONNode.Kind { get }

  /// A description of valid values for messages.
  static var expected: String { get }

  /// Reads a value; returns `nil` if it has another type or is out of range.
  init?(_ node: JSONNode)

  /// The value as JSON; `nil` if JSON can't represent it.
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
  static var expected: String { "a string" }

  init?(_ node: JSONNode) {
    guard let value = node.string else { return nil }
    self = value
  }

  var json: JSONValue? { .string(self) }
}
