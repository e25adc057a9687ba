import SettingsSystem

/// The records in the folder with the history of a settings file.
///
/// A commit takes three steps in the folder. Each is known to survive a crash before the next begins:
///
/// 1. its temporary file `ID.part` with the new content, and its records `NUMBER.ID.prepared`;
/// 2. the exchange: the temporary file, now `ID.OLD.NEW.tmp`, gets the name of the settings file, and the displaced content gets the name
///    of the temporary file;
/// 3. the records' final names, `NUMBER`.
///
/// The temporary file stays until the next commit has synchronized the folder again. So after a crash it shows how far the commit got,
/// regardless of what other programs have done to the settings file since. The verdict (``Verdict``) doesn't need the settings file:
///
/// | temporary file has | the records are `prepared` | verdict |
/// |---|---|---|
/// | (is missing) | the exchange never happened: its name was durable before | not stored |
/// | NEW | the exchange never happened | not stored |
/// | OLD | the exchange happened | stored |
/// | nothing, and no program writes it | another program had emptied the file, and ended before it wrote it | stored |
/// | anything else | the exchange has displaced another program's save | stored for a moment; the save has to be put back |
///
/// Where there is nothing to exchange with, because the file is new or the file system can't, the temporary file is moved. Then a missing
/// one means that the move happened, so the records are renamed to `moving` before it.
///
/// Why not just write a record after the file, or before it? After a crash between the two, the history would lack the version that is
/// stored, or list one that never was; and with a confirmation in the record, settings that nobody confirmed would stay.
struct FileLog: Sendable {
  /// The result of a commit whose records don't have their final names.
  enum Verdict: Hashable, Sendable {
    /// The new content never became visible.
    case notStored
    /// The new content became visible.
    case stored
    /// The new content became visible, but displaced another program's save instead of the expected content.
    case displacedSave
  }

  /// The known file names in the folder. Other files, such as of a later version of the library, are left alone.
  struct Listing: Sendable {
    var records: [RecordName] = []
    var temporaries: [TemporaryName] = []
    /// Temporary files that were not finished.
    var unfinished: [String] = []
    /// The commits that reserve disk space for a later commit.
    var reservations: [CommitID] = []

    func temporary(_ id: CommitID) -> TemporaryName? { temporaries.first { $0.id == id } }
  }

  private let folder: OpenFile
  /// The folder of the files with commits' contents, if it isn't this one: that of the settings file, because names are exchanged only
  /// within a file system.
  private let contentFolder: OpenFile?
  private let fileSystem: any FileSystem
  /// The user whose files are trusted, in addition to root: the owner of the settings file. A file of anybody else is treated as missing.
  private let owner: UInt32

  init(
    in folder: OpenFile, contentsIn contentFolder: OpenFile?, trusting owner: UInt32,
    _ fileSystem: any FileSystem
  ) {
    self.folder = folder
    self.contentFolder = contentFolder
    self.owner = owner
    self.fileSystem = fileSystem
  }

  /// Returns the place of a commit's content. If that isn't in this folder, the temporary file here is empty, and only notes that there is
  /// such a place.
  func content(of temporary: TemporaryName) -> (folder: OpenFile, name: String) {
    contentFolder.map { ($0, ".settings-\(temporary.id)") } ?? (folder, temporary.text)
  }

  /// Returns the place of a commit's content until that is durable.
  func unfinishedContent(of id: CommitID) -> (folder: OpenFile, name: String) {
    let name = TemporaryName.unfinishedName(id)
    return contentFolder.map { ($0, ".settings-\(name)") } ?? (folder, name)
  }

  /// Returns the content of a commit's temporary file; `nil` if it is missing.
  func bytes(of temporary: TemporaryName) throws(SystemCallError) -> [UInt8]? {
    let (folder, name) = content(of: temporary)
    // Beside the settings file, it has the owner of that, and its content decides.
    return try read(
      name, in: folder, atMost: InputLimits.documentSize, isTrusted: contentFolder != nil, until: nil)?.bytes
  }

  /// Opens a commit's temporary file, which can be another program's displaced save.
  func openContent(of temporary: TemporaryName) throws(SystemCallError) -> (
    file: OpenFile, status: FileStatus
  ) {
    let (folder, name) = content(of: temporary)
    return try fileSystem.openFile(name, in: folder.descriptor)
  }

  /// Lists the folder, with the records in ascending order. Cost: one pass over the names, which are few, because old records are removed.
  func listing() throws(SystemCallError) -> Listing {
    var listing = Listing()
    for text in try fileSystem.names(in: folder.descriptor) {
      if let name = RecordName(text) {
        listing.records.append(name)
      } else if let name = TemporaryName(text) {
        listing.temporaries.append(name)
      } else if TemporaryName.unfinishedID(text) != nil {
        listing.unfinished.append(text)
      } else if let id = DiskReservation.id(text) {
        listing.reservations.append(id)
      }
    }
    listing.records.sort { $0.number < $1.number }
    return listing
  }

  /// Returns the numbers of the valid records in ascending order, without the lock: a commit that is in progress counts from its exchange
  /// on.
  func numbers(current: FileStatus.Identity?) throws(SystemCallError) -> [Int] {
    let listing = try listing()
    var verdicts: [CommitID: Verdict] = [:]
    var numbers: [Int] = []
    for name in listing.records where try isValid(name, listing: listing, current: current, into: &verdicts) {
      // A record that is being renamed can be listed under both of its names.
      if numbers.last != name.number { numbers.append(name.number) }
    }
    return numbers
  }

  private func isValid(
    _ name: RecordName, listing: Listing, current: FileStatus.Identity?,
    into verdicts: inout [CommitID: Verdict]
  ) throws(SystemCallError) -> Bool {
    guard let id = name.stage.id else { return true }
    if let verdict = verdicts[id] { return verdict == .stored }
    let verdict = try verdict(on: name.stage, listing.temporary(id), current: current)
    verdicts[id] = verdict
    return verdict == .stored
  }

  /// Determines the result of a commit from its temporary file alone.
  ///
  /// - Parameter current: The identity of the settings file; `nil` if it doesn't exist.
  func verdict(
    on stage: RecordName.Stage, _ temporary: TemporaryName?, current: FileStatus.Identity?
  ) throws(SystemCallError) -> Verdict {
    switch stage {
    case .done:
      return .stored
    case .moving:
      // The temporary file was durable before the records got this name, so it is missing only if it was moved.
      guard let temporary, let status = try status(of: temporary) else { return .stored }
      // A move may consist of a link and a removal. After the link, both names refer to the same file.
      return status.identity == current ? .stored : .notStored
    case .prepared:
      // The exchange happens after the temporary file's name is durable, and the file is removed after the records' final names
      // are.
      guard let temporary else { return .notStored }
      do throws(SystemCallError) {
        guard let bytes = try bytes(of: temporary) else { return .notStored }
        let held = SettingsRevision(of: bytes)
        if held == temporary.new { return .notStored }
        if held == temporary.old { return .stored }
        // Nobody has the empty file open, so its program ended before it wrote, as in a power loss. The new content is worth more.
        if bytes.isEmpty, let file = try? openContent(of: temporary).file,
          fileSystem.isOpenForWriting(file.descriptor) == false
        {
          return .stored
        }
      } catch {
        // A save can be larger than any content of a commit.
        guard error.isTooLarge else { throw error }
      }
      return .displacedSave
    }
  }

  /// Reads a file in the folder; returns `nil` if it is missing, or if it isn't a regular file of a trusted owner. A link isn't followed.
  func bytes(
    of name: String, atMost limit: Int = InputLimits.documentSize, until isEnough: (([UInt8]) -> Bool)? = nil
  ) throws(SystemCallError) -> [UInt8]? {
    try read(name, in: folder, atMost: limit, until: isEnough)?.bytes
  }

  /// Reads a file until there is enough of it, and tells whether that is the whole file.
  private func read(
    _ name: String, in folder: OpenFile, atMost limit: Int, isTrusted: Bool = false,
    until isEnough: (([UInt8]) -> Bool)?
  ) throws(SystemCallError) -> (bytes: [UInt8], isWhole: Bool)? {
    let (file, status): (OpenFile, FileStatus)
    do throws(SystemCallError) {
      (file, status) = try fileSystem.openFile(name, in: folder.descriptor)
    } catch {
      guard error.isAbsence || error.isWrongKind else { throw error }
      return nil
    }
    guard isTrusted || status.owner == owner || status.owner == 0 else { return nil }
    guard status.size <= limit else { throw .tooLarge }
    let bytes = try fileSystem.readAll(
      file.descriptor, expecting: isEnough == nil ? status.size : 0, atMost: limit,
      until: isEnough ?? { _ in false })
    return (bytes, bytes.count >= status.size)
  }

  func status(of name: String) throws(SystemCallError) -> FileStatus? {
    try fileSystem.status(name, in: folder.descriptor)
  }

  /// Returns the status of a commit's content; `nil` if it was moved away.
  func status(of temporary: TemporaryName) throws(SystemCallError) -> FileStatus? {
    let (folder, name) = content(of: temporary)
    return try fileSystem.status(name, in: folder.descriptor)
  }

  // MARK: - Records

  /// Returns the header of a record. Reads its beginning, and the whole file only if that is damaged.
  func header(_ number: Int) throws(SystemCallError) -> StorageLookup<[UInt8]> {
    try file(number, headerOnly: true).map(\.file.header)
  }

  /// Returns a record with its content; `damaged` if neither copy of the header is intact, or if the content isn't what its checksum says.
  func record(_ number: Int) throws(SystemCallError) -> StorageLookup<StorageRecord> {
    switch try file(number, headerOnly: false) {
    case .missing: return .missing
    case .damaged: return .damaged
    case .found(let (file, bytes)):
      guard let content = file.content(in: bytes) else { return .damaged }
      return .found(StorageRecord(header: file.header, content: content))
    }
  }

  /// Whether the content of the last version on record isn't empty; `nil` if no version is on record. By that, a reader tells an empty file
  /// from one that is being saved.
  func endsWithContent(current: FileStatus.Identity?) throws(SystemCallError) -> Bool? {
    for number in try numbers(current: current).reversed() {
      if case .found(let (file, _)) = try file(number, headerOnly: true), let holdsContent = file.holdsContent
      {
        return holdsContent
      }
    }
    return nil
  }

  private func file(
    _ number: Int, headerOnly: Bool
  ) throws(SystemCallError) -> StorageLookup<(file: RecordFile, bytes: [UInt8])> {
    guard (1...RecordName.largest).contains(number) else { return .missing }
    do throws(SystemCallError) {
      let until = headerOnly ? RecordFile.holdsHeader : nil
      // Almost all records have their final names, so that is tried before anything is looked up.
      let final = RecordName(number, stage: .done).text
      var found = try read(final, in: folder, atMost: RecordFile.largest, until: until)
      if found == nil {
        guard let name = try name(of: number) else { return .missing }
        found = try read(name, in: folder, atMost: RecordFile.largest, until: until)
        // The record might have been removed or renamed since its name was looked up.
        if found == nil, let newName = try self.name(of: number) {
          return newName == name ? .damaged : try file(number, headerOnly: headerOnly)
        }
      }
      guard let (bytes, isWhole) = found else { return .missing }
      if let file = RecordFile(beginning: bytes, number: number) { return .found((file, bytes)) }
      // The first copy of the header is damaged. The second one is at the end of the file.
      if headerOnly, !isWhole { return try file(number, headerOnly: false) }
      return RecordFile(end: bytes, number: number).map { .found(($0, bytes)) } ?? .damaged
    } catch {
      guard error.isTooLarge else { throw error }
      return .damaged
    }
  }

  private func name(of number: Int) throws(SystemCallError) -> String? {
    let final = RecordName(number, stage: .done).text
    if try fileSystem.status(final, in: folder.descriptor) != nil { return final }
    if let name = try listing().records.first(where: { $0.number == number }) { return name.text }
    return nil
  }
}
