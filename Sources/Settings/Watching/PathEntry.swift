import SettingsSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What lies at a place of a path's trail.
///
/// Two entries are equal if nothing has changed between the looks that the system shows.
enum PathEntry: Equatable, Sendable {
  case missing
  /// The system refuses to say, with this error number.
  case unreachable(Int32)
  /// A folder. The times of a folder on the way don't count, as they change with every name in it.
  case folder(FileIdentity)
  case link(FileIdentity, target: [UInt8])
  /// A regular file, or a folder whose names count.
  case file(FileStamp)
  /// A device, a socket, a pipe.
  case special(FileIdentity)

  /// Looks at a place.
  init(at place: PathTrail.Place) {
    switch place {
    case .name(let name, let folder), .content(let name, let folder):
      self.init(atPath: folder.path(of: name))
    case .names(let folder):
      do throws(SystemError) {
        self = .file(FileStamp(try Self.status(folder.bytes)))
      } catch {
        self.init(error)
      }
    }
  }

  private init(atPath path: [UInt8]) {
    do throws(SystemError) {
      let status = try Self.status(path)
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(FileStamp(status))
      case S_IFDIR: self = .folder(FileIdentity(status))
      case S_IFLNK: self = .link(FileIdentity(status), target: try Self.target(path))
      default: self = .special(FileIdentity(status))
      }
    } catch {
      self.init(error)
    }
  }

  private init(_ error: SystemError) {
    // ENOTDIR: a folder of the path was replaced since it was looked at.
    self = error.code == ENOENT || error.code == ENOTDIR ? .missing : .unreachable(error.code)
  }

  private static func status(_ path: [UInt8]) throws(SystemError) -> stat {
    var status = stat()
    let result = lstat(FolderPath.cString(path), &status)
    guard result == 0 else { throw SystemError(call: "lstat", code: errno) }
    return status
  }

  private static func target(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(FolderPath.cString(path), &buffer, buffer.count)
    guard length >= 0 else { throw SystemError(call: "readlink", code: errno) }
    return buffer[..<length].map { UInt8(truncatingIfNeeded: $0) }
  }
}
