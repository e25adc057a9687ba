// # SettingsStorageConformance
//
// The contract of a storage as a list of requirements that can be run: against the storages of this package in its tests, and against any
// storage helper with `settings-storage-check`.
//
// **What it promises.** A storage that meets all requirements can be used by a store: it loses no save of another program, and its history
// has what was stored. Speed, durability after a power loss, and behavior with a broken network aren't checked, because they can't be
// observed through the protocol of a storage.
//
// **Its types.** `StorageRequirement` is one requirement, `StoragePlace` the empty place that it gets, and `ConformanceRun` checks all of
// them with a time limit for each. The requirements themselves are in two files: one connection (`StorageRequirement+Content.swift`), and
// several (`StorageRequirement+Sharing.swift`).
//
// **How a check goes.**
//
//     ConformanceRun ─▶ place 1 ─▶ connect() ─▶ storage ─▶ commits and reads ─▶ met, or a sentence that says what is wrong
//                    ─▶ place 2 ─▶ …
//
// **What must never happen.** A requirement that a correct storage can fail: by its speed, by revisions of its own, by an element of
// `changes()` too many. Where a range is allowed, the requirement allows all of it.
//
// **Where to start.** `content` in `StorageRequirement+Content.swift`, the shortest description of what a storage is.
import Settings

/// A requirement of a storage, and the code that checks it.
///
/// The list of all requirements is the contract of ``SettingsStorage`` in a form that can be run. The library's own storages run it in their
/// tests, and the author of a storage helper runs it with `settings-storage-check`. Each requirement gets an empty place, so one that fails
/// doesn't spoil the next.
///
/// What `settings-storage-check` prints for a storage that replaces content without comparing:
///
///     A storage refuses a commit that expects another content: FAILED: A commit that expects nothing should return
///     a conflict with the bytes [1], but returned a commit.
///
/// A requirement states what can be observed through the protocol, never how: an error in it would be an error for every author of a
/// storage. A failure found in one of the library's storages becomes a requirement of all.
package struct StorageRequirement: Sendable {
  /// The behavior, as the rest of a sentence about a storage: "reads back what was committed".
  package let name: String
  /// The check. It throws at the first thing that isn't as required, because the rest builds on it.
  private let body: @Sendable (StoragePlace) async throws -> Void

  init(_ name: String, body: @escaping @Sendable (StoragePlace) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Checks the requirement in an empty place.
  ///
  /// - Throws: ``RequirementFailure`` if the storage doesn't meet it, or an error of the storage.
  package func check(_ place: StoragePlace) async throws {
    try await body(place)
  }

  /// All requirements, the basic ones first: if a storage can't read back what it stored, the later results mean little.
  package static let all = content + log + recordedSettings + sharing
}

extension StorageRequirement: CustomStringConvertible {
  package var description: String { name }
}

/// An empty place for a document. Each call of ``connect`` returns a storage of the same content.
///
/// Two connections to one place stand for two programs: what one commits, the other must see. A place is used for one requirement only:
///
///     file      a path in a new folder
///     memory    one storage, which all connections share
///     etcd      a new prefix
///     helper    ADDRESS/RUN/1, ADDRESS/RUN/2, …
package struct StoragePlace: Sendable {
  package let connect: @Sendable () throws -> any SettingsStorage

  package init(_ connect: @escaping @Sendable () throws -> any SettingsStorage) {
    self.connect = connect
  }
}

/// A sentence that describes why a storage doesn't meet a requirement: `A read should return nothing, but returned the bytes [1].`
package struct RequirementFailure: Error, Hashable, CustomStringConvertible {
  package let description: String
}

/// Throws a failure unless a condition holds. The sentence is for the author of the storage, who sees only it, so it has the values.
func require(_ condition: Bool, sentence: @autoclosure () -> String) throws(RequirementFailure) {
  guard condition else { throw RequirementFailure(description: sentence()) }
}

func require<Value: Equatable>(
  _ action: String, returns expected: Value, result: Value
) throws(RequirementFailure) {
  try require(result == expected, sentence: "\(action) should return \(expected), but returned \(result).")
}

/// Throws a failure unless a commit has the expected result. Content is described by its bytes, or by their number if they are many.
func require(
  _ action: String, returns expected: StorageCommitResult, result: StorageCommitResult
) throws(RequirementFailure) {
  try require(
    result == expected, sentence: "\(action) should return \(expected.words), but returned \(result.words).")
}

/// Throws a failure unless the content is the expected one.
func require(
  _ action: String, returns expected: StoredContent?, result: StoredContent?
) throws(RequirementFailure) {
  try require(
    result == expected, sentence: "\(action) should return \(expected.words), but returned \(result.words).")
}

extension StorageCommitResult {
  fileprivate var words: String {
    switch self {
    case .committed(let revision, let isDurable):
      (revision == nil ? "a commit without content" : "a commit") + (isDurable ? "" : " that isn't durable")
    case .conflict(let current): "a conflict with \(current.words)"
    }
  }
}

extension StoredContent? {
  fileprivate var words: String {
    guard let bytes = self?.bytes else { return "nothing" }
    return bytes.count <= 16 ? "the bytes \(bytes)" : "\(bytes.count) bytes"
  }
}
