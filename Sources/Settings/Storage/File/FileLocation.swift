/// Where a file is after every symbolic link has been followed.
struct FileLocation: Hashable, Sendable {
  /// The folder; never empty.
  let folder: String
  /// The file's name in the folder.
  let name: String

  /// The path of the file itself.
  var path: String { path(of: name) }

  /// The name of the hidden folder beside the file that holds its history and its lock.
  var historyName: String { ".\(name).history" }

  /// The path of that folder.
  var historyPath: String { path(of: historyName) }

  /// Splits a path at its last slash.
  init(_ path: String) {
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    } else {
      folder = "."
      name = path
    }
  }

  /// Names a file in a folder.
  init(in folder: String, _ name: String) {
    self.folder = folder
    self.name = name
  }

  /// Follows the symbolic links at the end of a path; a link may lead to a file that does not exist yet.
  init(following path: String, in fileSystem: some FileSystem) throws(StorageError) {
    var location = FileLocation(path)
    for _ in 0..<40 {
      let status: FileStatus?
      do throws(SystemError) {
        status = try fileSystem.status(atPath: location.path)
      } catch {
        throw .unreadable(path: path, error)
      }
      guard status?.kind == .link else {
        self = location
        return
      }
      do throws(SystemError) {
        let target = try fileSystem.readLink(atPath: location.path)
        location = FileLocation(target.hasPrefix("/") ? target : location.path(of: target))
      } catch {
        throw .unreadable(path: path, error)
      }
    }
    throw .linkLoop(path: path)
  }

  /// The path of a file beside this one.
  func path(of sibling: String) -> String {
    switch folder {
    case ".": sibling
    case "/": "/" + sibling
    default: folder + "/" + sibling
    }
  }
}
