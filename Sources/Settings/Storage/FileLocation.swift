/// Where a file really is, once every symbolic link has been followed.
struct FileLocation: Hashable, Sendable {
  /// The folder; never empty.
  let folder: String
  /// The file's name in the folder.
  let name: String

  /// The path of the file itself.
  var path: String { path(of: name) }

  /// The path of the lock file: a sibling, because the file itself is replaced while it is locked.
  var lockPath: String { path(of: ".\(name).lock") }

  /// The path of the folder with the log's records.
  var logPath: String { path(of: ".\(name).history") }

  /// What the names of temporary files begin and end with.
  private var temporaryPrefix: String { ".\(name)." }
  private static let temporarySuffix = ".tmp"

  /// Takes a path apart, as written.
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

  /// Follows the links that a path goes through; a link may lead to a file that does not exist yet.
  init(following path: String, in fileSystem: some FileSystem) throws(StorageError) {
    var location = FileLocation(path)
    for _ in 0..<40 {
      let status: FileStatus?
      do throws(SystemError) {
        status = try fileSystem.status(location.path)
      } catch {
        throw .unreadable(path: path, error)
      }
      guard status?.kind == .link else {
        self = location
        return
      }
      do throws(SystemError) {
        let target = try fileSystem.readLink(location.path)
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

  /// The path of a new temporary file.
  func temporaryPath() -> String {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    return path(of: temporaryPrefix + token + Self.temporarySuffix)
  }

  /// Whether a name in the folder is one that `temporaryPath` gave to some process.
  func isTemporary(_ sibling: String) -> Bool {
    guard sibling.hasPrefix(temporaryPrefix), sibling.hasSuffix(Self.temporarySuffix) else { return false }
    let token = sibling.dropFirst(temporaryPrefix.count).dropLast(Self.temporarySuffix.count)
    return !token.isEmpty
      && token.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
  }
}
