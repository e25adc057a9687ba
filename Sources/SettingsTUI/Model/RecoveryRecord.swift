import SettingsEditing
import SettingsSystem
import Synchronization

/// The draft of an editor that was terminated, to be offered at the next start.
///
/// It contains no secrets, because only the settings file may contain them. It lists the secrets that were staged, without their values;
/// the editor asks for them again. A secret that only got another key, or in which only keys changed, is staged again with the stored value.
///
/// It keeps the value from which each change started (`base`). With it, the offer says which of the settings another program has changed
/// since.
struct RecoveryRecord: Equatable, Sendable {
  /// A staged change; a change without a value resets the setting.
  struct Change: Equatable, Sendable {
    let path: SettingPath
    let value: JSONValue?
    /// The value that was stored then; `nil` if there was none.
    let base: JSONValue?
  }

  /// The settings file, as an absolute path.
  let file: String
  /// When it was written, in seconds since 1970.
  var time: Int64
  let changes: [Change]
  /// The secrets that were staged.
  let secrets: [SettingPath]
  /// What was left out of the review of the changes.
  var leftOut: [FormReview.Item] = []
  /// What the changes do to the text around values.
  var textChanges = TextChanges()
  /// Text that couldn't be staged.
  var text: UnstagedText?

  var isEmpty: Bool {
    changes.isEmpty && secrets.isEmpty && textChanges.comments.isEmpty && textChanges.origins.isEmpty
      && text == nil
  }

  /// Whether another record has the same content, whenever it was written.
  func hasSameContent(as other: RecoveryRecord) -> Bool {
    var same = self
    same.time = other.time
    return same == other
  }
}

extension RecoveryRecord {
  /// Creates a record of a draft.
  ///
  /// - Parameters:
  ///   - leftOut: The changes that are left out of the review.
  ///   - text: Text that can't be staged; otherwise `nil`.
  init(
    _ review: FormReview, in index: FormIndex, leavingOut leftOut: Set<FormReview.Item> = [],
    text: UnstagedText? = nil, file: String, time: Int64
  ) {
    // A key under which a secret is kept can be secret itself.
    func hidesKey(_ path: SettingPath) -> Bool {
      path.parent.map { index.secrecy(at: $0).hides(.object) } ?? false
    }
    var textChanges = review.text
    textChanges.comments = textChanges.comments.filter { !hidesKey($0.key) }
    textChanges.origins = textChanges.origins.filter { !hidesKey($0.key) }
    let isKept = { (change: SettingChange) in !change.isSecret || change.kind == .remove }
    let renamed = Set(
      review.changes.listed.filter { change in
        textChanges.origins.keys.contains(where: change.path.contains)
          && change.old.flatMap { textChanges.renamingMembers(of: $0, at: change.path) } == change.new
      }.map(\.path))
    self.init(
      file: file, time: time,
      changes: review.changes.filter(isKept).map { change in
        Change(
          path: change.path, value: change.kind == .remove ? nil : change.new,
          base: change.kind == .add || change.isSecret ? nil : change.old)
      },
      secrets: review.changes.filter { !isKept($0) && !renamed.contains($0.path) }.map(\.path),
      leftOut: leftOut.isEmpty
        ? []
        : review.changes.filter { isKept($0) || renamed.contains($0.path) }.flatMap { leftOut.items(of: $0) },
      textChanges: textChanges, text: text)
  }

  /// The new paths of the secrets that got other keys, or in which keys changed.
  func renamedSecrets(in index: FormIndex) -> Set<SettingPath> {
    Set(textChanges.origins.keys.map { index.entry(containing: $0)?.path ?? $0 })
      .subtracting(changes.map(\.path))
  }

  // MARK: - JSON

  /// The seconds since 1970 that a record can have: up to the year 9999. A date beyond can't be shown.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  var bytes: [UInt8] {
    var json: JSONObject = [
      "version": 1, "file": .string(file), "time": .number(JSONNumber(time)),
      "changes": .array(
        changes.map { change in
          var object: JSONObject = ["path": .string(change.path.pointer)]
          if let value = change.value { object["value"] = value }
          if let base = change.base { object["base"] = base }
          return .object(object)
        }),
      "secrets": .array(secrets.map { .string($0.pointer) }),
    ]
    if !leftOut.isEmpty { json["leftOut"] = .array(leftOut.map(\.json)) }
    for member in textChanges.json.members { json[member.key] = member.value }
    if let text {
      var object: JSONObject = ["text": .string(text.text)]
      if let path = text.path { object["path"] = .string(path.pointer) }
      json["unstaged"] = .object(object)
    }
    return Array((JSONValue.object(json).text(.pretty(indent: 2)) + "\n").utf8)
  }

  /// Reads a record; returns `nil` if the bytes aren't a record of this version.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(parsing: bytes).root, root["version"]?.integer() == 1,
      let file = root["file"]?.string, let time = root["time"]?.integer(as: Int64.self), Self.times ~= time,
      let changes = root["changes"], let secrets = root["secrets"],
      let textChanges = root.value.object.flatMap(TextChanges.init)
    else { return nil }
    func path(_ node: JSONNode?) -> SettingPath? {
      node?.string.flatMap { try? SettingPath(parsing: $0) }
    }
    self.init(
      file: file, time: time,
      changes: changes.elements.compactMap { node in
        path(node["path"]).map { Change(path: $0, value: node["value"]?.value, base: node["base"]?.value) }
      },
      secrets: secrets.elements.compactMap { path($0) },
      leftOut: root["leftOut"]?.elements.compactMap { node in
        path(node["path"]).flatMap { FormReview.Item(at: $0, part: node["part"]?.string) }
      } ?? [],
      textChanges: textChanges,
      text: root["unstaged"].flatMap { node in
        node["text"]?.string.map { UnstagedText(path: path(node["path"]), text: $0) }
      })
  }
}

extension RecoveryRecord.Change {
  /// Returns the change as it is on top of what is stored now. If it only gives members other keys, they keep the values that are stored,
  /// also those that another process has changed since.
  func following(_ record: RecoveryRecord, in draft: Draft) -> Self {
    let text = record.textChanges
    if let old = text.origins[path], let stored = draft.storedMember(at: old), base == nil,
      record.changes.contains(where: { $0.path == old && $0.value == nil && $0.base == value })
    {
      return Self(path: path, value: stored, base: nil)
    }
    guard let stored = draft.storedMember(at: path) else { return self }
    if value == nil, let new = text.origins.first(where: { $0.value == path })?.key,
      record.changes.contains(where: { $0.path == new && $0.value == base })
    {
      return Self(path: path, value: nil, base: stored)
    }
    guard text.origins.keys.contains(where: { $0 != path && path.contains($0) }), let base,
      text.renamingMembers(of: base, at: path) == value,
      let renamed = text.renamingMembers(of: stored, at: path)
    else { return self }
    return Self(path: path, value: renamed, base: stored)
  }
}

extension TextChanges {
  /// Returns a value with the keys that its members have now; `nil` if they can't get them.
  ///
  /// - Parameter path: The path of the value.
  func renamingMembers(of value: JSONValue, at path: SettingPath) -> JSONValue? {
    var value = value
    let renames = origins.filter {
      $0.key != path && path.contains($0.key) && $0.key.parent == $0.value.parent
    }
    for (parent, renames) in Dictionary(grouping: renames, by: \.key.parent) {
      guard let place = parent?.relative(to: path), let object = value.value(at: place)?.object else {
        return nil
      }
      let keys = Dictionary(renames.map { ($0.value.keys.last, $0.key.keys.last) }) { first, _ in first }
      var renamed = JSONObject()
      for member in object.members { renamed[(keys[member.key] ?? nil) ?? member.key] = member.value }
      guard renamed.members.count == object.members.count else { return nil }
      var edits = JSONEdits()
      edits.set(.object(renamed), at: place)
      guard let changed = try? value.applying(edits) else { return nil }
      value = changed
    }
    return value
  }
}

extension Set<FormReview.Item> {
  /// Returns what is left out of a change: the whole change, or some of its parts in their order.
  fileprivate func items(of change: SettingChange) -> [FormReview.Item] {
    if contains(.setting(change.path)) { return [.setting(change.path)] }
    guard contains(where: { change.path.contains($0.path) }) else { return [] }
    return change.parts.map { .part($0.id) }.filter(contains)
  }
}

extension FormReview.Item {
  /// Creates an item; returns `nil` if the kind of the part's change is unknown.
  fileprivate init?(at path: SettingPath, part kind: String?) {
    guard let kind else {
      self = .setting(path)
      return
    }
    guard let kind = SettingPartChange.Kind(rawValue: kind) else { return nil }
    self = .part(SettingPartChange.ID(path: path, kind: kind))
  }

  fileprivate var json: JSONValue {
    switch self {
    case .setting(let path): ["path": .string(path.pointer)]
    case .part(let part): ["path": .string(part.path.pointer), "part": .string(part.kind.rawValue)]
    }
  }
}

/// The folder that keeps the staged changes of editors, in one file for each open editor.
///
///     recovery/
///       1f3k8z-4711-a0b1.json     HASH-PID-NONCE: locked while its editor runs
///
/// A file is locked by the editor that writes it as long as that editor runs; a file without a lock was left behind. The lock is what
/// counts and not the process ID in the name, since IDs are given out again after a restart. Only their owner can read the folder and the
/// files.
///
/// The hash of the settings file's path is in the name to find its files without reading the others. Two paths can have the same hash, so
/// the path in the record decides.
struct RecoveryFolder: Hashable, Sendable {
  let path: String

  /// The folder in the user's folder for state; `nil` without a home folder.
  static var standard: RecoveryFolder? {
    BaseFolders().state.map { RecoveryFolder(path: $0 + "/settings-tui/recovery") }
  }

  /// A file that an editor left behind.
  struct Leftover: Equatable, Sendable {
    let path: String
    let record: RecoveryRecord
  }

  /// Returns the files that editors of a settings file left behind, the oldest first. Two drafts can change one setting, and a
  /// person who restores both then gets the newer value.
  func leftovers(of file: String) -> [Leftover] {
    let prefix = Self.prefix(of: file)
    var found: [Leftover] = []
    // If there is no folder, or it can't be read, there is nothing to offer.
    let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
      guard let record = Self.record(FileLocation(in: path, name)), record.file == file else { continue }
      found.append(Leftover(path: path + "/" + name, record: record))
    }
    return found.sorted { $0.record.time < $1.record.time }
  }

  /// Returns the file for an editor of this process.
  func file(for file: String) -> RecoveryFile {
    let nonce = UInt32.random(in: 0...UInt32.max)
    return RecoveryFile(
      folder: path,
      name: "\(Self.prefix(of: file))-\(CurrentProcess.id)-\(String(nonce, radix: 36))\(Self.suffix)")
  }

  func remove(_ leftover: Leftover) {
    // A file that can't be removed is offered again.
    try? POSIXFileSystem().remove(atPath: leftover.path)
  }

  private static let suffix = ".json"

  /// Returns the prefix of names for a settings file: an FNV-1a hash of 64 bits. The record itself contains the path of the
  /// settings file.
  private static func prefix(of file: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in file.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }

  /// Returns the record in a file; `nil` if an editor still has the file locked, or if it can't be read.
  private static func record(_ location: FileLocation) -> RecoveryRecord? {
    let files = POSIXFileSystem()
    do throws(SystemCallError) {
      let folder = OpenFile(try files.openFolder(atPath: location.folder), in: files)
      let (file, status) = try files.openFile(location.name, in: folder.descriptor)
      guard try files.lock(file.descriptor) else { return nil }
      return RecoveryRecord(
        try files.readAll(file.descriptor, expecting: status.size, atMost: InputLimits.documentSize))
    } catch {
      return nil
    }
  }
}

extension EditorOptions.Recovery {
  /// The folder for drafts; `nil` if they aren't kept, or without a home folder.
  var folder: RecoveryFolder? {
    switch self {
    case .standard: .standard
    case .folder(let path): RecoveryFolder(path: path)
    case .none: nil
    }
  }
}

/// The file that keeps the staged changes of one editor. It is replaced as a whole and synchronized.
final class RecoveryFile: Sendable {
  private let location: FileLocation
  private let files = POSIXFileSystem()
  /// The open file, which holds the lock; `nil` while there are no staged changes.
  private let current = Mutex<OpenFile?>(nil)

  var path: String { location.path }

  init(folder: String, name: String) {
    location = FileLocation(in: folder, name)
  }

  deinit {
    // Unlock the file explicitly. Otherwise, a child process that is being started could keep the lock for a moment.
    current.withLock { if let file = $0 { files.unlock(file.descriptor) } }
  }

  /// Replaces the content, durably; returns why that failed. At any time, the file with that name is locked.
  func write(_ bytes: [UInt8]) -> SystemCallError? {
    current.withLock { current in
      do throws(SystemCallError) {
        _ = try files.makeFolders(location.folder)
        current = try files.replaceLockedFile(location, with: bytes)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Removes the file, because there are no longer any staged changes.
  func remove() {
    current.withLock { current in
      guard current != nil else { return }
      current = nil
      // A file that can't be removed is offered at the next start.
      try? files.remove(atPath: path)
    }
  }
}

/// Text from the external editor that can't be staged.
struct UnstagedText: Hashable, Sendable {
  /// The value that the text represents; `nil` for the whole draft.
  let path: SettingPath?
  let text: String
}
