import SettingsJSON

/// The keys of one document.
///
/// | Key | Value |
/// |---|---|
/// | `PREFIX/document` | the document, byte for byte |
/// | `PREFIX/head` | the numbers of the last record and of the last commit: ``EtcdHead`` |
/// | `PREFIX/headers/NUMBER` | the kind and the header of a record |
/// | `PREFIX/contents/NUMBER` | the content of a record that has one, byte for byte |
/// | `PREFIX/commits/NUMBER` | the random ID of a commit |
/// | `PREFIX/deadlines/NUMBER` | empty; it exists, with a lease, until the time to confirm the commit of a record is over |
/// | `PREFIX/rollout/candidate` | the content that running instances are asked about: ``EtcdCandidate`` |
/// | `PREFIX/rollout/instances/ID` | a running instance: ``EtcdInstanceStatus`` |
/// | `PREFIX/rollout/votes/ID` | the answer of an instance: ``EtcdVote`` |
/// | `PREFIX/settings` | the settings of the last form |
///
/// Numbers have 19 digits, so that the order of the keys is that of the numbers. No other key is between `document` and `head`, so
/// both are read and watched as one range.
struct EtcdKeys: Hashable, Sendable {
  let document: String
  let head: String
  let settings: String
  let candidate: String
  private let headers: String
  private let contents: String
  private let commits: String
  private let deadlines: String
  private let instances: String
  private let votes: String

  init(prefix: String) {
    document = prefix + "/document"
    head = prefix + "/head"
    settings = prefix + "/settings"
    headers = prefix + "/headers/"
    contents = prefix + "/contents/"
    commits = prefix + "/commits/"
    deadlines = prefix + "/deadlines/"
    candidate = prefix + "/rollout/candidate"
    instances = prefix + "/rollout/instances/"
    votes = prefix + "/rollout/votes/"
  }

  /// The document and the head.
  var state: EtcdKeyRange { EtcdKeyRange(from: document, before: head + "\0") }
  /// The headers of all records.
  var allHeaders: EtcdKeyRange { EtcdKeyRange(under: headers) }

  func header(_ number: Int) -> String { headers + Self.digits(number) }
  func content(_ number: Int) -> String { contents + Self.digits(number) }
  func commit(_ number: Int) -> String { commits + Self.digits(number) }

  func deadline(_ number: Int) -> String { deadlines + Self.digits(number) }

  /// The records before a number.
  func records(before number: Int) -> [EtcdKeyRange] {
    [headers, contents].map { EtcdKeyRange(from: $0, before: $0 + Self.digits(number)) }
  }

  /// The commits before a number.
  func commits(before number: Int) -> EtcdKeyRange {
    EtcdKeyRange(from: commits, before: commit(number))
  }

  // MARK: - Rollouts

  /// The candidate, the instances and their votes.
  var rollout: EtcdKeyRange { EtcdKeyRange(from: candidate, before: EtcdKeyRange(under: votes).end ?? votes) }
  /// All instances.
  var allInstances: EtcdKeyRange { EtcdKeyRange(under: instances) }
  /// All votes.
  var allVotes: EtcdKeyRange { EtcdKeyRange(under: votes) }

  func instance(_ id: String) -> String { instances + id }
  func vote(_ id: String) -> String { votes + id }

  /// Returns the ID of the instance that a key of a status or of a vote belongs to; `nil` for other keys.
  func instanceID(of key: String) -> String? {
    for start in [instances, votes] where key.hasPrefix(start) { return String(key.dropFirst(start.count)) }
    return nil
  }

  // MARK: - Numbers

  /// Returns the number of a record; `nil` for other keys.
  func number(ofHeader key: String) -> Int? {
    key.hasPrefix(headers) ? Int(key.dropFirst(headers.count)) : nil
  }

  private static func digits(_ number: Int) -> String { String(number, digits: 19) }
}
