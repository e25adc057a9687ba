import SettingsSystem

extension FileCommit {
  /// Keeps a displaced save of another program for the history.
  ///
  /// The save is put back, but a third program may have read the new content in between, and overwrite the save without having
  /// seen it.
  func keepForHistory(_ displaced: ReadFile?, in temporary: TemporaryName) {
    guard let displaced else { return }
    let isComplete =
      fileSystem.isOpenForWriting(displaced.file.descriptor) != true
      && (try? fileSystem.status(of: displaced.file.descriptor)) == displaced.status
    if isComplete {
      if !displaced.bytes.isEmpty, displaced.bytes != file?.bytes { displacedSaves.append(displaced.bytes) }
    } else if let descriptor = try? fileSystem.open(temporary.text, in: history) {
      // By the time it is complete, it may have no name any more. So it is opened now, and read then.
      unfinishedSaves.append(OpenFile(descriptor, in: fileSystem))
    }
  }

  /// Puts the displaced saves on record.
  ///
  /// An error is ignored: the saves are in place again, and it takes two more programs to overwrite one unseen.
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

  /// Waits until no program has a file open for writing; `false` if that takes too long.
  private func waitForEnd(of file: OpenFile) -> Bool {
    var waited = 0
    while fileSystem.isOpenForWriting(file.descriptor) == true {
      guard waited < Self.patience else { return false }
      fileSystem.pause(milliseconds: 10)
      waited += 10
    }
    return true
  }
}
