#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The call's name, as in section 2 of the manual.
  public let call: String
  /// The error number, as in `errno(3)`.
  public let code: Int32

  /// Makes an error of a call's name and an error number.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's description of the error number.
  public var description: String {
    String(cString: strerror(code))
  }
}

extension SystemError {
  package static let exists = EEXIST

  /// The error of a call on a file of another kind.
  package static func wrongKind(_ call: String) -> SystemError { SystemError(call: call, code: ENXIO) }
  /// The error of a call on a file that doesn't exist.
  package static func absent(_ call: String) -> SystemError { SystemError(call: call, code: ENOENT) }
  /// The error of a number that is too large.
  package static func overflow(_ call: String) -> SystemError { SystemError(call: call, code: EOVERFLOW) }

  /// Whether the call failed because there is no such file.
  package var isAbsence: Bool { code == ENOENT }
  /// Whether the call failed because the new name is taken.
  package var isTaken: Bool { code == EEXIST }
  /// Whether the call failed because this user may not do that.
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// Whether this user may not give a file the owner or the group.
  package var isOwnershipDenied: Bool { call == "fchown" && isDenied }
  /// Whether the name is a symbolic link, or not a folder where one is needed.
  package var isWrongKind: Bool { code == ELOOP || code == ENOTDIR || code == EISDIR || code == ENXIO }
  /// Whether a number is too large.
  package var isOverflow: Bool { code == EOVERFLOW }
  /// Whether the file system lacks the operation.
  package var isUnsupported: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
  /// Whether the name is a mount point.
  package var isMountPoint: Bool { code == EBUSY }
  /// Whether the disk, or the user's share of it, is full.
  package var isLackOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
