import SettingsSystem

/// The hidden folder beside a settings file, `.NAME.history`, open for reading.
///
/// Other users may be able to write to the folder of the settings file, so the name isn't trusted: the folder is opened without
/// following a link, and it and its files have to belong to the settings file's owner or to root.
struct HistoryFolder {
  let folder: OpenFile
  let status: FileStatus
  let log: FileLog

  /// Opens the folder; returns `nil` if it doesn't exist.
  ///
  /// - Parameters:
  ///   - parent: The folder of the settings file.
  ///   - file: The status of the settings file; `nil` if it doesn't exist.
  ///   - isCorrect: Whether its mode has just been corrected.
  init?(
    of location: FileLocation, in parent: OpenFile, for file: FileStatus?, isCorrect: Bool = false,
    _ fileSystem: any FileSystem
  ) throws(StorageError) {
    do throws(SystemError) {
      if !isCorrect { try Self.correctMode(of: location, in: parent, fileSystem) }
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

  /// Corrects the mode of a folder that its owner can't access, because of an extreme umask or a mistake.
  ///
  /// - Returns: Whether a file with that name exists.
  @discardableResult
  static func correctMode(
    of location: FileLocation, in parent: OpenFile, _ fileSystem: any FileSystem
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
  /// The name of the hidden folder beside the file with its history and its lock.
  var historyName: String { ".\(name).history" }

  /// The path of that folder.
  var historyPath: String { path(of: historyName) }
}
