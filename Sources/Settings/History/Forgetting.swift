import SettingsForm
import SettingsSystem

/// What is taken out of a history for good: the former values of some settings, or whole versions. ``StoreEngine/forget(_:)`` carries it out.
///
/// A secret that was rotated stays in the versions from before. So do mistakes, such as a password in the wrong member. Planning what to
/// forget is a pure function of the records, so that it can be reviewed:
///
///     log of token          without token      without the versions before 12
///     11 {"token":"a"}      11 {}              (gone)
///     12 {"token":"b"}      12 {}              12 {"token":"b"}
///     13 {"token":"c"}      13 {"token":"c"}   13 {"token":"c"}: it is stored now, and stays
///
/// A value that is stored now is nothing to forget: change or remove it first. An index in a path stands for every element of the list,
/// because elements have had other positions in other versions; a selector such as `[name=eu]` stands for the elements that it names in each
/// version. A version that isn't JSON, or that has a key twice, is forgotten as a whole, because the value can be in it more than once; and
/// so is a damaged record.
package struct Forgetting: Sendable {
  /// A version that loses something.
  package struct Loss: Hashable, Sendable {
    package let version: SettingsHistoryEntry
    /// The settings whose values it loses; empty if all of it is removed.
    package let paths: [SettingPath]

    package var isWhole: Bool { paths.isEmpty }
  }

  /// What is lost, newest first.
  package private(set) var losses: [Loss] = []
  /// The versions, the stored content among them, that still have the text of a forgotten value: in a comment, a message, or at another path.
  package private(set) var remains: [SettingsHistoryEntry] = []
  /// The numbers of the records to replace, and to remove (`nil`).
  private(set) var records: [Int: StorageRecord?] = [:]
  private let forgotten: ForgottenValues
  /// The number of the last record. If another one is added, this has to be planned again.
  let head: Int

  /// Plans to forget values or versions.
  ///
  /// - Parameters:
  ///   - paths: The settings whose values are forgotten, with all paths that they had; empty to forget the versions as wholes.
  ///   - versions: The history, newest first: the stored content and all others.
  ///   - selected: The versions that lose values. The stored content doesn't, whether it is among them or not.
  ///   - record: Returns a version's record.
  init(
    _ paths: [SettingPath], of versions: [SettingsHistoryEntry], selected: Set<SettingsHistoryEntry.ID>,
    stored: StoredContent?, head: Int,
    record: (Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord>
  ) throws(SettingsStorageError) {
    self.head = head
    forgotten = ForgottenValues(paths, stored: stored)
    var texts: Set<[UInt8]> = []
    var waited: Set<SettingsHistoryEntry.ID> = []
    for (position, version) in versions.enumerated() where version.id > 0 {
      let isSelected = position > 0 && selected.contains(version.id)
      guard case .found(let found) = try record(version.id), var header = LogHeader(line: found.header) else {
        if isSelected { remove(version) }
        continue
      }
      if header.confirmation != nil { waited.insert(version.id) }
      guard !paths.isEmpty else {
        if isSelected { remove(version) }
        continue
      }
      var content = found.content
      var lost: Set<SettingPath> = []
      if isSelected, case .version(let bytes) = content {
        guard let rest = forgotten.removed(from: bytes, into: &texts) else {
          remove(version)
          continue
        }
        lost.formUnion(rest.paths)
        content = .version(rest.bytes)
        header.revision = SettingsRevision(of: rest.bytes)
      }
      // Also what is stored now lists what it has replaced.
      lost.formUnion(forgotten.mask(&header.changes))
      lost.formUnion(forgotten.mask(&header.upgrades))
      guard !lost.isEmpty else { continue }
      records[version.id] = .some(StorageRecord(header: header.line, content: content))
      losses.append(Loss(version: version, paths: lost.sorted { $0.pointer < $1.pointer }))
    }
    keepDecisions(about: waited)
    for version in versions where !texts.isEmpty {
      let isLeft: Bool
      if version.id == 0 {
        isLeft = stored.map { content in texts.contains { content.bytes.contains(bytes: $0) } } ?? false
      } else if let planned = records[version.id] {
        isLeft = planned.map { record in texts.contains { record.contains(text: $0) } } ?? false
      } else if case .found(let record) = try record(version.id) {
        isLeft = texts.contains { record.contains(text: $0) }
      } else {
        isLeft = false
      }
      if isLeft { remains.append(version) }
    }
  }

  /// Returns a record without the forgotten values in its list of changes.
  func masked(_ record: StorageRecord) -> StorageRecord {
    guard var header = LogHeader(line: record.header) else { return record }
    _ = forgotten.mask(&header.changes)
    return StorageRecord(header: header.line, content: record.content)
  }

  /// Leaves a note in place of each removed record that may have ended the wait for a confirmation. Without it, an older apply would wait
  /// again, and be rolled back at its deadline:
  ///
  ///     12 apply (waits for a1)    13 revert    14 another program's save
  ///     12 apply (waits for a1)    13 note      14 another program's save
  ///
  /// - Parameter waited: The applies that had to be confirmed.
  private mutating func keepDecisions(about waited: Set<SettingsHistoryEntry.ID>) {
    let older = waited.filter { records[$0] != .some(nil) }.min()
    guard let older else { return }
    for version in losses.lazy.filter(\.isWhole).map(\.version)
    where version.id > older && version.kind != .outside {
      let header = LogHeader(nil, revision: nil, at: version.time, by: "")
      records[version.id] = .some(StorageRecord(header: header.line, content: .note))
    }
  }

  private mutating func remove(_ version: SettingsHistoryEntry) {
    records[version.id] = .some(nil)
    losses.append(Loss(version: version, paths: []))
  }
}

/// The values at some paths, except for those that are stored now.
private struct ForgottenValues {
  /// Text that is shorter is found everywhere by chance.
  private static let fewestBytes = 6
  /// How many texts are looked for in all versions.
  private static let mostTexts = 100

  private let paths: [SettingPath]
  private let storedValues: Set<JSONValue>
  private let secrecy: Secrecy

  init(_ paths: [SettingPath], stored: StoredContent?) {
    self.paths = paths
    let document = (stored?.bytes).flatMap { try? JSONDocument(parsingStored: $0) }
    storedValues = Set(
      document.map { document in paths.flatMap { Self.places(of: $0, in: document).map(\.node.value) } } ?? []
    )
    // In a record, an element is `-`; a key of digits can be either.
    let patterns = paths.map { path in SettingPath(path.keys.map { Self.isElement($0) ? "-" : $0 }) }
    secrecy = Secrecy(ofPaths: Set(paths + patterns))
  }

  /// Removes the values from a document; returns `nil` if that isn't possible, or not for certain.
  ///
  /// - Parameter texts: Receives the text of the values that were removed.
  func removed(
    from bytes: [UInt8], into texts: inout Set<[UInt8]>
  ) -> (bytes: [UInt8], paths: Set<SettingPath>)? {
    guard let document = try? JSONDocument(parsingStored: bytes), document.duplicateKeys.isEmpty else {
      return nil
    }
    let places = paths.flatMap { Self.places(of: $0, in: document) }
      .filter { !storedValues.contains($0.node.value) }
    guard !places.isEmpty else { return (bytes, []) }
    var edits = JSONEdits()
    for (path, node) in places {
      // The document itself can't be a part of itself.
      guard !path.isRoot else { return nil }
      edits.remove(at: path)
      let written = Array(node.value.text().utf8)
      // In a comment, a string has no quotes.
      let text = if case .string = node.value { Array(written.dropFirst().dropLast()) } else { written }
      if text.count >= Self.fewestBytes, texts.count < Self.mostTexts { texts.insert(text) }
    }
    guard let rest = try? document.bytes(applying: edits) else { return nil }
    return (rest, Set(places.map(\.path)))
  }

  /// Masks the values in a list of changes, and returns the paths of the changes that had some.
  func mask(_ changes: inout [SettingChange]) -> [SettingPath] {
    var masked: [SettingPath] = []
    for (index, change) in changes.enumerated() {
      let secrecy = change.path.keys.reduce(self.secrecy) { $0.part($1) }
      let new = change.masked(by: secrecy)
      guard new != change else { continue }
      changes[index] = new
      masked.append(change.path)
    }
    return masked
  }

  /// Returns the values at a path, in which an element stands for all elements of its list.
  private static func places(of path: SettingPath, in document: JSONDocument) -> [(
    path: SettingPath, node: JSONNode
  )] {
    var places = [(path: SettingPath.root, node: document.root)]
    for key in path.keys {
      places = places.flatMap { (path, node) -> [(path: SettingPath, node: JSONNode)] in
        switch node.kind {
        case .array where isElement(key):
          let elements = Array(node.elements)
          let indexes = ElementSelector(key)?.indexes(in: elements.map(\.value)) ?? Array(elements.indices)
          return indexes.map { (path.appending($0), elements[$0]) }
        case .object where key == "*": return node.members.map { (path.appending($0.key), $0.value) }
        case .object: return node[key].map { [(path.appending(key), $0)] } ?? []
        default: return []
        }
      }
    }
    return places
  }

  private static func isElement(_ key: String) -> Bool {
    key == "-" || key == "*" || SettingPath.elementIndex(key) != nil || ElementSelector(key) != nil
  }
}

extension StorageRecord {
  fileprivate func contains(text: [UInt8]) -> Bool {
    if header.contains(bytes: text) { return true }
    guard case .version(let bytes) = content else { return false }
    return bytes.contains(bytes: text)
  }
}
