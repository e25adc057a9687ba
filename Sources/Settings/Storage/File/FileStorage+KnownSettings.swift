import SettingsSystem

extension FileStorage {
  /// Returns the settings that were recorded last; `nil` if there are none that are readable and trusted, or if they have the
  /// given revision.
  package func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings? {
    let settings = try? withLog { log, _ throws(SystemError) -> KnownSettings? in
      guard let stored = try log.recordedRevision(), stored != revision() else { return nil }
      let bytes = try log.bytes(of: KnownSettingsFile.name, atMost: KnownSettingsFile.maxSize)
      return bytes.flatMap(KnownSettingsFile.settings)
    }
    return settings ?? nil
  }

  /// Records the settings of a form in the hidden folder beside the file.
  ///
  /// Takes the lock only if other settings are recorded. A crash leaves the former file or the new one. The folder isn't
  /// synchronized: after a power loss, the former settings may be in place again, and settings may be marked as new once more.
  package func recordSettings(_ settings: KnownSettings) {
    guard !isKnownToBeRecorded(settings) else { return }
    // Without a hidden folder, there is no history that the settings could belong to.
    let isDue = try? withLog { log, _ throws(SystemError) -> Bool in
      // Read the status before the revision: if the file is replaced in between, the remembered status is the old one, and the
      // next apply reads the file again.
      let status = try log.status(of: KnownSettingsFile.name)
      guard try log.recordedRevision() == settings.revision else { return true }
      if let status { known.rememberSettings(settings.revision, status) }
      return false
    }
    guard isDue == true else { return }
    try? replaceRecordedSettings(by: settings)
  }

  /// Whether the file with the recorded settings is the one that had these settings before.
  private func isKnownToBeRecorded(_ settings: KnownSettings) -> Bool {
    guard let status = known.statusOfSettings(settings.revision),
      let location = try? FileLocation(following: name, in: fileSystem)
    else { return false }
    let file = FileLocation(in: location.historyPath, KnownSettingsFile.name)
    return (try? fileSystem.status(atPath: file.path)) == status
  }

  private func replaceRecordedSettings(by settings: KnownSettings) throws {
    let location = try FileLocation(following: name, in: fileSystem)
    guard let folder = try open(location) else { return }
    let owner = try fileSystem.status(location.name, in: folder.descriptor)
    let locked = try LockedFolder(of: location, in: folder, for: owner, name: name, fileSystem)
    let history = locked.history.folder.descriptor
    // The next commit removes an unfinished file that a crash leaves. So hold the lock, or a commit of another process would remove
    // this file before it is renamed.
    let temporary = TemporaryName.unfinishedName(CommitID(fileSystem.randomNumber()))
    do {
      try fileSystem.write(
        KnownSettingsFile.bytes(of: settings), toNew: temporary, in: history, for: owner)
      try fileSystem.rename(temporary, in: history, to: KnownSettingsFile.name, in: history)
    } catch {
      try? fileSystem.remove(temporary, in: history)
      throw error
    }
  }
}

extension FileLog {
  /// Returns the revision of the recorded settings; `nil` if there are none, or if they are damaged or not trusted.
  fileprivate func recordedRevision() throws(SystemError) -> Revision? {
    try bytes(of: KnownSettingsFile.name, until: { _ in true }).flatMap(KnownSettingsFile.revision)
  }
}
