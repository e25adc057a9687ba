import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that a daemon holds while it runs. The system releases it when the process ends, however that happens.
package final class DaemonLock: Sendable {
  private let descriptor: Int32

  /// Locks a file; returns `nil` if another process holds the lock.
  package init?(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path])
    }
    var request = Self.request
    guard fcntl(descriptor, F_SETLK, &request) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Returns the ID of the process that holds the lock; `nil` if no process holds it.
  package static func holder(of path: String) -> pid_t? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var request = Self.request
    guard fcntl(descriptor, F_GETLK, &request) == 0, request.l_type != Int16(F_UNLCK) else { return nil }
    return request.l_pid
  }

  private static var request: flock {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    return request
  }
}
