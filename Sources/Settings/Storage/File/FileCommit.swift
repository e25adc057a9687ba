import SettingsSystem

/// One commit to a settings file, while its lock is held.
///
/// The steps, and what they leave behind after a crash, are described at ``FileLog``. The new content has either the temporary file's name
/// or the settings file's, and the exchange swaps the two names in one step. So another program's save between reading and exchange isn't
/// overwritten: it is found in the temporary file, and restored.
///
///     run
///     ├─ recover                     finish or undo what a crash has left; record saves that were displaced
///     ├─ compare                     revision and log are as the draft expects? otherwise: conflict
///     ├─ prepare                     ID.part with the new content, NUMBER.ID.prepared with the record; all synchronized
///     ├─ place                       exchange; is the displaced content the one that was read?
///     │    ├─ yes                    the commit is done: from here on, recovery completes it
///     │    └─ no                     exchange back, drop the records, record the other save: conflict
///     ├─ synchronize the folder
///     └─ final names, remove what is no longer needed
///
/// An editor such as vi doesn't take our lock. It may save at any moment, by writing into the file, by renaming another over it, or by
/// removing it first. Each case is handled where it shows: the file is open for writing (`waitForOtherPrograms`), it has another status
/// (`isUntouched`), it is missing (`waitForFile`), or the exchange has displaced something unexpected (`restoreDisplacedSave`).
///
/// A file that can't be replaced is written in place instead of the exchange (``InPlaceRecord``). If the history isn't beside the file, the
/// content is beside it for the time of the commit, as `.settings-ID`, and an empty file `ID.OLD.NEW.tmp` in the history notes that.
///
/// It is a class because its steps are many, and all refer to one commit, which exists once and ends.
///
/// An example of the files, for a commit with the ID `a1…` of record 13 over record 12. The content `OLD` has the settings file's name
/// until the exchange:
///
///     prepare    .NAME.history/a1.part              NEW, then renamed to a1.OLD.NEW.tmp
///                .NAME.history/00000013.a1.prepared
///     place      NAME                               NEW
///                .NAME.history/a1.OLD.NEW.tmp       OLD
///     names      .NAME.history/00000013
///     next one   removes a1.OLD.NEW.tmp
///
/// Cost: two waits for the disk, whatever the size: one for the new files, and one for the exchange. The final names of the records become
/// durable with the next commit.
final class FileCommit {
  /// The file's name in errors.
  let name: String
  let location: FileLocation
  let fileSystem: any FileSystem
  let known: KnownFiles
  /// The folder of the settings file.
  let folder: OpenFile
  /// How the file gets its new content.
  let replacement: Replacement
  /// Where its history is.
  let place: HistoryPlace
  /// The folder with its history.
  let locked: LockedFolder
  /// The file itself, locked if it is written in place: another user, whose history is elsewhere, may be about to do the same.
  private let lockedFile: OpenFile?
  /// The settings file as this commit has read it, and still open; `nil` if it doesn't exist.
  private(set) var file: ReadFile?
  /// The identity of its content; `nil` if it doesn't exist.
  private(set) var revision: SettingsRevision?
  /// The content of the hidden folder before this commit, as recovery has found it.
  var listing = FileLog.Listing()
  /// Whether all temporary files belong to commits that appended no records, and are known not to contain another program's save. Then
  /// nothing depends on them, and the commit saves a wait for the disk.
  var areTemporariesExpendable = true
  /// Temporary files of earlier commits. They are removed after the folder has been synchronized again, because until then the final names
  /// of their records might not be durable.
  var staleTemporaries: [String] = []
  /// Whether everything so far is known to survive a crash. `false` is no error: the result of the commit says so.
  var isDurable: Bool
  /// Whether a program has kept the file open for writing longer than a save takes. Such a program doesn't hold up commits; what it writes
  /// later is found in the temporary file.
  var isOpenForLong = false
  /// Whether this commit can use the disk space that an earlier commit has reserved. Only a commit that reserves none itself can.
  var mayUseReservation = false
  /// Whether this commit writes the file in place. A file that can't be replaced is removed like any other.
  private(set) var isInPlace = false
  /// Whether the temporary file has had the settings file's name. Another program can have it open then, and it isn't removed at once.
  var wasVisible = false
  /// Whether the new content has stayed in place although the commit fails, because the old one couldn't be put back.
  var isLeftInPlace = false
  /// Whether no program had the displaced file open for writing when it was read; `false` if the system can't determine it.
  var isDisplacedFileClosed = false
  /// Whether a program had it open.
  var isDisplacedFileOpen = false
  /// The contents of complete saves of other programs that this commit has displaced temporarily. They are recorded, in case a third
  /// program overwrites them.
  var displacedSaves: [[UInt8]] = []
  /// The files of displaced saves that weren't complete at that time.
  var unfinishedSaves: [OpenFile] = []

  let id: CommitID

  var history: FileSystem.Descriptor { locked.history.folder.descriptor }
  var log: FileLog { locked.history.log }

  /// Opens the folders, takes the lock and reads the file; returns `nil` if another program has replaced it at the same moment. Throws if the
  /// file must not be written, before anything is written.
  ///
  /// The lock is held as long as this object exists.
  ///
  /// - Parameter isMountPoint: Whether the system has refused to replace the file.
  init?(
    to location: FileLocation, name: String, _ options: SettingsFileOptions, isMountPoint: Bool = false,
    known: KnownFiles, fileSystem: any FileSystem
  ) throws(SettingsStorageError) {
    self.name = name
    self.known = known
    self.location = location
    self.fileSystem = fileSystem
    id = CommitID(fileSystem.randomNumber())
    let areFoldersDurable: Bool
    do throws(SystemCallError) {
      (folder, areFoldersDurable) = try fileSystem.makeFolders(location.folder, mode: 0o777)
      let status = try fileSystem.status(location.name, in: folder.descriptor)
      place = try HistoryPlace(
        of: location, in: folder, for: status, options.history, known: known, fileSystem)
    } catch {
      throw .notCreatable(path: name, error)
    }
    replacement = try Replacement(
      of: place.file, at: location, in: folder, path: name, isMountPoint: isMountPoint, options, fileSystem)
    locked = try LockedFolder(at: place, name: name, fileSystem)
    lockedFile =
      replacement == .inPlace ? try Self.lockedFile(location, in: folder, name: name, fileSystem) : nil
    isDurable = areFoldersDurable && locked.isDurable
    // If the status hides a change of the content, the exchange displaces content other than this, and the commit is a conflict.
    file = try ReadFile(location.name, in: folder, path: name, known: known.content, fileSystem: fileSystem)
    revision = (file?.bytes).map { known.identified($0).revision }
    let now = try Replacement(
      of: file?.status, at: location, in: folder, path: name, isMountPoint: isMountPoint, options, fileSystem)
    guard now == replacement else { return nil }
  }

  /// Waits for the lock of the settings file itself.
  private static func lockedFile(
    _ location: FileLocation, in folder: OpenFile, name: String, _ fileSystem: any FileSystem
  ) throws(SettingsStorageError) -> OpenFile? {
    var waited = 0
    while true {
      let file: OpenFile
      do throws(SystemCallError) {
        file = try fileSystem.openFile(location.name, in: folder.descriptor).file
        if try fileSystem.lock(file.descriptor) { return file }
      } catch {
        // A file system without locks, such as some of a network, keeps nobody apart.
        if error.isUnsupported { return nil }
        throw .unreadable(path: name, error)
      }
      guard waited < LockedFolder.maxWait else {
        throw .locked(path: name, holder: fileSystem.lockHolder(of: file.descriptor))
      }
      fileSystem.pause(milliseconds: 20)
      waited += 20
    }
  }

  /// Performs the commit, if the content and the log are as it expects. Otherwise the result is a conflict with what is stored now.
  ///
  /// After an error, the old content is in place, unless it is `SettingsStorageError.notRestored`, and the next commit removes what this one has
  /// left.
  func run(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult {
    mayUseReservation = commit.reservation == 0
    if commit.confirmationLimit != nil, let count = file?.status.linkCount, count > 1 {
      throw .notConfirmable(path: name, count: count)
    }
    let log = known.log
    // If this commit ends in an error or a conflict, the next apply has to read the log again.
    known.forgetLog()
    try finishInterruptedWrite()
    let head = try recover(recordingSavesBy: commit.makeRecordOfSave)
    guard revision == commit.revision, commit.head == nil || commit.head == head else {
      return .conflict(current: content)
    }
    if commit.isOf(file?.bytes) {
      if !commit.records.isEmpty { try append(commit.records, after: head) }
    } else {
      guard try replace(with: commit, after: head) else {
        recordDisplacedSaves(by: commit, after: head)
        return .conflict(current: content)
      }
    }
    removeLeftovers(keeping: commit)
    rememberLog(after: commit, onto: head, log)
    return .committed(commit.newRevision, isDurable: isDurable)
  }

  /// Replaces or removes records, and removes the displaced content of earlier commits, which holds what they replaced. Returns `false` if
  /// the log has another last record.
  ///
  /// Each record is replaced in one step, so a crash leaves every record whole, some of them old.
  func rewriteLog(_ records: [Int: StorageRecord?], head: Int) throws(SettingsStorageError) -> Bool {
    known.forgetLog()
    try finishInterruptedWrite()
    guard try recover(recordingSavesBy: nil) == head else { return false }
    do throws(SystemCallError) {
      for (number, record) in records.sorted(by: { $0.key < $1.key }) {
        let name = RecordName(number, stage: .done).text
        if let record {
          let new = TemporaryName.unfinishedName(id)
          let file = OpenFile(try fileSystem.create(new, in: history), in: fileSystem)
          try fileSystem.fill(
            file.descriptor, parts: RecordFile.parts(of: record, number: number, known),
            for: locked.history.owner)
          try fileSystem.synchronize(file.descriptor)
          try fileSystem.rename(new, in: history, to: name, in: history)
        } else {
          try fileSystem.remove(name, in: history)
        }
      }
      try fileSystem.synchronize(history)
      removeStaleTemporaries()
      try fileSystem.synchronize(history)
    } catch {
      throw .historyUnwritable(path: place.path, error)
    }
    return true
  }

  func readAgain() throws(SettingsStorageError) {
    file = nil
    revision = nil
    file = try ReadFile(location.name, in: folder, path: name, fileSystem: fileSystem)
    revision = (file?.bytes).map { known.identified($0).revision }
  }

  /// The stored content; `nil` if nothing is stored.
  private var content: StoredContent? {
    guard let bytes = file?.bytes, let revision else { return nil }
    return StoredContent(bytes, revision: revision)
  }

  // MARK: - Commits

  /// Appends records without changing the content, such as a confirmation. If the disk is full, the reserved space is used.
  func append(_ records: [StorageRecord], after head: Int) throws(SettingsStorageError) {
    do throws(SystemCallError) {
      do throws(SystemCallError) {
        try writeFinally(records, after: head)
      } catch {
        guard error.isLackOfSpace, mayUseReservation, freeReservation() else { throw error }
        try writeFinally(records, after: head)
      }
    } catch {
      throw .historyUnwritable(path: place.path, error)
    }
    // The records are valid now. After an error, it is unknown whether they survive a crash.
    if fileSystem.isSynchronized(history) { removeStaleTemporaries() } else { isDurable = false }
  }

  /// Writes records, all or none, and gives them their final names. There is no exchange to wait for, so each is valid as soon as it has
  /// its name.
  private func writeFinally(_ records: [StorageRecord], after head: Int) throws(SystemCallError) {
    var names: [RecordName] = []
    do throws(SystemCallError) {
      for file in try create(records, after: head, into: &names) {
        try fileSystem.synchronize(file.descriptor)
      }
      // A record gets its final name when all of it is durable, so a truncated record is never valid.
      for name in names { try rename(name, to: .done) }
    } catch {
      for name in names {
        try? fileSystem.remove(name.text, in: history)
        try? fileSystem.remove(RecordName(name.number, stage: .done).text, in: history)
      }
      throw error
    }
  }

  /// Replaces the content; returns `false` if another program has changed it in the meantime. Whatever the outcome, no record without its
  /// content stays, and no content without its record.
  private func replace(with commit: StorageCommit, after head: Int) throws(SettingsStorageError) -> Bool {
    guard try waitForOtherPrograms() else { return false }
    isInPlace = replacement == .inPlace && commit.content != nil
    if let content = commit.content, let revision = commit.newRevision {
      known.remember(StoredContent(content, revision: revision))
    }
    let temporary = TemporaryName(id, from: revision, to: commit.newRevision)
    var names: [RecordName] = []
    do throws(SettingsStorageError) {
      try prepare(commit, temporary: temporary, after: head, into: &names)
      guard try place(temporary, content: commit.content, into: &names) else {
        drop(names, temporary: temporary)
        return false
      }
    } catch {
      drop(names, temporary: temporary)
      throw error
    }
    // No name has changed if the file was written in place.
    if !isInPlace {
      let isSynchronized = fileSystem.isSynchronized(folder.descriptor)
      if !place.isBeside, isSynchronized { removeNotes() }
      isDurable = isSynchronized && isDurable
    }
    do throws(SystemCallError) {
      for name in names { try rename(name, to: .done) }
      try tidy(afterRecords: !names.isEmpty)
    } catch {
      // An error is harmless: what is left shows that the records are valid, and the next commit renames them.
    }
    return true
  }

  /// Removes what shows how far this commit has got if it can't stay until the next one: the record of a write in place, and displaced
  /// content beside the settings file, where somebody could pack or publish it. Content that a program still has open stays.
  private func tidy(afterRecords hasRecords: Bool) throws(SystemCallError) {
    guard isInPlace || !place.isBeside && !isDisplacedFileOpen else { return }
    // Without it, the records are valid by their final names only.
    if hasRecords { try fileSystem.synchronize(history) }
    if isInPlace { removeInPlaceRecord() } else { removeContentBeside(of: id) }
  }

  // MARK: - Names

  func rename(_ name: RecordName, to stage: RecordName.Stage) throws(SystemCallError) {
    try fileSystem.rename(name.text, in: history, to: RecordName(name.number, stage: stage).text, in: history)
  }

  /// Removes the files of a commit that failed.
  ///
  /// The records are removed first, and durably: a record in stage `moving` would be valid without its temporary file. They are removed in
  /// reverse order: a failure halfway leaves no gap in their numbers.
  ///
  /// The temporary file stays if another program might have it open, or if it contains a save that couldn't be restored because of a newer
  /// one. The next commit decides what to do with it.
  func drop(_ names: [RecordName], temporary: TemporaryName) {
    // What is written only in part is completed by the next commit.
    guard !isInPlace || !isLeftInPlace else { return }
    for name in names.reversed() {
      do throws(SystemCallError) {
        try fileSystem.remove(name.text, in: history)
      } catch {
        guard error.isAbsence else { return }
      }
    }
    guard names.isEmpty || fileSystem.isSynchronized(history) else { return }
    try? fileSystem.remove(DiskReservation.name(id), in: history)
    if isInPlace { return removeInPlaceRecord() }
    try? fileSystem.remove(TemporaryName.unfinishedName(id), in: history)
    guard !wasVisible else { return }
    removeContentBeside(of: id)
    try? fileSystem.remove(temporary.text, in: history)
  }

  /// Removes a commit's content if it lies beside the settings file.
  private func removeContentBeside(of id: CommitID) {
    guard !place.isBeside else { return }
    for content in [log.content(of: TemporaryName(id, from: nil, to: nil)), log.unfinishedContent(of: id)] {
      try? fileSystem.remove(content.name, in: content.folder.descriptor)
    }
  }

  /// Removes reservations and records that are no longer needed. Leftovers are harmless, so errors are ignored.
  private func removeLeftovers(keeping commit: StorageCommit) {
    for reservation in listing.reservations where commit.reservation == 0 || reservation != id {
      try? fileSystem.remove(DiskReservation.name(reservation), in: history)
    }
    for name in listing.records where name.number < commit.oldest {
      try? fileSystem.remove(name.text, in: history)
    }
  }

  /// Remembers the log, which spares the next apply from reading it. Does nothing if a status can't be determined.
  ///
  /// - Parameter former: The log before the commit, if it was known.
  private func rememberLog(after commit: StorageCommit, onto head: Int, _ former: KnownFiles.Log?) {
    // After a recovery, the next apply reads the log.
    guard head == listing.records.last?.number ?? 0, listing.records.allSatisfy({ $0.stage == .done }) else {
      return
    }
    let kept = listing.records.lazy.map(\.number).filter { $0 >= commit.oldest }
    let numbers = kept + (head..<(head + commit.records.count)).map { $0 + 1 }
    var last: KnownFiles.Log.Last?
    if let number = numbers.last {
      guard
        let header = commit.records.last?.header
          ?? former?.last.flatMap({ $0.number == number ? $0.header : nil }),
        let status = try? fileSystem.status(RecordName(number, stage: .done).text, in: history),
        !commit.records.isEmpty || status == former?.last?.status
      else { return }
      last = KnownFiles.Log.Last(number: number, status: status, header: header)
    }
    guard let folder = try? fileSystem.status(of: history) else { return }
    known.remember(
      KnownFiles.Log(location: location, path: place.path, folder: folder, numbers: numbers, last: last))
  }

  /// Removes the temporary files of earlier commits: the final names of their records are durable now.
  func removeStaleTemporaries() {
    for name in staleTemporaries {
      if let id = TemporaryName(name)?.id { removeContentBeside(of: id) }
    }
    // Beside the settings file, it must be durable that they are gone before nothing notes them.
    if place.isBeside { removeNotes() }
  }

  private func removeNotes() {
    for name in staleTemporaries { try? fileSystem.remove(name, in: history) }
    staleTemporaries = []
  }
}

extension FileCommit {
  /// Keeps another program's displaced save for the history.
  ///
  /// The save is restored. But a third program might have read the new content in the meantime, and may overwrite the save.
  func keepForHistory(_ displaced: ReadFile?, in temporary: TemporaryName) {
    guard let displaced else { return }
    let isComplete =
      fileSystem.isOpenForWriting(displaced.file.descriptor) != true
      && (try? fileSystem.status(of: displaced.file.descriptor)) == displaced.status
    if isComplete {
      if !displaced.bytes.isEmpty, displaced.bytes != file?.bytes { displacedSaves.append(displaced.bytes) }
    } else if let unfinished = try? log.openContent(of: temporary).file {
      // Open it now, because it may no longer have a name when it is complete.
      unfinishedSaves.append(unfinished)
    }
  }

  /// Records the displaced saves.
  ///
  /// Errors are ignored: the saves are restored, and are lost only if another program overwrites them.
  func recordDisplacedSaves(by commit: StorageCommit, after head: Int) {
    guard let makeRecord = commit.makeRecordOfSave else { return }
    for unfinished in unfinishedSaves {
      guard waitForEnd(of: unfinished),
        let bytes = try? fileSystem.readAll(unfinished.descriptor, atMost: InputLimits.documentSize),
        !bytes.isEmpty
      else { continue }
      displacedSaves.append(bytes)
    }
    guard !displacedSaves.isEmpty else { return }
    try? append(displacedSaves.map(makeRecord), after: head)
  }

  /// Waits until no program has a file open for writing; returns `false` if that takes more than a second. Half of a save must not be
  /// recorded as a version.
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
