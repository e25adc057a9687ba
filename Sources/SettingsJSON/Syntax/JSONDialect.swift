/// The extensions of JSON that a document may use.
package enum JSONDialect: Hashable, Sendable {
  /// No extensions: RFC 8259, except that a byte order mark is skipped.
  case strict
  /// JSON with `//` and `/* */` comments and trailing commas. Text without a value is read as `{}`.
  case jsonc
}

/// The treatment of a key that an object has more than once.
package enum JSONDuplicateKeys: Hashable, Sendable {
  /// It is an error, because one of the values would be ignored without notice.
  case refused
  /// The last value is used, as RFC 8259 allows. Setting the key changes the last value; removing the key removes all of them.
  case lastWins
}

/// The limits on the size of a JSON document. The length of its numbers is limited, too, by ``InputLimits/numberLength``.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting depth of arrays and objects; at most 512.
  package var depth: Int
  /// The maximum number of bytes of the text; at most one byte less than 256 MiB.
  package var size: Int

  /// Creates limits.
  package init(depth: Int = InputLimits.documentDepth, size: Int = InputLimits.documentSize) {
    self.depth = depth
    self.size = size
  }

  /// The largest byte offset that an entry of the index can hold.
  static let largestSize = 1 << 28 - 1

  /// The limits, restricted to what the index and the stack allow.
  var clamped: JSONLimits {
    JSONLimits(depth: min(depth, InputLimits.documentDepth), size: min(size, Self.largestSize))
  }
}
