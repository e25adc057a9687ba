import SettingsSystem

extension FileCommit {
  /// The maximum wait for another program that is saving, in milliseconds.
  static let maxWait = 1_000
  /// The maximum number of saves by other programs while their last save is being restored.
  private static let maxSaves = 100
  /// The maximum number of attempts to tell other programs that the file was written.
  private static let maxAnnouncements = 10

  /// Waits while another program has the file open for writing; returns `false` if the file changes.
  ///
  /// Stops waiting for a program that keeps the file open without changing it. If it writes later, the next commit finds its save
  /// in the temporary file.
  func waitForOtherPrograms() throws(SettingsStorageError) -> Bool {
    guard let descriptor = file?.file.descriptor else { return true }
    var waited = 0
    while waited < Self.maxWait, fileSystem.isOpenForWriting(descriptor) == true {
      fileSystem.pause(milliseconds: 10)
      waited += 10
    }
    guard waited > 0 else { return true }
    isOpenForLong = waited >= Self.maxWait
    let former = revision
    try readAgain()
    return revision == former
  }

  /// Gives the new content the file's name, or removes the file; returns `false` if another program has changed the file in the
  /// meantime.
  func place(
    _ temporary: TemporaryName, content: [UInt8]?, into names: inout [RecordName]
  ) throws(SettingsStorageError) -> Bool {
    defer { announce() }
    do throws(SystemCallError) {
      // A file that doesn't exist is created by a move, which fails if somebody else was faster. Nothing is displaced then.
      if isInPlace, let status = file?.status, let content {
        return try writeInPlace(content, over: status)
      }
      switch (file?.status, content) {
      case (nil, _): return try create(from: temporary, &names)
      case (_, nil): return try remove(to: temporary)
      case (let status?, let content?):
        return try exchange(with: temporary, content, over: status, into: &names)
      }
    } catch {
      // The reason is the error that prevents the restoration, and the state of the file is what a person has to know.
      if isLeftInPlace { throw .notRestored(path: name, error) }
      throw error.isMountPoint ? .mountPoint(path: name) : .notWritten(path: name, error)
    }
  }

  /// Lets programs that watch the folder hear last that the file is there and was written.
  ///
  /// Of an exchange, the last event is that the file has moved away, after which they would drop what they have read. The event of a closed
  /// descriptor needs no change of the file.
  private func announce() {
    for _ in 0..<Self.maxAnnouncements {
      do throws(SystemCallError) {
        return try fileSystem.close(try fileSystem.openForWriting(location.name, in: folder.descriptor))
      } catch {
        // Another process asks at this moment who has the file open.
        guard error.isTemporary else { return }
        fileSystem.pause(milliseconds: 1)
      }
    }
  }

  // MARK: - A new file

  private func create(
    from temporary: TemporaryName, _ names: inout [RecordName]
  ) throws(SystemCallError) -> Bool {
    try markAsMoving(&names)
    do throws(SystemCallError) {
      try move(temporary)
      return true
    } catch {
      // A move may consist of a link and a removal. If the removal failed, the file has both names.
      if try isLinked(temporary) { return true }
      guard error.isTaken else { throw error }
      readAgainIfReadable()
      return false
    }
  }

  /// Whether the temporary file has the settings file's name, too.
  private func isLinked(_ temporary: TemporaryName) throws(SystemCallError) -> Bool {
    guard let new = try log.status(of: temporary) else { return false }
    return try fileSystem.status(location.name, in: folder.descriptor)?.identity == new.identity
  }

  /// Marks the records of a commit whose temporary file is about to be moved: from now on, a missing temporary file means that
  /// it was moved.
  ///
  /// So the file's name has to be durable before the mark. The mark has to be durable before the move: recovery would drop records
  /// that are still `prepared` if their temporary file is missing.
  private func markAsMoving(_ names: inout [RecordName]) throws(SystemCallError) {
    guard !names.isEmpty else { return }
    if !place.isBeside { try fileSystem.synchronize(folder.descriptor) }
    try fileSystem.synchronize(history)
    for index in names.indices {
      try rename(names[index], to: .moving(id))
      names[index].stage = .moving(id)
    }
    try fileSystem.synchronize(history)
  }

  // MARK: - A removed file

  private func remove(to temporary: TemporaryName) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      let content = log.content(of: temporary)
      try fileSystem.move(
        location.name, in: folder.descriptor, to: content.name, in: content.folder.descriptor)
      wasVisible = true
    } catch {
      guard error.isAbsence else { throw error }
      readAgainIfReadable()
      return false
    }
    do throws(SystemCallError) {
      let displaced = try read(temporary)
      if isAsExpected(displaced) { return true }
      keepForHistory(displaced, in: temporary)
    } catch {
      try undo(nil) { () throws(SystemCallError) in try moveBack(temporary) }
      throw error
    }
    try undo(nil) { () throws(SystemCallError) in try moveBack(temporary) }
    readAgainIfReadable()
    return false
  }

  /// Undoes what has become visible. If that fails, too, notes whether the file is as this commit has left it.
  ///
  /// - Parameter new: The identity of the new file; `nil` if the file was removed.
  private func undo(
    _ new: FileStatus.Identity?, by restoring: () throws(SystemCallError) -> Void
  ) throws(SystemCallError) {
    do throws(SystemCallError) {
      try restoring()
    } catch let failure {
      do throws(SystemCallError) {
        isLeftInPlace = try fileSystem.status(location.name, in: folder.descriptor)?.identity == new
      } catch {
        // Whoever isn't sure has to look.
        isLeftInPlace = true
      }
      throw failure
    }
  }

  /// Moves a displaced file back, unless another program has saved again: that save is newer.
  func moveBack(_ temporary: TemporaryName) throws(SystemCallError) {
    do throws(SystemCallError) { try move(temporary) } catch { guard error.isTaken else { throw error } }
  }

  /// Gives a commit's content the settings file's name, which must be free.
  private func move(_ temporary: TemporaryName) throws(SystemCallError) {
    let content = log.content(of: temporary)
    try fileSystem.move(
      content.name, in: content.folder.descriptor, to: location.name, in: folder.descriptor)
  }

  // MARK: - A changed file

  private func exchange(
    with temporary: TemporaryName, _ content: [UInt8], over status: FileStatus, into names: inout [RecordName]
  ) throws(SystemCallError) -> Bool {
    guard let new = try log.status(of: temporary) else { throw SystemCallError.absent("renameat2") }
    // Don't displace a save that is already visible: readers would see the new content for a moment, although the commit is a conflict.
    guard try isUntouched(status) else { return false }
    do throws(SystemCallError) {
      try exchange(temporary)
    } catch {
      if error.isAbsence {
        waitForFile()
        return false
      }
      guard error.isUnsupported else { throw error }
      return try rename(temporary, over: status, into: &names)
    }
    do throws(SystemCallError) {
      let displaced = try read(temporary)
      if isAsExpected(displaced) {
        if let displaced { remember(displaced, temporary: temporary, hasRecords: !names.isEmpty) }
        rememberContent(content, storedAs: new)
        return true
      }
      keepForHistory(displaced, in: temporary)
    } catch {
      try undo(new.identity) { () throws(SystemCallError) in
        try restoreDisplacedSave(temporary, over: new.identity, content: content)
      }
      throw error
    }
    try undo(new.identity) { () throws(SystemCallError) in
      try restoreDisplacedSave(temporary, over: new.identity, content: content)
    }
    readAgainIfReadable()
    return false
  }

  /// Whether the file has the status that was read, and no program is about to change it.
  func isUntouched(_ status: FileStatus) throws(SystemCallError) -> Bool {
    guard let current = try fileSystem.status(location.name, in: folder.descriptor) else {
      waitForFile()
      return false
    }
    let isOpen = (file?.file.descriptor).flatMap(fileSystem.isOpenForWriting) == true
    if current == status, !isOpen || isOpenForLong { return true }
    readAgainIfReadable()
    return false
  }

  /// Replaces the file where the file system can't exchange two names.
  ///
  /// Another program's save between the comparison and the renaming is lost, because such a file system has no call that
  /// prevents it.
  private func rename(
    _ temporary: TemporaryName, over status: FileStatus, into names: inout [RecordName]
  ) throws(SystemCallError) -> Bool {
    try markAsMoving(&names)
    // No exchange will show a change that the status hides, so compare the content itself.
    guard let file,
      let current = try? ReadFile(location.name, in: folder, path: name, fileSystem: fileSystem),
      file.isSame(as: current), try fileSystem.status(location.name, in: folder.descriptor) == status
    else {
      readAgainIfReadable()
      return false
    }
    let content = log.content(of: temporary)
    try fileSystem.rename(
      content.name, in: content.folder.descriptor, to: location.name, in: folder.descriptor)
    return true
  }

  private func exchange(_ temporary: TemporaryName) throws(SystemCallError) {
    let content = log.content(of: temporary)
    try fileSystem.exchange(
      content.name, in: content.folder.descriptor, with: location.name, in: folder.descriptor)
    wasVisible = true
  }

  /// Whether the displaced file is the file that was read, and no program is about to change it.
  private func isAsExpected(_ displaced: ReadFile?) -> Bool {
    guard let file, let displaced, file.isSame(as: displaced) else { return false }
    // A program that opened the file before the exchange would still write to the displaced file.
    let isOpen = fileSystem.isOpenForWriting(displaced.file.descriptor)
    isDisplacedFileClosed = isOpen == false
    isDisplacedFileOpen = isOpen == true
    return isOpen != true || isOpenForLong
  }

  /// Remembers a displaced file that no program can write to anymore: no program has it open for writing, and it no longer has the settings
  /// file's name. It can have another hard link, but a save through that link isn't lost with the temporary file.
  private func remember(_ displaced: ReadFile, temporary: TemporaryName, hasRecords: Bool) {
    guard isDisplacedFileClosed else { return }
    known.remember(
      KnownFiles.Displaced(name: temporary.text, status: displaced.status, hasRecords: hasRecords))
  }

  /// Remembers the new content, unless the status shows that another program has changed it since it got the settings file's name.
  private func rememberContent(_ content: [UInt8], storedAs new: FileStatus) {
    guard let status = try? fileSystem.status(location.name, in: folder.descriptor),
      status.identity == new.identity, status.size == content.count, status.modified == new.modified
    else { return }
    known.remember(KnownFiles.Content(bytes: content, status: status, isSynchronized: true))
  }

  /// Reads the temporary file; returns `nil` if it is missing, or if it isn't a regular file.
  private func read(_ temporary: TemporaryName) throws(SystemCallError) -> ReadFile? {
    let content = log.content(of: temporary)
    do throws(SettingsStorageError) {
      return try ReadFile(
        content.name, in: content.folder, path: name, expecting: file?.bytes, fileSystem: fileSystem)
    } catch {
      guard case .unreadable(_, let error) = error else { return nil }
      throw error
    }
  }

  /// Restores another program's save that an exchange has displaced.
  ///
  /// Other programs may save again in the meantime. Each further exchange displaces either the file of the previous exchange or
  /// a newer save. A newer save has to be restored, too.
  ///
  /// - Parameters:
  ///   - new: The identity of the settings file, if no program has saved since.
  ///   - content: Its content, if no program has changed it since.
  ///
  ///     names                    settings file      temporary file
  ///     after the exchange       new                save 1            save 1 isn't what was read
  ///     exchange back            save 1             new               done, if it is really `new` that came back
  ///     … or, if a program was   save 1             save 2            save 2 is newer: exchange again,
  ///     faster                                                        and expect save 1 to come back
  func restoreDisplacedSave(
    _ temporary: TemporaryName, over new: FileStatus.Identity, content: [UInt8]
  ) throws(SystemCallError) {
    var expected = new
    for _ in 0..<Self.maxSaves {
      guard let save = try log.status(of: temporary)?.identity else { return }
      do throws(SystemCallError) {
        try exchange(temporary)
      } catch {
        guard error.isAbsence else { throw error }
        // Another program has removed the file, or is about to save under its name.
        return try moveBack(temporary)
      }
      guard let displaced = try read(temporary) else { return }
      let isUnchanged =
        displaced.status.identity == expected
        && (expected != new
          || content.hasSameBytes(as: displaced.bytes)
            && fileSystem.isOpenForWriting(displaced.file.descriptor) != true)
      if isUnchanged { return }
      expected = save
    }
  }

  /// Waits for a file that another program has removed or renamed to save it again.
  private func waitForFile() {
    var waited = 0
    while waited < Self.maxWait, isMissing {
      fileSystem.pause(milliseconds: 10)
      waited += 10
    }
    readAgainIfReadable()
  }

  private var isMissing: Bool {
    do throws(SystemCallError) {
      return try fileSystem.status(location.name, in: folder.descriptor) == nil
    } catch {
      return false
    }
  }

  /// Reads the file again for the result of a commit that failed.
  func readAgainIfReadable() {
    // If that fails, the result is a conflict without current content.
    try? readAgain()
  }
}
