import SettingsSystem

extension FileCommit {
  /// Completes or undoes interrupted commits, and returns the number of the last record.
  ///
  /// - Parameter makeRecord: Creates the record for another program's save that an earlier commit displaced.
  ///
  /// A crash can leave four kinds of files in the hidden folder. Records without a final name are completed or removed, by the verdict on
  /// their commit. An unfinished temporary file (`.part`) was never visible and means nothing. A finished one (`.tmp`) holds one of its
  /// commit's two contents, which its name tells, or else another program's save, which becomes a version of the history. All of them are
  /// removed only after the names that they vouch for are durable.
  func recover(recordingSavesBy makeRecord: (([UInt8]) -> StorageRecord)?) throws(SettingsStorageError) -> Int
  {
    var head: Int
    var saves: [[UInt8]] = []
    do throws(SystemCallError) {
      listing = try log.listing()
      head = try finishInterruptedCommits(listing)
      staleTemporaries += listing.unfinished
      for temporary in listing.temporaries {
        if let displaced = known.displaced, displaced.name == temporary.text,
          try log.status(of: temporary) == displaced.status
        {
          areTemporariesExpendable = areTemporariesExpendable && !displaced.hasRecords
          staleTemporaries.append(temporary.text)
          continue
        }
        areTemporariesExpendable = false
        guard try !isToStay(temporary) else { continue }
        if let save = try displacedSave(in: temporary) {
          // Without a record the content would be lost, so the file stays.
          guard makeRecord != nil else { continue }
          saves.append(save)
        }
        staleTemporaries.append(temporary.text)
      }
    } catch {
      throw .historyUnwritable(path: place.path, error)
    }
    if let makeRecord, !saves.isEmpty {
      // This removes the temporary files with the saves only after the records of the saves are durable.
      try append(saves.map(makeRecord), after: head)
      head += saves.count
    }
    return head
  }

  /// Gives the records of interrupted commits their final names, or removes them; returns the number of the last record.
  ///
  /// It holds the lock, so no other commit is in progress: whatever isn't done was interrupted. It may be interrupted itself, and the next
  /// process comes to the same verdicts.
  private func finishInterruptedCommits(_ listing: FileLog.Listing) throws(SystemCallError) -> Int {
    var verdicts: [CommitID: FileLog.Verdict] = [:]
    var head = 0
    for name in listing.records {
      guard let id = name.stage.id else {
        head = name.number
        continue
      }
      let temporary = listing.temporary(id)
      let verdict: FileLog.Verdict
      if let known = verdicts[id] {
        verdict = known
      } else {
        verdict = try log.verdict(on: name.stage, temporary, current: file?.status.identity)
        verdicts[id] = verdict
        switch verdict {
        case .notStored: break
        // As in a commit, the exchange is durable before its records get their final names. Otherwise, a power loss could undo the exchange
        // and keep the names, and the history would have a version that the file never got.
        case .stored: _ = fileSystem.isSynchronized(folder.descriptor)
        // Restore the save first: if this is interrupted, the records still lead to the same verdict.
        case .displacedSave: if let temporary { try restoreSave(in: temporary) }
        }
      }
      if verdict == .stored {
        try rename(name, to: .done)
        head = name.number
      } else {
        // The process ended before the commit was done.
        try fileSystem.remove(name.text, in: history)
      }
    }
    return head
  }

  /// Restores another program's displaced save, unless a program has saved since: then the file doesn't have the interrupted commit's
  /// content anymore.
  private func restoreSave(in temporary: TemporaryName) throws(SystemCallError) {
    guard revision == temporary.new else { return }
    if let new = file?.status.identity, let content = file?.bytes {
      try restoreDisplacedSave(temporary, over: new, content: content)
    } else {
      try moveBack(temporary)
    }
    _ = fileSystem.isSynchronized(folder.descriptor)
    readAgainIfReadable()
  }

  /// Whether a temporary file stays for the next commit: another program has it open for writing, because it opened it as the settings file,
  /// and its save isn't complete; or the save is larger than a version can be, so a person has to move it away.
  private func isToStay(_ temporary: TemporaryName) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      let (file, status) = try log.openContent(of: temporary)
      return status.size > InputLimits.documentSize || fileSystem.isOpenForWriting(file.descriptor) == true
    } catch {
      guard error.isAbsence || error.isWrongKind else { throw error }
      return false
    }
  }

  /// Returns another program's save that is only in a temporary file; `nil` if the file has one of the commit's two contents.
  ///
  /// A program that opened the file before an exchange might have written to the displaced file after the commit.
  private func displacedSave(in temporary: TemporaryName) throws(SystemCallError) -> [UInt8]? {
    guard let bytes = try log.bytes(of: temporary), !bytes.isEmpty else { return nil }
    let revision = SettingsRevision(of: bytes)
    return revision == temporary.old || revision == temporary.new ? nil : bytes
  }
}

/// The identity of a commit. It is in the names of the records and of the temporary file, so recovery can match them. It is random, because
/// a number could be used again after a crash.
struct CommitID: Hashable, Sendable, CustomStringConvertible {
  private let number: UInt64

  /// Creates an ID from a random number.
  init(_ number: UInt64) {
    self.number = number
  }

  /// Creates an ID from sixteen hexadecimal digits in lower case; returns `nil` for any other spelling, so each file has one name.
  init?(_ text: some StringProtocol) {
    guard let number = UInt64(text, radix: 16), Self(number).description == text else { return nil }
    self.number = number
  }

  /// Sixteen hexadecimal digits.
  var description: String { String(number, digits: 16, radix: 16) }
}

/// The name of a commit's temporary file, `ID.OLD.NEW.tmp`. The file holds the new content and, after the exchange, the
/// displaced content.
///
/// The name identifies both contents of the commit. So a comparison with the file's content shows whether it is the old content, the new
/// content, or another program's save.
struct TemporaryName: Hashable, Sendable {
  let id: CommitID
  /// The content that the commit replaces; `nil` if there was no file.
  let old: SettingsRevision?
  /// The content that the commit stores; `nil` if it removes the file.
  let new: SettingsRevision?

  init(_ id: CommitID, from old: SettingsRevision?, to new: SettingsRevision?) {
    self.id = id
    self.old = old
    self.new = new
  }

  /// Parses a file name, such as `ID.none.NEW.tmp` for a commit that creates the file; returns `nil` if it isn't a temporary file's.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3] == "tmp", let id = CommitID(parts[0]) else { return nil }
    let (old, new) = (SettingsRevision(parts[1]), SettingsRevision(parts[2]))
    guard old != nil || parts[1] == "none", new != nil || parts[2] == "none" else { return nil }
    self.init(id, from: old, to: new)
  }

  var text: String {
    "\(id).\(old?.description ?? "none").\(new?.description ?? "none").tmp"
  }

  /// Returns the file's name until its content is durable. A file that a crash has truncated keeps this name and is never mistaken for
  /// another program's save.
  static func unfinishedName(_ id: CommitID) -> String { id.description + unfinishedSuffix }

  /// Returns the commit of a name of ``unfinishedName(_:)``; `nil` for any other name.
  static func unfinishedID(_ name: String) -> CommitID? {
    name.hasSuffix(unfinishedSuffix) ? CommitID(name.dropLast(unfinishedSuffix.count)) : nil
  }

  private static let unfinishedSuffix = ".part"
}
