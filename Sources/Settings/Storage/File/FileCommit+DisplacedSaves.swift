import SettingsSystem

extension FileCommit {
  /// Keeps another program's displaced save for the history.
  ///
  /// The save is restored. But a third program may have read the new content in the meantime, and may overwrite the save.
  func keepForHistory(_ displaced: ReadFile?, in temporary: TemporaryName) {
    guard let displaced else { return }
    let isComplete =
      fileSystem.isOpenForWriting(displaced.file.descriptor) != true
      && (try? fileSystem.status(of: displaced.file.descriptor)) == displaced.status
    if isComplete {
      if !displaced.bytes.isEmpty, displaced.bytes != file?.bytes { displacedSaves.append(displaced.bytes) }
    } else if let descriptor = try? fileSystem.open(temporary.text, in: history) {
      // Open it now, because it may no longer have a name when it is complete.
      unfinishedSaves.append(OpenFile(descriptor, in: fileSystem))
    }
  }

  /// Records the displaced saves.
  ///
  /// Errors are ignored: the saves are restored, and are lost only if another program overwrites them.
  func recordDisplacedSaves(by commit: StorageCommit, after head: Int) {
    guard let makeRecord = commit.makeRecordOfSave else { return }
    for unfinished in unfinishedSaves {
      guard waitForEnd(of: unfinished), let bytes = try? fileSystem.readAll(unfinished.descriptor),
        !bytes.isEmpty
      else { continue }
      displacedSaves.append(bytes)
    }
    guard !displacedSaves.isEmpty else { return }
    try? append(displacedSaves.map(makeRecord), after: head)
  }

  /// Waits until no program has a file open for writing; returns `false` if that takes too long.
  private func waitForEnd(of file: OpenFile) -> Bool {
    var waited = 0
    while fileSystem.isOpenForWriting(file.descriptor) == true {
      guard waited < Self.maxWait else { return false }
      fileSystem.pause(milliseconds: 10)
      waited += 10
    }
    return true
  }
}
