import SettingsSystem

/// The records in the hidden folder beside a settings file.
///
/// A commit takes three steps in the folder. Each one is known to survive a crash before the next one begins:
///
/// 1. its temporary file `ID.part` with the new content, and its records `NUMBER.ID.prepared`;
/// 2. the exchange: the temporary file, now `ID.OLD.NEW.tmp`, gets the name of the settings file, and the displaced content gets
///    the name of the temporary file;
/// 3. the records' final names, `NUMBER`.
///
/// The temporary file stays until the next commit has synchronized the folder again. So after a crash it shows how far the
/// commit got, regardless of what other programs have done to the settings file since; see ``Verdict``.
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

  /// The known file names in the folder.
  struct Listing: Sendable {
    var records: [RecordName] = []
    var temporaries: [TemporaryName] = []
    /// Temporary files that were not finished.
    var unfinished: [String] = []
    /// The commits that reserve disk space for a later one.
    var reservations: [CommitID] = []

    func temporary(_ id: CommitID) -> TemporaryName? { temporaries.first { $0.id == id } }
  }

  private let folder: OpenFile
  private let fileSystem: any FileSystem
  /// The user whose files are trusted, in addition to root.
  private let owner: UInt32

  init(in folder: OpenFile, trusting owner: UInt32, _ fileSystem: any FileSystem) {
    self.folder = folder
    self.owner = owner
    self.fileSystem = fileSystem
  }

  /// Lists the folder, with the records in ascending order.
  func listing() throws(SystemError) -> Listing {
    var listing = Listing()
    for text in try fileSystem.names(in: folder.descriptor) {
      if let name = RecordName(text) {
        listing.records.append(name)
      } else if let name = TemporaryName(text) {
        listing.temporaries.append(name)
      } else if TemporaryName.isUnfinished(text) {
        listing.unfinished.append(text)
      } else if let id = DiskReservation.id(text) {
        listing.reservations.append(id)
      }
    }
    listing.records.sort { $0.number < $1.number }
    return listing
  }

  /// Returns the numbers of the valid records in ascending order.
  func numbers(current: FileStatus.Identity?) throws(SystemError) -> [Int] {
    let listing = try listing()
    var verdicts: [CommitID: Verdict] = [:]
    var numbers: [Int] = []
    for name in listing.records where try isValid(name, listing, current, &verdicts) {
      // A record that is being renamed can be listed under both of its names.
      if numbers.last != name.number { numbers.append(name.number) }
    }
    return numbers
  }

  private func isValid(
    _ name: RecordName, _ listing: Listing, _ current: FileStatus.Identity?,
    _ verdicts: inout [CommitID: Verdict]
  ) throws(SystemError) -> Bool {
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
  ) throws(SystemError) -> Verdict {
    switch stage {
    case .done:
      return .stored
    case .moving:
      // The temporary file was durable before the records got this name, so it is missing only if it was moved.
      guard let temporary, let status = try fileSystem.status(temporary.text, in: folder.descriptor) else {
        return .stored
      }
      // A move may consist of a link and a removal. After the link, both names refer to the same file.
      return status.identity == current ? .stored : .notStored
    case .prepared:
      // The exchange happens after the temporary file's name is durable, and the file is removed after the records' final names
      // are.
      guard let temporary, let bytes = try bytes(of: temporary.text) else { return .notStored }
      let held = Revision(of: bytes)
      if held == temporary.new { return .notStored }
      return held == temporary.old ? .stored : .displacedSave
    }
  }

  /// Reads a file in the folder; returns `nil` if it is missing, or if it isn't a regular file of a trusted owner.
  func bytes(
    of name: String, atMost limit: Int = .max, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8]? {
    let file: OpenFile
    do throws(SystemError) {
      file = OpenFile(try fileSystem.open(name, in: folder.descriptor), in: fileSystem)
    } catch {
      guard error.isAbsence || error.isWrongKind else { throw error }
      return nil
    }
    let status = try fileSystem.status(of: file.descriptor)
    guard status.kind == .file, status.owner == owner || status.owner == 0 else { return nil }
    return try fileSystem.readAll(
      file.descriptor, expecting: status.size, atMost: limit, until: isEnough)
  }

  /// Returns the status of a file in the folder; `nil` if it is missing.
  func status(of name: String) throws(SystemError) -> FileStatus? {
    try fileSystem.status(name, in: folder.descriptor)
  }

  // MARK: - Records

  /// Returns the header of a record.
  func header(_ number: Int) throws(SystemError) -> LogLookup<[UInt8]> {
    try file(number, headerOnly: true).map(\.file.header)
  }

  /// Returns a record with its content.
  func record(_ number: Int) throws(SystemError) -> LogLookup<LogRecord> {
    switch try file(number, headerOnly: false) {
    case .missing: return .missing
    case .damaged: return .damaged
    case .found(let (file, bytes)):
      guard let content = file.content(in: bytes) else { return .damaged }
      return .found(LogRecord(header: file.header, content: content))
    }
  }

  /// Whether the content of the last version on record isn't empty; `nil` if no version is on record.
  func endsWithContent(current: FileStatus.Identity?) throws(SystemError) -> Bool? {
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
  ) throws(SystemError) -> LogLookup<(file: RecordFile, bytes: [UInt8])> {
    guard (1...RecordName.largest).contains(number) else { return .missing }
    guard let name = try name(of: number) else { return .missing }
    let until = headerOnly ? RecordFile.holdsHeader : { _ in false }
    guard let bytes = try bytes(of: name, until: until) else {
      // The record may have been removed or renamed since its name was looked up.
      guard let name = try self.name(of: number) else { return .missing }
      guard let bytes = try bytes(of: name) else { return .damaged }
      return read(bytes, number).map { ($0, bytes) }
    }
    if let file = RecordFile(beginning: bytes, number: number) { return .found((file, bytes)) }
    guard headerOnly else { return read(bytes, number).map { ($0, bytes) } }
    // The first copy of the header is damaged. The second one is at the end of the file.
    guard let whole = try self.bytes(of: name) else { return .damaged }
    return read(whole, number).map { ($0, whole) }
  }

  private func read(_ bytes: [UInt8], _ number: Int) -> LogLookup<RecordFile> {
    (RecordFile(beginning: bytes, number: number) ?? RecordFile(end: bytes, number: number))
      .map { .found($0) } ?? .damaged
  }

  private func name(of number: Int) throws(SystemError) -> String? {
    let final = RecordName(number, .done).text
    if try fileSystem.status(final, in: folder.descriptor) != nil { return final }
    if let name = try listing().records.first(where: { $0.number == number }) { return name.text }
    return nil
  }
}

extension RecordName.Stage {
  /// The interrupted or current commit; `nil` if it is done.
  var id: CommitID? {
    switch self {
    case .prepared(let id), .moving(let id): id
    case .done: nil
    }
  }
}
