import SettingsForm
import SettingsJSON

/// A storage of this package, with operations that make a store faster or more informative, and that other storages don't need.
///
/// A store asks `storage.builtIn`, and does without if it is `nil`: a storage of an app is read more often, and its confirmations run by
/// the clocks of the machines.
///
///     file      readAsKnown by the status of the file      the log and links by the hidden folder and the path
///     memory    nothing more than a storage of an app      except recorded settings
///     etcd      readAsSignaled by the watch's message      time to confirm by leases
///     helper    passes the requests on to its program
package protocol BuiltInStorage: SettingsStorage {
  /// Returns the content as it was at the last element of ``changes()``, or later; `nil` if nothing is stored.
  ///
  /// It is never older than what this storage has returned or stored before. A store calls it after each element. A storage that
  /// receives the new content with a change returns that content, and doesn't read it again.
  func readAsSignaled() throws(StorageError) -> StoredContent?

  /// Returns the content; `nil` if nothing is stored. A change that the status of the content doesn't show can be missing.
  ///
  /// An apply calls it before a commit that requires this content.
  func readAsKnown() throws(StorageError) -> StoredContent?

  /// Whether ``readAsKnown()`` can miss a change, so that an apply reads the content again before a result that isn't a commit.
  ///
  /// "Nothing to change", "a conflict" and "invalid" may be true of old content only. A commit needs no such check: it compares.
  var canMissChanges: Bool { get }

  /// Returns the numbers of the log's records as they were when this process last read or changed the content, or later.
  ///
  /// An apply has read the content before, and its commit requires that the log hasn't changed since.
  func logNumbersAsRead() throws(StorageError) -> [Int]

  /// Returns the header of a record as it was when ``logNumbersAsRead()`` returned its number, or later.
  func logHeaderAsRead(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]>

  /// Returns the time left to confirm the commit that appended a record, by the storage's own clock; `nil` if the storage has no
  /// clock. Then the clocks of the machine apply.
  func timeToConfirm(_ number: Int) throws(StorageError) -> Duration?

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have a revision that is already known.
  ///
  /// Only marks in editors and listings depend on them, so an error is the same as no recorded settings. Cost: for the known
  /// revision, it doesn't depend on the number of settings.
  ///
  /// - Parameter revision: The known revision; it is computed only if settings are recorded.
  func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings?

  /// Records the settings that the form of an apply has, after its commit, in place of the settings that were recorded before.
  ///
  /// Errors are ignored, because the commit is already durable. Nothing is written if the same settings are recorded.
  func recordSettings(_ settings: KnownSettings)

  /// Returns the symbolic links of other users on the path of the content, for the review: their owners can lead a commit to another file.
  func foreignLinks() -> [ForeignLink]

  /// Returns why a commit would be refused now, as far as that is known without a commit; otherwise `nil`. An editor asks when it opens a
  /// file, so a person learns before the first change that it can't be saved.
  func commitRefusal() -> StorageError?
}

extension BuiltInStorage {
  /// The current content.
  package func readAsSignaled() throws(StorageError) -> StoredContent? { try read() }

  /// The current content.
  package func readAsKnown() throws(StorageError) -> StoredContent? { try read() }

  /// It reads the current content.
  package var canMissChanges: Bool { false }

  /// The current numbers.
  package func logNumbersAsRead() throws(StorageError) -> [Int] { try logNumbers() }

  /// The current header.
  package func logHeaderAsRead(_ number: Int) throws(StorageError) -> LogLookup<[UInt8]> {
    try logHeader(number)
  }

  /// The storage has no clock.
  package func timeToConfirm(_ number: Int) throws(StorageError) -> Duration? { nil }

  /// No settings are recorded.
  package func recordedSettings(otherThan revision: @autoclosure () -> Revision) -> KnownSettings? { nil }

  /// Records nothing.
  package func recordSettings(_ settings: KnownSettings) {}

  /// No links.
  package func foreignLinks() -> [ForeignLink] { [] }

  /// Nothing is known.
  package func commitRefusal() -> StorageError? { nil }
}

extension SettingsStorage {
  /// The storage as one of this package; `nil` for one of an app.
  package var builtIn: (any BuiltInStorage)? { self as? any BuiltInStorage }
}

/// How current content that is read has to be.
enum ContentFreshness: Comparable {
  /// It includes everything that was stored before the call, as far as the status of the content shows that. A change within the same tick
  /// of the clock can be missing, so this is for a commit, which compares the content itself.
  case asKnown
  /// It includes everything that was stored before the last element of the storage's `changes()`.
  case asSignaled
  /// It includes everything that was stored before the call.
  case now
}

extension SettingsStorage {
  /// Returns the stored content; `nil` if nothing is stored.
  func read(_ freshness: ContentFreshness) throws(StorageError) -> StoredContent? {
    guard freshness != .now, let builtIn else { return try read() }
    return try freshness == .asKnown ? builtIn.readAsKnown() : builtIn.readAsSignaled()
  }
}

/// The settings that a form has, as a storage records them.
///
/// A later form is compared with them, and editors mark the settings that an update of the app has added.
package struct KnownSettings: Hashable, Sendable {
  /// One line for each setting: its JSON Pointer (RFC 6901), or, if that contains control characters, the pointer as a JSON
  /// string. Each line ends with a line feed.
  package let bytes: [UInt8]
  /// The identity of the settings.
  package let revision: Revision

  /// Creates settings from their lines. Cost: linear in the number of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = Revision(of: bytes)
  }

  /// The lines, without their ends.
  var lines: Set<ArraySlice<UInt8>> { Set(bytes.split(separator: Self.lineFeed)) }

  static let lineFeed = UInt8(ascii: "\n")

  static func line(of path: SettingPath) -> [UInt8] {
    var line: [UInt8] = []
    for key in path.keys { SettingPath.appendPointer(toKey: key, to: &line) }
    return escaped(line)
  }

  /// Returns a JSON Pointer as a line.
  static func escaped(_ pointer: [UInt8]) -> [UInt8] {
    guard pointer.contains(where: { $0 < 0x20 }) else { return pointer }
    return Array(JSONValue.string(String(decoding: pointer, as: UTF8.self)).text().utf8)
  }
}
