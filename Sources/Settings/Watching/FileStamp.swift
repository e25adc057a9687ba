import SettingsSystem

import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file something is, and who may use it.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: UInt32
  private let owner: UInt32
  private let group: UInt32

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
    owner = status.st_uid
    group = status.st_gid
  }
}

/// Which file something is, and which state of it.
struct FileStamp: Equatable, Sendable {
  private let identity: FileIdentity
  private let size: Int64
  /// Nanoseconds since 1970.
  private let modified: Int64
  private let changed: Int64

  init(_ status: stat) {
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    (modified, changed) = withUnsafePointer(to: status) { (csystem_modified($0), csystem_changed($0)) }
  }
}
