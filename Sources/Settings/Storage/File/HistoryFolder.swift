import SettingsSystem

/// The folder with the history of a settings file, open for reading: see ``HistoryPlace``.
///
/// Other users can be able to write to the folder that it is in, so the name isn't trusted: the folder is opened without following a link,
/// and it and its files have to belong to the settings file's owner or to root. In the user's state, they have to belong to the owner of
/// the folder around it.
struct HistoryFolder {
  let folder: OpenFile
  let status: FileStatus
  let log: FileLog
  /// Whose the files are that root creates in it; `nil` for files of this user.
  let owner: FileStatus?

  /// Opens the folder; returns `nil` if it doesn't exist.
  init?(at place: HistoryPlace, _ fileSystem: any FileSystem) throws(SettingsStorageError) {
    let around: FileStatus?
    do throws(SystemCallError) {
      guard let parent = try place.openParent(fileSystem) else { return nil }
      around = place.isBeside ? nil : try fileSystem.status(of: parent.descriptor)
      try Self.correctMode(of: place, in: parent, fileSystem)
      folder = OpenFile(try fileSystem.openFolder(place.name, in: parent.descriptor), in: fileSystem)
      status = try fileSystem.status(of: folder.descriptor)
      owner = try place.owner(in: parent, fileSystem)
    } catch {
      if error.isAbsence || error.isNameTooLong { return nil }
      if error.isWrongKind { throw .historyMisplaced(path: place.path) }
      throw .historyUnreadable(path: place.path, error)
    }
    let trusted = owner?.owner ?? fileSystem.user
    for status in [around, status] {
      guard let status, status.owner != trusted, status.owner != 0 else { continue }
      throw .historyUntrusted(path: place.path, owner: status.owner)
    }
    log = FileLog(in: folder, contentsIn: place.isBeside ? nil : place.folder, trusting: trusted, fileSystem)
  }

  /// Corrects the mode of a folder that its owner can't access, because of an extreme umask or a mistake.
  ///
  /// - Returns: Whether a file with that name exists.
  @discardableResult
  static func correctMode(
    of place: HistoryPlace, in parent: OpenFile, _ fileSystem: any FileSystem
  ) throws(SystemCallError) -> Bool {
    guard let status = try fileSystem.status(place.name, in: parent.descriptor) else { return false }
    if status.kind == .folder, status.owner == fileSystem.user, status.mode & 0o700 != 0o700 {
      try fileSystem.setMode(place.name, in: parent.descriptor, mode: 0o700)
    }
    return true
  }
}

extension FileSystem {
  /// Creates a file of the history with mode 0600 that belongs to an owner, and waits until it is durable.
  func write(
    _ bytes: [UInt8], toNew name: String, in folder: Descriptor, for owner: FileStatus?
  ) throws(SystemCallError) {
    let file = OpenFile(try create(name, in: folder), in: self)
    try fill(file.descriptor, parts: [bytes], for: owner)
    try synchronize(file.descriptor)
  }

  /// Writes a new file, without waiting for the disk. If root edits the file of a user, the files of its history belong to that user, too.
  func fill(
    _ file: Descriptor, parts: [[UInt8]], for owner: FileStatus?, mode: UInt32 = 0o600
  ) throws(SystemCallError) {
    // The umask might have removed the owner's permissions.
    try setMode(file, mode: mode)
    if let owner, user == 0, owner.owner != 0 { try setOwner(file, owner: owner.owner, group: owner.group) }
    for part in parts { try writeAll(part, to: file) }
  }
}
