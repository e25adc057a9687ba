import SettingsSystem

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
