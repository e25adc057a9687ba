import SettingsSystem

/// The hidden folder beside a settings file, `.NAME.history`, open for reading.
///
/// The settings file may lie in a folder that other users can write to, so nothing of that name is trusted: the folder is
/// opened without following a link, has to belong to the settings file's owner or to root, and so do the files in it.
struct HistoryFolder {
  let folder: OpenFile
  let status: FileStatus
  let log: FileLog

  /// Opens the folder; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - parent: The folder of the settings file.
  ///   - file: The status of the settings file; `nil` if there is none.
  init?(
    of location: FileLocation, in parent: OpenFile, for file: FileStatus?,
    _ fileSystem: any FileSystem
  ) throws(StorageError) {
    do throws(SystemError) {
      try Self.reopen(location, in: parent, fileSystem)
      folder = OpenFile(
        try fileSystem.openFolder(location.historyName, in: parent.descriptor), in: fileSystem)
      status = try fileSystem.status(of: folder.descriptor)
    } catch {
      if error.isAbsence { return nil }
      if error.isWrongKind { throw .historyMisplaced(path: location.historyPath) }
      throw .historyUnreadable(path: location.historyPath, error)
    }
    let owner = file?.owner ?? fileSystem.user
    guard status.owner == owner || status.owner == 0 else {
      throw .historyUntrusted(path: location.historyPath, owner: status.owner)
    }
    log = FileLog(in: folder, trusting: owner, fileSystem)
  }

  /// Opens a folder of ours to its owner again that was made under an extreme umask, or closed by accident.
  ///
  /// - Returns: Whether there is something of that name.
  @discardableResult
  static func reopen(
    _ location: FileLocation, in parent: OpenFile, _ fileSystem: any FileSystem
  ) throws(SystemError) -> Bool {
    guard let status = try fileSystem.status(location.historyName, in: parent.descriptor) else {
      return false
    }
    if status.kind == .folder, status.owner == fileSystem.user, status.mode & 0o700 != 0o700 {
      try fileSystem.setMode(location.historyName, in: parent.descriptor, 0o700)
    }
    return true
  }
}

extension FileLocation {
  /// The name of the hidden folder beside the file that holds its history and its lock.
  var historyName: String { ".\(name).history" }

  /// The path of that folder.
  var historyPath: String { path(of: historyName) }
}
