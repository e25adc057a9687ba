import SettingsSystem

extension FileCommit {
  /// From this size on, the disk begins to write the content while the records are created.
  private static let fewestBytesToStart = 1 << 16

  /// Why the new content or its records couldn't be made durable.
  private enum PreparationError: Error {
    case content(SystemCallError)
    case records(SystemCallError)

    var cause: SystemCallError {
      switch self {
      case .content(let error), .records(let error): error
      }
    }
  }

  /// Makes the new content and its records durable, under temporary names.
  ///
  /// If the disk is full, the space that an earlier commit has reserved for a rollback is freed, and everything is tried once more. When it
  /// returns, a crash can't truncate the content anymore, whichever name it has.
  func prepare(
    _ commit: StorageCommit, temporary: TemporaryName, after head: Int, into names: inout [RecordName]
  ) throws(SettingsStorageError) {
    do throws(PreparationError) {
      try write(commit, temporary: temporary, after: head, into: &names)
    } catch {
      guard error.cause.isLackOfSpace, mayUseReservation, freeReservation() else {
        if error.cause.isOwnershipDenied, let group = file?.status.group {
          throw .groupNotKept(path: name, group: group)
        }
        switch error {
        case .content(let error): throw .notWritten(path: name, error)
        case .records(let error): throw .historyUnwritable(path: place.path, error)
        }
      }
      drop(names, temporary: temporary)
      names = []
      do throws(PreparationError) {
        try write(commit, temporary: temporary, after: head, into: &names)
      } catch {
        throw .notWritten(path: name, error.cause)
      }
    }
    guard commit.content != nil, !isInPlace else { return }
    // The content is already durable, so a file with this name is never truncated, even after a crash. The name itself needs no
    // further synchronization: it comes before the exchange in the file system's journal.
    do throws(SystemCallError) {
      let (unfinished, finished) = (log.unfinishedContent(of: id), log.content(of: temporary))
      try fileSystem.rename(
        unfinished.name, in: unfinished.folder.descriptor, to: finished.name, in: finished.folder.descriptor)
    } catch {
      throw .notWritten(path: name, error)
    }
  }

  /// Writes the new content and its records, and then waits for the disk once for all of them.
  private func write(
    _ commit: StorageCommit, temporary: TemporaryName, after head: Int, into names: inout [RecordName]
  ) throws(PreparationError) {
    var new: [OpenFile] = []
    do throws(SystemCallError) {
      if !place.isBeside, !isInPlace {
        new.append(OpenFile(try fileSystem.create(temporary.text, in: history), in: fileSystem))
      }
      if let content = commit.content {
        if isInPlace, let old = file?.bytes {
          new.append(try createInPlaceRecord(of: content, over: old))
        } else {
          new.append(try create(content, isPrivate: commit.isPrivate))
        }
      }
      if commit.reservation > 0 { new.append(try reserve(commit.reservation)) }
    } catch {
      throw .content(error)
    }
    // The disk can write the content while the records are created. For a few pages, the call would take longer than it saves.
    if let content = commit.content, content.count >= Self.fewestBytesToStart, !commit.records.isEmpty {
      for file in new.prefix(1) { fileSystem.startWriting(file.descriptor) }
    }
    let records: [OpenFile]
    do throws(SystemCallError) {
      records = try create(commit.records, after: head, into: &names)
    } catch {
      throw .records(error)
    }
    if needsDurableNames(for: commit, after: head) {
      try synchronize(new, records: records)
    } else {
      try synchronize(new)
    }
  }

  /// Whether names in the hidden folder have to be durable before the exchange.
  ///
  /// Recovery tells by these names which records are valid. If neither this commit nor an earlier one has written records, nothing depends
  /// on the names. The exchange is a single step for both folders: the displaced content has the temporary file's name as soon as the new
  /// content has the settings file's name, whether that name was durable before or not. For the same reason, the temporary file of the
  /// commit before this one can be removed at once: no record's final name depends on it.
  private func needsDurableNames(for commit: StorageCommit, after head: Int) -> Bool {
    isInPlace || head > 0 || !commit.records.isEmpty || commit.reservation > 0 || !listing.records.isEmpty
      || !listing.reservations.isEmpty || !listing.unfinished.isEmpty || listing.temporaries.isEmpty
      || !areTemporariesExpendable
  }

  /// Waits until the new content survives a crash, but not for its name: one wait for the disk instead of two.
  private func synchronize(_ new: [OpenFile]) throws(PreparationError) {
    for file in new {
      do throws(SystemCallError) { try fileSystem.synchronize(file.descriptor) } catch {
        throw .content(error)
      }
    }
    removeStaleTemporaries()
  }

  /// Waits until the new files and their names survive a crash, all at the same time. A file system that can't synchronize folders makes
  /// the commit not durable, and doesn't refuse it.
  ///
  /// The content that is about to be displaced has to survive, too, unless this storage has stored it: another program might not have
  /// synchronized it. Recovery tells by it whether the exchange has happened, and would put a truncated file in the place of the new content,
  /// as another program's save.
  private func synchronize(_ new: [OpenFile], records: [OpenFile]) throws(PreparationError) {
    let old = isInPlace ? nil : file.flatMap { known.isSynchronized($0.status) ? nil : $0.file.descriptor }
    let errors = fileSystem.synchronize(
      (new + records).map(\.descriptor) + [history] + [old].compactMap(\.self))
    for error in errors.prefix(new.count) {
      if let error { throw .content(error) }
    }
    for error in errors.dropFirst(new.count).prefix(records.count) {
      if let error { throw .records(error) }
    }
    let others = errors.dropFirst(new.count + records.count)
    if case let error?? = others.dropFirst().first {
      guard error.isUnsupported else { throw .content(error) }
      isDurable = false
    }
    guard case let error?? = others.first else { return removeStaleTemporaries() }
    guard error.isUnsupported else { throw .records(error) }
    isDurable = false
  }

  /// Creates the files of records under temporary names. Each name is added to the list before the file is written: a failure in between
  /// can then remove it.
  func create(
    _ records: [StorageRecord], after head: Int, into names: inout [RecordName]
  ) throws(SystemCallError) -> [OpenFile] {
    guard records.count <= RecordName.largest - head else { throw SystemCallError.overflow("openat") }
    var files: [OpenFile] = []
    for (offset, record) in records.enumerated() {
      let name = RecordName(head + 1 + offset, stage: .prepared(id))
      let file = OpenFile(try fileSystem.create(name.text, in: history), in: fileSystem)
      names.append(name)
      try fileSystem.fill(
        file.descriptor, parts: RecordFile.parts(of: record, number: name.number, known),
        for: locked.history.owner)
      files.append(file)
    }
    return files
  }

  /// Creates the file of the new content, with the owner, the mode and the attributes of the old file. Throws an error that
  /// ``SystemCallError/isOwnershipDenied`` if it can't have the same owner and group.
  ///
  /// A new file has the mode that the umask leaves, or, if it is private, 0600. In another user's folder, root creates it for that user.
  private func create(_ content: [UInt8], isPrivate: Bool) throws(SystemCallError) -> OpenFile {
    let mode: UInt32 = file == nil && !isPrivate ? 0o666 : 0o600
    let unfinished = log.unfinishedContent(of: id)
    let new = OpenFile(
      try fileSystem.create(unfinished.name, in: unfinished.folder.descriptor, mode: mode), in: fileSystem)
    guard let file else {
      let left = try fileSystem.status(of: new.descriptor).mode
      try fileSystem.fill(
        new.descriptor, parts: [content], for: locked.history.owner, mode: mode & left | 0o600)
      return new
    }
    try fileSystem.writeAll(content, to: new.descriptor)
    let own = try fileSystem.status(of: new.descriptor)
    // Set the group first and the mode last: the file must never be open to a group that it wasn't open to before.
    if own.owner != file.status.owner || own.group != file.status.group {
      try fileSystem.setOwner(
        new.descriptor, owner: own.owner == file.status.owner ? nil : file.status.owner,
        group: file.status.group)
    }
    try fileSystem.removeAccessLists(new.descriptor)
    try fileSystem.setMode(new.descriptor, mode: file.status.mode)
    try fileSystem.copyAttributes(from: file.file.descriptor, to: new.descriptor)
    return new
  }
}

extension FileCommit {
  /// Reserves disk space for a later commit; returns the file, which isn't synchronized. It has the reserved length, and nothing is written
  /// to it.
  func reserve(_ size: Int) throws(SystemCallError) -> OpenFile {
    let file = OpenFile(try fileSystem.create(DiskReservation.name(id), in: history), in: fileSystem)
    try fileSystem.allocate(file.descriptor, size: size)
    try fileSystem.fill(file.descriptor, parts: [], for: locked.history.owner)
    return file
  }

  /// Frees the disk space that earlier commits have reserved; returns `false` if there is none, and so nothing to try again for.
  func freeReservation() -> Bool {
    let reservations = (try? log.listing().reservations) ?? []
    for id in reservations { try? fileSystem.remove(DiskReservation.name(id), in: history) }
    return !reservations.isEmpty
  }
}

/// Disk space that is reserved for a commit that must not fail because the disk is full: the rollback of an apply that isn't confirmed.
///
/// It is a file in the hidden folder whose blocks are allocated and never written (`posix_fallocate(3)`). To use the space, remove the
/// file.
enum DiskReservation {
  private static let prefix = "reserve."

  static func name(_ id: CommitID) -> String { prefix + id.description }

  /// Returns the commit of a reservation; `nil` if the file isn't one.
  static func id(_ name: String) -> CommitID? {
    name.hasPrefix(prefix) ? CommitID(name.dropFirst(prefix.count)) : nil
  }
}
