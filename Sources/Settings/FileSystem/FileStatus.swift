/// What the system knows about a file besides its content.
struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// The identity of a file on this machine, whatever its name is.
  struct Identity: Hashable, Sendable {
    var device: UInt64 = 0
    var inode: UInt64 = 0
  }

  var kind: Kind
  /// The permission bits.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  var identity = Identity()
  /// The size in bytes.
  var size = 0
  /// When the content was last modified, in nanoseconds since 1970.
  var modified: Int64 = 0
  /// When the content or the status was last changed, in nanoseconds since 1970.
  var changed: Int64 = 0
}
