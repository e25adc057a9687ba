import SettingsSystem

/// The file or folder at a place of a path's trail.
///
/// Two entries are equal if the system shows no change between the two looks.
enum PathEntry: Equatable, Sendable {
  case missing
  /// The system doesn't allow the look; the error number.
  case unreachable(Int32)
  /// A folder on the path. Its times aren't compared, because they change with every name in it.
  case folder(FileIdentity)
  case link(FileIdentity, target: [UInt8])
  /// A regular file.
  case file(FileStatus)
  /// The files in a folder, by their names.
  case files([String: FileStatus])
  /// A device, a socket, a pipe.
  case special(FileIdentity)

  /// Looks at a place.
  init(at place: PathTrail.Place) {
    let files = POSIXFileSystem()
    do throws(SystemError) {
      switch place {
      case .name(let name, let folder), .content(let name, let folder):
        let path = folder.path(of: name)
        guard let status = try files.status(atPath: path) else {
          self = .missing
          return
        }
        switch status.kind {
        case .file: self = .file(status)
        case .folder: self = .folder(FileIdentity(status))
        case .link: self = .link(FileIdentity(status), target: try files.readLink(atPath: path))
        case .other: self = .special(FileIdentity(status))
        }
      case .files(let folder):
        let path = String(decoding: folder.bytes, as: UTF8.self)
        var found: [String: FileStatus] = [:]
        for name in try FolderListing(ofFolder: path, where: { _ in true }).names {
          found[name] = try files.status(atPath: folder.path(of: Array(name.utf8)))
        }
        self = .files(found)
      }
    } catch {
      // A folder of the path may have been replaced since it was looked at.
      self = error.isMissingPath ? .missing : .unreachable(error.code)
    }
  }
}

/// The identity of a file, its owner, and the users who can access it.
struct FileIdentity: Equatable, Sendable {
  private let identity: FileStatus.Identity
  private let kind: FileStatus.Kind
  private let mode: UInt32
  private let owner: UInt32
  private let group: UInt32

  init(_ status: FileStatus) {
    (identity, kind, mode) = (status.identity, status.kind, status.mode)
    (owner, group) = (status.owner, status.group)
  }
}
