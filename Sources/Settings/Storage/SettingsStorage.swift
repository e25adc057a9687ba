import SettingsSystem

/// A place that keeps a settings document: a file, or anything else that can store bytes and compare before it writes.
///
/// Apps don't need it: a ``SettingsStore`` opens a file by its path, ``MemoryStorage`` is for tests, and `EtcdStorage` of the library
/// `SettingsEtcd` keeps settings for many machines. Conform to it to keep settings in another database. The library
/// `SettingsStorageConformance` and the command `settings-storage-check` test what every storage has to do.
///
/// ```swift
/// let storage: any SettingsStorage = MemoryStorage(#"{"times": 2}"#)
/// let store = try SettingsStore<AppSettings>(storage: storage)
/// if let content = try storage.read() { print(content.revision) }
/// ```
///
/// A storage knows nothing about JSON and forms. It keeps two things:
///
/// - The content: bytes, whose identity is a ``SettingsRevision``.
/// - A log: records with rising numbers, which commits append. A record is valid if its commit is done, so the content and the log agree
///   after a crash. The history and pending confirmations are in the log.
///
/// One operation carries all guarantees: ``commit(_:)`` replaces the content if it is still what the caller read, and appends to the log,
/// in one step. Of two processes that commit at the same time on the same base, one gets ``StorageCommitResult/conflict(current:)``.
///
/// The methods are synchronous, are called from any thread, and may block. They throw ``SettingsStorageError``; a storage that isn't a file throws
/// ``SettingsStorageError/remote(name:_:)``.
public protocol SettingsStorage: Sendable {
  /// The name in messages: for a file, its path; for settings in etcd, their address. It contains no password.
  var name: String { get }

  /// The identity of the place, which is equal for all storages of the same content, also in other processes. Plans contain it. By default,
  /// it is the name.
  var identity: String { get }

  /// Who stores, in the history and in messages about pending changes. By default, the user's login name. A storage that many machines share
  /// names the machine as well.
  var author: String { get }

  /// Returns the stored content; `nil` if nothing is stored.
  ///
  /// A process sees its own commit in its next read. Another process sees it in each read that begins after the commit has returned.
  func read() throws(SettingsStorageError) -> StoredContent?

  /// Replaces the content and appends to the log, all or nothing, if both are as the commit expects.
  ///
  /// When it returns ``StorageCommitResult/committed(_:isDurable:)``, content and records are durable; `isDurable` is `false` if the system
  /// doesn't confirm that. A commit that changes no byte of the content only appends the records. After an error, nothing has changed,
  /// unless it is ``SettingsStorageError/notRestored(path:_:)``, or its kind is ``RemoteStorageError/Kind/unknownOutcome``.
  func commit(_ commit: StorageCommit) throws(SettingsStorageError) -> StorageCommitResult

  /// Returns the numbers of the log's records in ascending order, possibly with gaps, such as `[3, 4, 6]`.
  ///
  /// It is an empty list for a place that was never used.
  func logNumbers() throws(SettingsStorageError) -> [Int]

  /// Returns the header of a record. Cost: reads only the header, unless it is damaged; a list of versions reads all headers.
  ///
  /// A number that the log doesn't have, also 0 and a negative one, is ``StorageLookup/missing``.
  func logHeader(_ number: Int) throws(SettingsStorageError) -> StorageLookup<[UInt8]>

  /// Returns a record with its content. Cost: reads the whole content of that version.
  func logRecord(_ number: Int) throws(SettingsStorageError) -> StorageLookup<StorageRecord>

  /// Whether the log has a record that ``logRecord(_:)`` can't return, because it is ``StorageLookup/damaged``. By default, reads the record.
  func isRecordDamaged(_ number: Int) throws(SettingsStorageError) -> Bool

  /// Replaces records of the log, or removes them (`nil`), for good; returns `false`, and does nothing, if the log's last record has another
  /// number. By default, throws: the storage keeps what it has recorded.
  ///
  /// It is for values that must not be kept, such as a password in a setting that isn't secret. Neither the content nor the number of the
  /// last record changes. After an error, some records may be replaced; what isn't can be replaced by another call.
  func rewriteLog(_ records: [Int: StorageRecord?], head: Int) throws(SettingsStorageError) -> Bool

  /// Returns an element whenever this process or another might have changed the content or the log.
  ///
  /// An element may come without a change, and one element may stand for several changes. The stream ends when its task is canceled.
  func changes() -> AsyncStream<Void>

  // What follows makes a store faster or more informative. Each member has a default, which is right for any storage.

  /// Returns the content, as current as the caller needs it; `nil` if nothing is stored. By default, reads the current content.
  ///
  /// A store asks for the ``StorageFreshness/lastSignal`` after each element of ``changes()``, and for the ``StorageFreshness/lastRead``
  /// before a commit. A storage that receives the new content together with a change returns that, and needs no request.
  func read(_ freshness: StorageFreshness) throws(SettingsStorageError) -> StoredContent?

  /// Whether ``StorageFreshness/lastRead`` can miss a change of the content. Then an apply reads the content again before it ends without a
  /// commit: "nothing to change", "a conflict" and "invalid" can be true of old content only. By default, `false`.
  var canMissChanges: Bool { get }

  /// Whether applies are recorded. If not, each is as with ``ApplyOptions/Recording/skip``. By default, `true`.
  var keepsHistory: Bool { get }

  /// Returns the numbers of the log's records, as current as the caller needs them. By default, reads the current numbers.
  func logNumbers(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [Int]

  /// Returns the header of a record, as it was when the numbers were last asked for with the same freshness, or later. By default, reads the
  /// current header.
  func logHeader(_ number: Int, _ freshness: StorageFreshness) throws(SettingsStorageError) -> StorageLookup<
    [UInt8]
  >

  /// Returns the time left to confirm the commit that appended a record, by the storage's own clock. By default, the storage has no clock
  /// (`nil`), and the clocks of the machine apply.
  ///
  /// When the time is over, it is zero, or negative by as much as the storage knows has passed since: for five seconds, other commands leave
  /// the rollback to the process that waits for the deadline.
  func timeToConfirm(_ number: Int) throws(SettingsStorageError) -> Duration?

  /// Returns the settings that were recorded last; `nil` if there are none, or if they have a revision that the caller knows. By default,
  /// none are recorded, and editors mark no setting as new after an update of the app.
  ///
  /// Only such marks depend on them, so an error is the same as no recorded settings. Cost: for the known revision, it doesn't depend on the
  /// number of settings.
  ///
  /// - Parameter revision: The known revision; it is computed only if settings are recorded.
  func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings?

  /// Records the settings that the form of an apply has, after its commit, in place of the settings that were recorded before. By default,
  /// records nothing.
  ///
  /// Errors are ignored, because the commit is already durable. Nothing is written if the same settings are recorded.
  func recordSettings(_ settings: KnownSettings)

  /// Returns the form that is stored with the content, as JSON Schema and as current as the caller needs it; `nil` if there is none. By
  /// default, there is none.
  ///
  /// Programs that know the settings only by their form, such as `settings-tui`, use it. An app has its own form.
  func storedForm(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [UInt8]?

  /// Returns why a commit would be refused now, as far as that is known without a commit, for example because the file is read-only. By
  /// default, nothing is known (`nil`).
  ///
  /// An editor asks when it opens the settings, so a person learns before the first change that it can't be saved.
  func commitRefusal() -> SettingsStorageError?
}

extension SettingsStorage {
  /// The name.
  public var identity: String { name }

  /// The user's login name.
  public var author: String { Login.name }

  /// Whether reading the record tells that it is damaged.
  public func isRecordDamaged(_ number: Int) throws(SettingsStorageError) -> Bool {
    try logRecord(number) == .damaged
  }

  /// Throws.
  public func rewriteLog(_ records: [Int: StorageRecord?], head: Int) throws(SettingsStorageError) -> Bool {
    throw .remote(
      name: name,
      RemoteStorageError(
        .refused,
        "\(name) can't rewrite its history, so nothing was forgotten; store the settings at a new address, and remove this one."
      ))
  }

  /// The current content.
  public func read(_ freshness: StorageFreshness) throws(SettingsStorageError) -> StoredContent? {
    try read()
  }

  /// The content of the last read is the current one.
  public var canMissChanges: Bool { false }

  /// Applies are recorded.
  public var keepsHistory: Bool { true }

  /// The current numbers.
  public func logNumbers(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [Int] {
    try logNumbers()
  }

  /// The current header.
  public func logHeader(
    _ number: Int, _ freshness: StorageFreshness
  ) throws(SettingsStorageError) -> StorageLookup<[UInt8]> { try logHeader(number) }

  /// The storage has no clock.
  public func timeToConfirm(_ number: Int) throws(SettingsStorageError) -> Duration? { nil }

  /// No settings are recorded.
  public func recordedSettings(otherThan revision: @autoclosure () -> SettingsRevision) -> KnownSettings? {
    nil
  }

  /// Records nothing.
  public func recordSettings(_ settings: KnownSettings) {}

  /// There is none.
  public func storedForm(_ freshness: StorageFreshness) throws(SettingsStorageError) -> [UInt8]? { nil }

  /// Nothing is known.
  public func commitRefusal() -> SettingsStorageError? { nil }

  /// Replaces the content if it has the expected revision; `nil` removes it.
  package func commit(_ bytes: [UInt8]?, expecting revision: SettingsRevision?) throws(SettingsStorageError)
    -> StorageCommitResult
  {
    try commit(StorageCommit(bytes, expecting: revision))
  }
}

/// How current the answer of a storage has to be. A storage may always return something more current.
///
/// Reading costs a request or a few system calls, and most callers have what they need already:
///
/// ```swift
/// func readAgain(_ storage: some SettingsStorage, isBeforeCommit: Bool) throws -> StoredContent? {
///   try storage.read(isBeforeCommit ? .lastRead : .now)
/// }
/// ```
///
/// Nothing is decided by an outdated answer alone: a commit compares the content and the log itself, and an apply that would end without a
/// commit reads again.
public enum StorageFreshness: Comparable, Sendable {
  /// What this process has last read or stored. A file is not read again if its status is the same, so a change within the same tick of the
  /// clock can be missing.
  case lastRead
  /// Everything that was stored before the last element of ``SettingsStorage/changes()``.
  case lastSignal
  /// Everything that was stored before the call.
  case now
}

/// Stored content and its identity, as a storage returns it.
///
/// A storage creates it from the bytes that it has read, and returns it from ``SettingsStorage/read()`` and in
/// ``StorageCommitResult/conflict(current:)``:
///
/// ```swift
/// let content = StoredContent(Array(#"{"times": 2}"#.utf8))
/// print(content.bytes.count, content.revision)
/// ```
///
/// The identity is computed from the bytes, so equal content has equal revisions in every storage and process. A store compares revisions
/// to find out whether somebody else has stored something since it read.
///
/// The bytes needn't be JSON: another program may have stored anything. Cost: creating it is linear in the number of bytes; a copy is
/// constant.
public struct StoredContent: Hashable, Sendable {
  /// The content, byte for byte as it is stored, secrets included.
  ///
  /// Don't write it to a log.
  public let bytes: [UInt8]
  /// The identity of the bytes, which is equal for equal bytes in every process.
  public let revision: SettingsRevision

  /// Creates stored content, and computes its identity. Cost: linear in the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = SettingsRevision(of: bytes)
  }

  /// Creates stored content whose identity is known.
  init(_ bytes: [UInt8], revision: SettingsRevision) {
    self.bytes = bytes
    self.revision = revision
  }
}

/// The result of a commit that was carried out, or refused because something else is stored.
///
/// A store answers a conflict by itself: it moves its changes onto the other content, and tries again. So only storages, and code that uses
/// a storage directly, meet it:
///
/// ```swift
/// func describe(_ result: StorageCommitResult) -> String {
///   switch result {
///   case .committed(let revision?, _): "stored as \(revision)"
///   case .committed(nil, _): "removed"
///   case .conflict(let current): current == nil ? "removed by somebody else" : "changed by somebody else"
///   }
/// }
/// ```
///
/// A storage that fails throws a ``SettingsStorageError`` instead.
public enum StorageCommitResult: Hashable, Sendable {
  /// The content is stored, with this identity, or removed (`nil`). `isDurable` indicates whether it is known to survive a crash.
  case committed(SettingsRevision?, isDurable: Bool)
  /// Other content is stored than the commit expected, or the log has another last record; nothing was written.
  ///
  /// If only the log differs, `current` is the content that was expected.
  case conflict(current: StoredContent?)
}

/// One atomic step of a storage: it replaces the content and appends records to the log, if both are as expected.
///
/// The library creates commits; a storage carries them out in ``SettingsStorage/commit(_:)``. It checks ``revision`` and ``head`` first,
/// and then stores ``records`` and ``content`` in a way that a crash leaves either everything or nothing:
///
/// ```swift
/// func isExpected(_ commit: StorageCommit, over content: StoredContent?, lastRecord: Int) -> Bool {
///   content?.revision == commit.revision && (commit.head == nil || commit.head == lastRecord)
/// }
/// ```
///
/// If that is false, the result is a ``StorageCommitResult/conflict(current:)``, and nothing is written. New records get the numbers after the
/// last record, in order. Then records with numbers below ``oldest`` are removed.
///
/// A commit whose content equals the stored content only appends its records, as a confirmation does.
public struct StorageCommit: Sendable {
  /// The new content; `nil` removes what is stored. It may equal the stored content, in a commit that only appends records.
  ///
  /// It is what has to be stored, byte for byte, whether or not it is JSON.
  public let content: [UInt8]?
  /// The identity of the new content; `nil` if it is removed. It is computed once, since a commit may be tried several times.
  package let newRevision: SettingsRevision?
  /// The required identity of the stored content; `nil` if nothing may be stored.
  ///
  /// A storage compares it with ``StoredContent/revision`` of what it has, in the same step in which it writes.
  public package(set) var revision: SettingsRevision?
  /// The required number of the log's last record, 0 for an empty log; `nil` accepts any.
  ///
  /// It protects decisions that depend on the log, such as a confirmation: if another process has appended a record, the commit is a
  /// conflict.
  public package(set) var head: Int?
  /// The records to append to the log, in this order; empty for an apply that isn't recorded. They are durable before the new content is
  /// visible.
  public package(set) var records: [StorageRecord]
  /// The lowest number of the records to keep; earlier records are removed. 0 keeps all.
  ///
  /// Numbers aren't given again: after record 12 was removed, the next record is still 13.
  public package(set) var oldest: Int
  /// The bytes of disk space to reserve for a later commit that must not fail because the disk is full; 0 frees earlier
  /// reservations, which this commit can use.
  package var reservation = 0
  /// The time to confirm the commit. A storage with its own clock keeps it with the last record, so that machines whose clocks differ
  /// agree on the deadline.
  package var confirmationLimit: Duration?
  /// Whether a new file is for its owner only, because the form has secrets.
  package var isPrivate = false
  /// Creates the record for another program's save that an earlier commit displaced and that was found later. The storage calls it with the
  /// bytes, because it knows nothing about headers.
  package var makeRecordOfSave: (@Sendable ([UInt8]) -> StorageRecord)?

  package init(
    _ content: [UInt8]?, expecting revision: SettingsRevision?, head: Int? = nil,
    records: [StorageRecord] = [], oldest: Int = 0
  ) {
    self.content = content
    newRevision = content.map(SettingsRevision.init)
    self.revision = revision
    self.head = head
    self.records = records
    self.oldest = oldest
  }

  /// Whether the new content consists of the given bytes. Such a commit only appends records. `nil` stands for no content.
  func isOf(_ bytes: [UInt8]?) -> Bool {
    guard let content, let bytes else { return content == nil && bytes == nil }
    return content.hasSameBytes(as: bytes)
  }
}

/// The attempts of a commit while other processes keep changing the content: as many as begin within 30 s, and at least three.
///
/// An attempt takes milliseconds, and each failure means that another attempt has succeeded. A fixed number of attempts would fail by
/// chance: of two hundred updates beside as many of another process, one or two find 32 times in a row that the other was faster. It would
/// also have no end with a storage that replies late and always with a conflict. A process that was suspended for a minute in its first
/// attempt hasn't tried for a minute, though.
package struct CommitAttempts {
  private var count = 0
  private let end: ContinuousClock.Instant

  package init(within limit: Duration = .seconds(30)) {
    end = .now + limit
  }

  /// Begins the next attempt; returns `false` if there were enough.
  package mutating func begin() -> Bool {
    count += 1
    return count <= 3 || .now < end
  }
}

/// One record of a storage's log: a header, and the content that a commit stored.
///
/// The library creates records, in ``StorageCommit/records``; a storage keeps them under rising numbers, and returns them byte for byte:
///
/// ```swift
/// let record = StorageRecord(header: Array("{}".utf8), content: .note)
/// if case .version(let bytes) = record.content { print("\(bytes.count) bytes") }
/// ```
///
/// The header is one line of JSON of the library, with the time, the author and the changes, in which secrets are masked. A storage doesn't
/// interpret it. The content is plain, so protect it like the settings themselves.
///
/// Headers are read often, to list the history and to find a pending confirmation; contents are read for a rollback. So keep them where a
/// header can be read alone.
public struct StorageRecord: Hashable, Sendable {
  /// The stored content of a record: what was in the file after the commit, or nothing.
  ///
  /// A version with content can be restored by a rollback. So can a removal: then nothing is stored afterwards, and all settings have their
  /// defaults. A note is no version, and isn't listed in the history.
  ///
  /// ```swift
  /// func describe(_ content: StorageRecord.Content) -> String {
  ///   switch content {
  ///   case .version(let bytes): "\(bytes.count) bytes"
  ///   case .removal: "nothing was stored"
  ///   case .note: "no version"
  ///   }
  /// }
  /// ```
  public enum Content: Hashable, Sendable {
    /// The content that the commit stored.
    case version([UInt8])
    /// The commit removed the content.
    case removal
    /// The record has no content, because the commit didn't change it; for example, it records a confirmation.
    case note
  }

  /// One line of UTF-8 without its line feed, in which secrets are masked.
  public let header: [UInt8]
  /// The content that the commit stored.
  public let content: Content

  /// Creates a record. Storages do so when they read a log; the library creates the records of commits.
  public init(header: [UInt8], content: Content) {
    self.header = header
    self.content = content
  }
}

extension StorageRecord.Content {
  /// Creates the content of a commit, which removes the content if the bytes are `nil`.
  init(_ bytes: [UInt8]?) {
    self = bytes.map { .version($0) } ?? .removal
  }
}

/// The result of looking up a record of a log, or its header.
///
/// A record can be missing, because it was removed with the oldest ones, or damaged, because a disk or a program has changed it. Both are
/// ordinary results and not errors: the history lists a damaged record, and no decision is based on it.
///
/// ```swift
/// switch storage.logRecord(5) {
/// case .found(let record): print("\(record.header.count) bytes of header")
/// case .damaged: print("Version 5 is damaged.")
/// case .missing: print("There is no version 5.")
/// }
/// ```
///
/// A storage that can't say whether a record is there, for example because the network is down, throws a ``SettingsStorageError`` instead.
public enum StorageLookup<Value: Sendable>: Sendable {
  /// The record exists, and its checksum is right.
  case found(Value)
  /// The record exists, but its checksum or its format is wrong.
  ///
  /// A storage without checksums of its own, such as a database, may never return it.
  case damaged
  /// There is no record with that number.
  case missing

  /// Transforms the value that was found.
  package func map<Other>(_ transform: (Value) -> Other) -> StorageLookup<Other> {
    switch self {
    case .found(let value): .found(transform(value))
    case .damaged: .damaged
    case .missing: .missing
    }
  }
}

extension StorageLookup: Equatable where Value: Equatable {}

/// The settings that a form has, as a storage records them.
///
/// A later form is compared with them, and editors mark the settings that an update of the app has added. A storage keeps the bytes beside
/// the content, and interprets nothing:
///
/// ```swift
/// let settings = KnownSettings(Array("/theme\n/proxy/host\n".utf8))
/// print(settings.bytes.count, settings.revision)
/// ```
public struct KnownSettings: Hashable, Sendable {
  /// One line for each setting: its JSON Pointer (RFC 6901), or, if that contains control characters, the pointer as a JSON
  /// string. Each line ends with a line feed.
  public let bytes: [UInt8]
  /// The identity of the settings.
  public let revision: SettingsRevision

  /// Creates settings from their lines. Cost: linear in the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    revision = SettingsRevision(of: bytes)
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
