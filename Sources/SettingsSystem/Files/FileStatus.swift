/// The status of a file.
package struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// The identity of a file on this machine, independent of its name.
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
  /// The time of the last change of the content, in nanoseconds since 1970.
  package var modified: Int64 = 0
  /// The time of the last change of the content or the status, in nanoseconds since 1970.
  package var changed: Int64 = 0
}
