import SettingsSystem

extension FileLocation {
  /// Follows the symbolic links at the end of a path. The target may not exist yet.
  init(following path: String, in fileSystem: some FileSystem) throws(StorageError) {
    self = try Self.following(path, in: fileSystem).location
  }

  /// Follows the symbolic links at the end of a path, and returns the status of the target, too; `nil` if it doesn't exist.
  static func following(
    _ path: String, in fileSystem: some FileSystem
  ) throws(StorageError) -> (location: FileLocation, status: FileStatus?) {
    var location = FileLocation(path)
    for _ in 0..<40 {
      // Such a path names a folder, even one that doesn't exist.
      guard !["", ".", ".."].contains(location.name) else { throw .notAFile(path: path) }
      let status: FileStatus?
      do throws(SystemError) {
        status = try fileSystem.status(atPath: location.path)
      } catch {
        throw .unreadable(path: path, error)
      }
      guard status?.kind == .link else { return (location, status) }
      do throws(SystemError) {
        let target = try fileSystem.readLink(atPath: location.path)
        location = FileLocation(target.hasPrefix("/") ? target : location.path(of: target))
      } catch {
        throw .unreadable(path: path, error)
      }
    }
    throw .linkLoop(path: path)
  }
}
