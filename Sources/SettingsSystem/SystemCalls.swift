#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes a call, again while a signal interrupts it; throws the error of a failed call.
///
/// A call fails if its result is negative, as with all calls that set `errno`. Not every call may be repeated: see `close` and
/// `synchronize` of ``POSIXFileSystem``.
@discardableResult
func check<Result: BinaryInteger>(
  _ name: String, on path: String? = nil, call: () -> Result
) throws(SystemCallError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw .last(name, on: path) }
  }
}

/// Returns the result of a call; `nil` if the call failed because there is no such file. A missing file is an ordinary state of settings:
/// nothing has been stored yet.
package func existing<Result>(_ call: () throws(SystemCallError) -> Result) throws(SystemCallError) -> Result?
{
  do throws(SystemCallError) {
    return try call()
  } catch {
    guard error.isAbsence else { throw error }
    return nil
  }
}

// In a type with a method `close`, Swift resolves `close` to the method. These names stay available there.

func systemOpen(_ path: String, flags: Int32, mode: UInt32 = 0) -> Int32 { open(path, flags, mode_t(mode)) }
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
func systemRead(_ descriptor: Int32, buffer: UnsafeMutableRawPointer?, count: Int) -> Int {
  read(descriptor, buffer, count)
}
func systemWrite(_ descriptor: Int32, buffer: UnsafeRawPointer?, count: Int) -> Int {
  write(descriptor, buffer, count)
}
func systemSend(_ descriptor: Int32, buffer: UnsafeRawPointer?, count: Int, flags: Int32) -> Int {
  send(descriptor, buffer, count, flags)
}
func systemExit(_ status: Int32) -> Never { exit(status) }

/// A failed system call, as the reason inside errors of storages.
///
/// Its description is the system's text for the error number, such as `Permission denied`, for use in a sentence; the error around it has
/// the path and what to do. A program that decides by the reason compares the number:
///
/// ```swift
/// func isDiskFull(_ error: SettingsStorageError) -> Bool {
///   guard case .notWritten(_, let reason) = error else { return false }
///   return reason.code == ENOSPC
/// }
/// ```
///
/// Numbers differ between systems, so compare with the constants of the system, and don't store them.
///
/// It is a `Sendable` value.
public struct SystemCallError: Error, Hashable, Sendable {
  /// The name of the call, as in section 2 of the manual.
  package let call: String
  /// The error number, as in `errno(3)`: `ENOENT`, `EACCES`, `ENOSPC`.
  public let code: Int32
  /// The path or the name that was passed to the call; `nil` for a call on a descriptor.
  package let path: String?

  package init(call: String, code: Int32, path: String? = nil) {
    self.call = call
    self.code = code
    self.path = path
  }
}

extension SystemCallError: CustomStringConvertible {
  /// The system's description of the error number; of a file that can't be read because of what it is, `Not a regular file`.
  public var description: String {
    code == ENXIO ? "Not a regular file" : String(cString: strerror(code))
  }
}

extension SystemCallError {
  /// Returns the error of the last failed call of this thread.
  package static func last(_ call: String, on path: String? = nil) -> SystemCallError {
    SystemCallError(call: call, code: errno, path: path)
  }

  package static func wrongKind(_ call: String) -> SystemCallError {
    SystemCallError(call: call, code: ENXIO)
  }
  package static func absent(_ call: String) -> SystemCallError { SystemCallError(call: call, code: ENOENT) }
  /// Returns the error of a number that is too large.
  package static func overflow(_ call: String) -> SystemCallError {
    SystemCallError(call: call, code: EOVERFLOW)
  }
  /// The error of a file that is larger than the caller accepts. The package throws it itself; no system call does for a read.
  package static var tooLarge: SystemCallError { SystemCallError(call: "read", code: EFBIG) }
  static func locked(_ call: String) -> SystemCallError { SystemCallError(call: call, code: EWOULDBLOCK) }
  /// Returns the error of a call that this system doesn't have.
  package static func unsupported(_ call: String) -> SystemCallError {
    SystemCallError(call: call, code: ENOTSUP)
  }

  /// Whether the call failed because there is no such file.
  package var isAbsence: Bool { code == ENOENT }
  /// Whether the call failed because there is no such file, or because a part of its path isn't a folder: `a/b` where `a` is a file.
  package var isMissingPath: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether the call failed because the new name is taken.
  package var isTaken: Bool { code == EEXIST }
  /// Whether the call failed because this user lacks the permission.
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// Whether the name is longer than the file system allows.
  package var isNameTooLong: Bool { code == ENAMETOOLONG }
  /// Whether this user isn't allowed to give a file the owner or the group. A commit refuses then: the new file would belong to other users
  /// than the old one.
  package var isOwnershipDenied: Bool { call == "fchown" && isDenied }
  /// Whether the name is a symbolic link, or not a folder where a folder is required.
  ///
  /// `ELOOP` is the answer of `O_NOFOLLOW` to a link, `ENXIO` that of a socket, and `EISDIR` that of a folder to `unlink`.
  package var isWrongKind: Bool { code == ELOOP || code == ENOTDIR || code == EISDIR || code == ENXIO }
  /// Whether the descriptor isn't open in the direction of the call: that of a standard stream that was closed at the start.
  package var isClosed: Bool { code == EBADF }
  /// Whether a file is larger than the caller accepts.
  package var isTooLarge: Bool { code == EFBIG }
  /// Whether the system or the file system lacks the operation. `renameat2(2)` reports a flag that a file system lacks as `EINVAL`, so an
  /// argument that is really wrong looks the same. The caller has another way in each case.
  package var isUnsupported: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
  /// Whether the name is a mount point, such as a single file that a container mounts. It can be written, but not replaced.
  package var isMountPoint: Bool { code == EBUSY }
  /// Whether the same call can succeed a moment later, as when another process holds a lease on a file.
  package var isTemporary: Bool { code == EAGAIN }
  /// Whether the disk is full, or the user's quota is used up.
  package var isLackOfSpace: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the process, or the system, has too many open files.
  package var isLackOfDescriptors: Bool { code == EMFILE || code == ENFILE }
  /// Whether the content of a file couldn't be written; `false` if its name couldn't be created. The two have different exit statuses: 74
  /// and 73.
  package var isWriteFailure: Bool { call == "write" || call == "fsync" }
}
