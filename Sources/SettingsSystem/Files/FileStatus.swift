/// What the system knows about a file besides its content.
package struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// The identity of a file on this machine, whatever its name is.
  package struct Identity: Hashable, Sendable {
    var device: UInt64 = 0
    var inode: UInt64 = 0
  }

  package var kind: Kind
  /// The permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var identity = Identity()
  /// The size in bytes.
  package var size = 0
  /// When the content was last modified, in nanoseconds since 1970.
  package var modified: Int64 = 0
  /// When the content or the status was last changed, in nanoseconds since 1970.
  package var changed: Int64 = 0
}
