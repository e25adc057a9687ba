/// What a JSON text may hold besides JSON.
public enum JSONDialect: Hashable, Sendable {
  /// Nothing: RFC 8259 to the letter, but for a byte order mark, which is skipped.
  case strict
  /// JSON with `//` and `/* */` comments and with trailing commas; a text without a value counts as `{}`.
  case jsonc
}

/// What becomes of a key that an object has twice.
public enum JSONDuplicateKeys: Hashable, Sendable {
  /// It is an error: one of the two would be silently ignored.
  case refused
  /// The last one counts, as RFC 8259 allows; an edit of the key changes the last and removes all.
  case lastWins
}

/// How large a JSON text may be.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may be nested; 512 at most.
  public var depth: Int
  /// How many bytes the text may have; 256 MiB less one at most.
  public var size: Int

  /// Makes limits.
  public init(depth: Int = 512, size: Int = 64 << 20) {
    self.depth = depth
    self.size = size
  }

  /// The limits with what the index and the stack can hold taken into account.
  var clamped: JSONLimits {
    JSONLimits(depth: min(depth, 512), size: min(size, JSONEntry.largestOffset))
  }
}
