import SettingsJSON
import SettingsSystem

/// The durable record of a file that is being written in place.
///
/// A file that can't be replaced is overwritten, so for a moment it has a part of the new content before the rest of the old one. Before
/// that begins, both contents are durable in the hidden folder:
///
///     1. writing with both contents, and the records, prepared; all synchronized
///     2. the settings file: written, cut to its length, synchronized
///     3. final names of the records, synchronized; writing is removed
///
/// The next process that finds the record tells by the content of the file how far the write got:
///
/// | the file has | what happened | what is done |
/// |---|---|---|
/// | the old content | nothing was written | the records are removed |
/// | a beginning of the new content before the rest of the old one | interrupted in step 2 | the new content is written, and the records are completed |
/// | the new content | interrupted after step 2 | the records are completed |
/// | anything else | another program has saved since | its save stays, and the records are removed |
///
/// A save can look like the second case: a person changes by hand the first of two values that an interrupted apply would have changed. It
/// is valid, and later than the record, while a write begins at once. So valid content that is at least ten seconds newer than the record
/// stays.
///
/// If a call fails in step 2, the record gets the name `restoring`, and the old content is written back. A process that finds that name
/// writes back the old content as well.
struct InPlaceRecord: Sendable {
  /// What is to be written.
  enum Aim: String, CaseIterable, Sendable {
    case writing, restoring
  }

  /// How far a write has come.
  enum Progress: Hashable, Sendable {
    case notBegun, begun, done
    /// Another program has saved.
    case overtaken
  }

  private static let title = "settings-writing 1"

  let id: CommitID
  let old: [UInt8]
  let new: [UInt8]

  init(_ id: CommitID, from old: [UInt8], to new: [UInt8]) {
    (self.id, self.old, self.new) = (id, old, new)
  }

  /// The record's file: a line with the ID, both lengths and a checksum over everything, then the contents.
  var parts: [[UInt8]] {
    let start = "\(Self.title) \(id) \(old.count) \(new.count)"
    let checksum = SettingsRevision(of: Array(start.utf8) + old + new)
    return [Array("\(start) \(checksum)\n".utf8), old, new]
  }

  /// Parses the record's file; returns `nil` if it is damaged, as after a crash before it was complete. Nothing was written then.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0a) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    let contents = bytes[(end + 1)...]
    guard words.count == 6, let id = CommitID(words[2]), let length = Int(words[3]), length >= 0,
      length <= contents.count
    else { return nil }
    self.init(id, from: Array(contents.prefix(length)), to: Array(contents.dropFirst(length)))
    guard parts[0].elementsEqual(bytes[...end]) else { return nil }
  }

  /// Returns how far the write has come that leads to a content.
  func progress(of content: [UInt8]?, to aim: Aim) -> Progress {
    guard let content else { return .overtaken }
    let (from, to) = aim == .writing ? (old, new) : (new, old)
    if content == to { return .done }
    if content == from { return aim == .writing ? .notBegun : .begun }
    // The beginning that is written back, the part of the new content after it, and what the write didn't reach.
    let restored = aim == .writing ? 0 : Self.commonCount(content, old, from: 0)
    let written = Self.commonCount(content, new, from: restored)
    let isRest =
      written == content.count
      || content[written...].elementsEqual(old.prefix(content.count).dropFirst(written))
    return isRest && content.count >= min(old.count, new.count) ? .begun : .overtaken
  }

  /// Returns the position up to which two contents are equal from a position on.
  private static func commonCount(_ content: [UInt8], _ other: [UInt8], from start: Int) -> Int {
    let end = min(content.count, other.count)
    return (start..<max(start, end)).first { content[$0] != other[$0] } ?? max(start, end)
  }
}
