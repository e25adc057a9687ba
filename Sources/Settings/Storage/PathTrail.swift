import SettingsSystem

/// The places that a path leads through: every name that is looked up to find the file, also the names in the targets of symbolic links.
///
/// While nothing at these places changes, the path leads to the same file with the same content. A trail ends at the first name
/// that leads no further, which is the place where a missing folder or file appears.
///
/// For `conf/app.json`, where `conf` is a symbolic link to `/srv/v2`:
///
///     name conf in .          a link to /srv/v2
///     name srv in /           a folder
///     name v2 in /srv         a folder
///     name app.json in /srv/v2   a file
///     content of app.json
///
/// Watching only the file would miss that `conf` is turned to `/srv/v3`, which is how Kubernetes replaces settings (`..data`). So each step
/// is watched, and after an event the path is followed again: if the trail is equal, nothing has happened to this file.
struct PathTrail: Equatable, Sendable {
  /// A place where a change can happen, and what of it matters to a reader of the path.
  enum Place: Hashable, Sendable {
    /// The file or folder that a name in a folder refers to. A name that isn't there is a place, too: something can appear.
    case name(FolderPath.Name, in: FolderPath)
    /// The names in a folder, and the content of the files in it.
    case files(in: FolderPath)
    /// The content of a file.
    case content(of: FolderPath.Name, in: FolderPath)
  }

  /// A look at a place, and what was there. Equal steps mean that nothing has happened in between, as far as the system shows.
  struct Step: Equatable, Sendable {
    let place: Place
    let entry: PathEntry
  }

  /// The maximum number of links in one path, as on Linux.
  private static let maximumLinkCount = 40

  /// The steps along the path, in order. The last one is the content of the file, or the name that leads no further.
  private(set) var steps: [Step] = []

  /// Follows a path.
  ///
  /// - Parameter look: Looks at a place. A link's target is followed; other entries decide only whether the path continues.
  init(following path: String, look: (Place) -> PathEntry) {
    let path = Array(path.utf8)
    var folder = FolderPath.isAbsolute(path) ? FolderPath.root : .current
    var rest = Array(FolderPath.names(of: path).reversed())
    var linkCount = 0
    while let name = rest.popLast() {
      if name == FolderPath.up, let parent = folder.parent {
        folder = parent
        continue
      }
      switch add(.name(name, in: folder), look: look) {
      case .folder:
        folder = folder.appending(name)
        if rest.isEmpty { _ = add(.files(in: folder), look: look) }
      case .link(_, let target):
        linkCount += 1
        guard linkCount <= Self.maximumLinkCount else { return }
        if FolderPath.isAbsolute(target) { folder = .root }
        rest += FolderPath.names(of: target).reversed()
      case .file where rest.isEmpty:
        _ = add(.content(of: name, in: folder), look: look)
      case .missing, .file, .files, .special, .unreachable:
        return
      }
    }
  }

  private mutating func add(_ place: Place, look: (Place) -> PathEntry) -> PathEntry {
    let entry = look(place)
    steps.append(Step(place: place, entry: entry))
    return entry
  }
}

/// The file or folder at a place of a path's trail.
///
/// Two entries are equal if the system shows no change between the two looks.
enum PathEntry: Equatable, Sendable {
  case missing
  /// The system doesn't allow the look; the error number. Another error is a change: permissions may have been corrected.
  case unreachable(Int32)
  /// A folder on the path. Its times aren't compared, because they change with every name in it.
  case folder(FileIdentity)
  case link(FileIdentity, target: [UInt8])
  /// A regular file.
  case file(FileStatus)
  /// The files in a folder, by their names, for a path that leads to a folder of layers.
  case files([String: FileStatus])
  /// A device, a socket, a pipe.
  case special(FileIdentity)

  /// Looks at a place, without following a link at its end. It never fails: what can't be seen is a result.
  init(at place: PathTrail.Place) {
    let files = POSIXFileSystem()
    do throws(SystemCallError) {
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
      // A folder of the path might have been replaced since it was looked at.
      self = error.isMissingPath ? .missing : .unreachable(error.code)
    }
  }
}

/// The identity of a file, its owner, and the users who can access it: what decides whether a path leads through it, apart from the names
/// in it.
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
