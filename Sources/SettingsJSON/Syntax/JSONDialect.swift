/// The extensions of JSON that a text may use.
package enum JSONDialect: Hashable, Sendable {
  /// None: RFC 8259, except that a byte order mark is skipped.
  case strict
  /// JSON with `//` and `/* */` comments and trailing commas. A text without a value is read as `{}`.
  case jsonc
}

/// The treatment of a key that an object has more than once.
package enum JSONDuplicateKeys: Hashable, Sendable {
  /// It is an error, since one of the values would be silently ignored.
  case refused
  /// The last value counts, as RFC 8259 allows. Setting the key changes the last value; removing it removes all.
  case lastWins
}

/// The limits on the size of a JSON text.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting depth of arrays and objects; at most 512.
  package var depth: Int
  /// The maximum number of bytes of the text; at most 256 MiB less one byte.
  package var size: Int

  /// Creates limits.
  package init(depth: Int = 512, size: Int = 64 << 20) {
    self.depth = depth
    self.size = size
  }

  /// The largest byte offset that an entry of the index can hold.
  static let largestSize = 1 << 28 - 1

  /// The limits, restricted to what the index and the stack can hold.
  var clamped: JSONLimits {
    JSONLimits(depth: min(depth, 512), size: min(size, Self.largestSize))
  }
}
