import SettingsJSON
import SettingsSystem

extension FileCommit {
  /// Creates the durable record of a write in place; it isn't synchronized.
  func createInPlaceRecord(of content: [UInt8], over old: [UInt8]) throws(SystemCallError) -> OpenFile {
    let name = InPlaceRecord.Aim.writing.rawValue
    let record = OpenFile(try fileSystem.create(name, in: history), in: fileSystem)
    try fileSystem.fill(
      record.descriptor, parts: InPlaceRecord(id, from: old, to: content).parts, for: locked.history.owner)
    return record
  }

  /// Writes the new content into the file; returns `false` if another program has changed the file in the meantime.
  func writeInPlace(_ content: [UInt8], over status: FileStatus) throws(SystemCallError) -> Bool {
    guard let file, try isUntouched(status) else { return false }
    do throws(SystemCallError) {
      guard try overwrite(status, with: content) else {
        readAgainIfReadable()
        return false
      }
    } catch {
      guard isLeftInPlace else { throw error }
      let aims = InPlaceRecord.Aim.self
      try fileSystem.rename(aims.writing.rawValue, in: history, to: aims.restoring.rawValue, in: history)
      // If another program has replaced the file, its save stays.
      isLeftInPlace = try overwrite(status, with: file.bytes, isBegun: true) && isLeftInPlace
      throw error
    }
    do throws(SystemCallError) {
      let written = try fileSystem.status(location.name, in: folder.descriptor)
      if let written, written.identity == status.identity {
        // It can have the same size and times as before.
        known.remember(KnownFiles.Content(bytes: content, status: written))
        return true
      }
    } catch {
      known.forgetContent()
      return true
    }
    // Another program has replaced the file in the meantime, and its save stays.
    readAgainIfReadable()
    return false
  }

  /// Replaces the content of the file, and waits until it survives a crash; returns `false` if another program has changed the file. The
  /// caller has made both contents durable elsewhere.
  ///
  /// - Parameter isBegun: Whether a part of the content is there already.
  private func overwrite(
    _ status: FileStatus, with content: [UInt8], isBegun: Bool = false
  ) throws(SystemCallError) -> Bool {
    let target = OpenFile(try fileSystem.openForWriting(location.name, in: folder.descriptor), in: fileSystem)
    guard try fileSystem.status(of: target.descriptor).identity == status.identity else { return false }
    if !isBegun {
      // The status can hide a change of the content.
      guard let file,
        let current = try? ReadFile(location.name, in: folder, path: name, fileSystem: fileSystem),
        file.isSame(as: current)
      else { return false }
    }
    isLeftInPlace = true
    try fileSystem.writeAll(content, to: target.descriptor)
    try fileSystem.truncate(target.descriptor, to: content.count)
    try fileSystem.synchronize(target.descriptor)
    isLeftInPlace = false
    return true
  }

  func removeInPlaceRecord() {
    for aim in InPlaceRecord.Aim.allCases { try? fileSystem.remove(aim.rawValue, in: history) }
  }

  /// How much newer than its record the beginning of a write can be, if the system is slow.
  private static let longestStart: Int64 = 10_000_000_000

  /// Whether the file is a save of another program, although it could be the beginning of a write.
  private func isLaterSave(_ file: ReadFile, than aim: InPlaceRecord.Aim) throws(SystemCallError) -> Bool {
    guard let record = try log.status(of: aim.rawValue) else { return false }
    return file.status.modified - record.modified >= Self.longestStart
      && (try? JSONDocument(parsing: file.bytes)) != nil
  }

  /// Completes or undoes a write in place that was interrupted.
  func finishInterruptedWrite() throws(SettingsStorageError) {
    do throws(SystemCallError) {
      guard let (aim, record) = try log.inPlaceRecord() else { return }
      if let record {
        var progress = record.progress(of: file?.bytes, to: aim)
        if let file, progress == .begun, try isLaterSave(file, than: aim) { progress = .overtaken }
        if let file, progress == .begun {
          guard try overwrite(file.status, with: aim == .writing ? record.new : record.old, isBegun: true)
          else {
            return
          }
        }
        // Whether it survives a crash isn't known, because the process was interrupted.
        if progress == .done, let file { try fileSystem.synchronize(file.file.descriptor) }
        let isStored = aim == .writing && (progress == .begun || progress == .done)
        for name in try log.listing().records where name.stage.id == record.id {
          if isStored { try rename(name, to: .done) } else { try fileSystem.remove(name.text, in: history) }
        }
        try fileSystem.synchronize(history)
        if progress == .begun { readAgainIfReadable() }
      }
      removeInPlaceRecord()
    } catch {
      throw .notWritten(path: name, error)
    }
  }
}

extension FileLog {
  /// Returns the record of a write in place that is in progress or was interrupted; `nil` if there is none. A damaged record is `nil`
  /// together with its aim.
  func inPlaceRecord() throws(SystemCallError) -> (aim: InPlaceRecord.Aim, record: InPlaceRecord?)? {
    for aim in InPlaceRecord.Aim.allCases {
      if let bytes = try bytes(of: aim.rawValue, atMost: RecordFile.largest) {
        return (aim, InPlaceRecord(bytes))
      }
    }
    return nil
  }

  /// Whether a write in place is in progress or was interrupted.
  func isWritingInPlace() throws(SystemCallError) -> Bool {
    for aim in InPlaceRecord.Aim.allCases where try status(of: aim.rawValue) != nil { return true }
    return false
  }
}
