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

extension RecordName.Stage {
  /// The interrupted or current commit; `nil` if it is done.
  var id: CommitID? {
    switch self {
    case .prepared(let id), .moving(let id): id
    case .done: nil
    }
  }
}

/// The name of a record's file.
///
/// `00000012` is a valid record. `00000012.ID.prepared` and `00000012.ID.moving` belong to a commit that is in progress or was
/// interrupted; see ``FileLog/Verdict``.
struct RecordName: Hashable, Sendable {
  /// The stage of the record's commit. It is in the file's name, so a rename moves a record on, in one step and without writing.
  enum Stage: Hashable, Sendable {
    /// The new content is about to be exchanged with the file.
    case prepared(CommitID)
    /// The new content is about to be moved to the file's place.
    case moving(CommitID)
    /// The commit is done.
    case done
  }

  /// The largest number: no file name can cause an overflow. At one apply per second, it lasts for thirty years.
  static let largest = 999_999_999

  var number: Int
  var stage: Stage

  init(_ number: Int, stage: Stage) {
    self.number = number
    self.stage = stage
  }

  /// Parses a file name; returns `nil` if it isn't a record's. `00000012`, `00000012.0123456789abcdef.moving`.
  init?(_ text: String) {
    // Most files are done records.
    if let number = Self.number(text.utf8) {
      self.init(number, stage: .done)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Self.number(parts[0].utf8), let id = CommitID(parts[1]) else {
      return nil
    }
    switch parts[2] {
    case "prepared": self.init(number, stage: .prepared(id))
    case "moving": self.init(number, stage: .moving(id))
    default: return nil
    }
  }

  /// Returns the number that eight or nine digits represent; `nil` if it is zero, or if there is anything else. With eight digits, names
  /// sort by number in a listing.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (8...9).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let number = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }

  var text: String {
    let digits = String(number, digits: 8)
    return switch stage {
    case .done: digits
    case .prepared(let id): "\(digits).\(id).prepared"
    case .moving(let id): "\(digits).\(id).moving"
    }
  }
}

/// The format of a record's file.
///
/// ```
/// settings-record 1 12 version 345 CONTENT-CHECKSUM CHECKSUM {"kind":"apply",…} …the 345 bytes of the content… {"kind":"apply",…}
/// settings-record 1 12 version 345 CONTENT-CHECKSUM CHECKSUM
/// ```
///
/// The first line has the format's version, the record's number, the kind of content, and a checksum over all of that and the header. The
/// number is part of it, so a record that was copied to another name isn't taken for that version. The header decides whether a pending
/// confirmation is rolled back, so the first line and the header are stored twice: if the checksum shows that one copy is damaged, the
/// other is used. The content comes once; if it is damaged, the version is listed and can't be restored.
///
/// The format is text. Without this program, a person gets a version back with an editor. `log` reads only the first two lines of each
/// record, at most one block of the disk.
struct RecordFile: Sendable {
  private static let name = "settings-record"
  private static let version = "1"
  /// The largest record that is read, in bytes: the largest content, and as much again for its header.
  static let largest = 2 * InputLimits.documentSize

  /// The description of the content in the first line: `version 345 CHECKSUM`, `removal` or `note`.
  private enum Shape: Hashable {
    case version(length: Int, checksum: SettingsRevision)
    case removal
    case note
  }

  /// The record's header.
  let header: [UInt8]
  private let shape: Shape
  /// The number of bytes before the content.
  private let offset: Int

  /// Whether the record's content isn't empty; `nil` for a note, which has no content.
  var holdsContent: Bool? {
    switch shape {
    case .version(let length, _): length > 0
    case .removal: false
    case .note: nil
    }
  }

  /// Returns the content; `nil` if it is damaged: too short, or with another checksum.
  func content(in bytes: [UInt8]) -> StorageRecord.Content? {
    switch shape {
    case .removal: return .removal
    case .note: return .note
    case .version(let length, let checksum):
      guard offset <= bytes.count, length <= bytes.count - offset else { return nil }
      let content = Array(bytes[offset..<(offset + length)])
      return SettingsRevision(of: content) == checksum ? .version(content) : nil
    }
  }

  // MARK: - Writing

  /// Returns the bytes of a record's file: those before the content, the content, and those after it.
  ///
  /// - Parameter known: Has the revision of the record's content.
  static func parts(of record: StorageRecord, number: Int, _ known: KnownFiles) -> [[UInt8]] {
    let shape: String
    var content: [UInt8] = []
    switch record.content {
    case .version(let bytes):
      shape = "version \(bytes.count) \(known.identified(bytes).revision)"
      content = bytes
    case .removal: shape = "removal"
    case .note: shape = "note"
    }
    let start = "\(name) \(version) \(number) \(shape)"
    let frame = Array("\(start) \(checksum(of: start, record.header))".utf8)
    let lineFeed: [UInt8] = [0x0a]
    return [
      frame + lineFeed + record.header + lineFeed, content,
      lineFeed + record.header + lineFeed + frame + lineFeed,
    ]
  }

  static func checksum(of start: some StringProtocol, _ header: some Collection<UInt8>) -> SettingsRevision {
    SettingsRevision(of: Array(start.utf8) + [0x0a] + header)
  }

  // MARK: - Reading

  /// Whether bytes contain the two lines at the beginning. A reader stops then, so the content isn't read for a list of versions.
  static func holdsHeader(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstIndex(of: 0x0a) else { return false }
    return bytes[(first + 1)...].contains(0x0a)
  }

  /// Parses the two lines at the beginning; returns `nil` if they are damaged, or if the record has another number.
  init?(beginning bytes: [UInt8], number: Int) {
    guard let first = bytes.firstIndex(of: 0x0a), let second = bytes[(first + 1)...].firstIndex(of: 0x0a)
    else { return nil }
    self.init(frame: bytes[..<first], header: bytes[(first + 1)..<second], number)
  }

  /// Parses the two lines at the end, the frame after the header; returns `nil` if they are damaged.
  init?(end bytes: [UInt8], number: Int) {
    guard bytes.last == 0x0a else { return nil }
    let body = bytes.dropLast()
    guard let last = body.lastIndex(of: 0x0a), let before = body[..<last].lastIndex(of: 0x0a) else {
      return nil
    }
    self.init(frame: body[(last + 1)...], header: body[(before + 1)..<last], number)
  }

  private init?(frame: ArraySlice<UInt8>, header: ArraySlice<UInt8>, _ number: Int) {
    guard let text = String(validating: frame, as: UTF8.self), let space = text.lastIndex(of: " "),
      let checksum = SettingsRevision(text[text.index(after: space)...]),
      checksum == Self.checksum(of: text[..<space], header)
    else { return nil }
    let words = text[..<space].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 4, words[0] == Self.name, words[1] == Self.version, words[2] == "\(number)" else {
      return nil
    }
    switch (words[3], words.count) {
    case ("removal", 4): shape = .removal
    case ("note", 4): shape = .note
    case ("version", 6):
      guard let length = Int(words[4]), length >= 0, let checksum = SettingsRevision(words[5]) else {
        return nil
      }
      shape = .version(length: length, checksum: checksum)
    default: return nil
    }
    self.header = Array(header)
    offset = frame.count + header.count + 2
  }
}
