/// What the system knows of a file besides its content.
struct FileStatus: Hashable, Sendable {
  /// What sort of thing a name stands for.
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  var kind: Kind
  /// The permission bits.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  /// How many bytes the file had; a hint, as it may change at any moment.
  var size = 0
}
