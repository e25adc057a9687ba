/// The format of the file with the settings that the form of the last apply had.
///
/// ```
/// settings-list 1
/// 4fcba1f7fc9306180e19ca71952269ed
/// /calculation/mode
/// /calculation/timePeriod
/// ```
///
/// The second line is the revision of all lines after it. An apply compares only that line, so the form's size doesn't matter
/// while the form stays the same.
enum KnownSettingsFile {
  /// The name in the hidden folder.
  static let name = "settings"
  /// The maximum number of bytes that are read: the maximum size of a document.
  static let maxSize = 64 << 20

  private static let frame = Array("settings-list 1\n".utf8)
  private static let revisionSize = 32

  /// Returns the bytes of the file.
  static func bytes(of settings: KnownSettings) -> [UInt8] {
    frame + Array(settings.revision.description.utf8) + [KnownSettings.lineFeed] + settings.bytes
  }

  /// Returns the revision in the first lines; `nil` if they are damaged.
  static func revision(in bytes: [UInt8]) -> Revision? {
    let end = frame.count + revisionSize
    guard bytes.starts(with: frame), bytes.count > end, bytes[end] == KnownSettings.lineFeed else {
      return nil
    }
    return Revision(String(decoding: bytes[frame.count..<end], as: UTF8.self))
  }

  /// Returns the settings; `nil` if the file is damaged.
  static func settings(in bytes: [UInt8]) -> KnownSettings? {
    guard let revision = revision(in: bytes) else { return nil }
    let settings = KnownSettings(Array(bytes[(frame.count + revisionSize + 1)...]))
    return settings.revision == revision ? settings : nil
  }
}
