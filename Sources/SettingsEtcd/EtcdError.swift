import Settings
import SettingsJSON

/// Why a request to etcd failed.
///
/// The cases are what code decides by; ``remote`` makes of each the error that a caller of the storage sees, with a sentence that says what
/// to do. The most important distinction is whether something can have been changed: `unreachable` says no, `unanswered` says perhaps.
enum EtcdError: Error, Hashable, Sendable {
  /// A failed request to one member.
  struct Attempt: Hashable, Sendable {
    let endpoint: String
    let reason: String
  }

  /// No member replied, and nothing can have been changed.
  case unreachable([Attempt])
  /// No member replied to a request that changes something, but it might have arrived.
  case unanswered([Attempt])
  /// The HTTP library can't be used.
  case noLibrary(String)
  /// A file with a certificate or a key can't be used, or the key isn't that of the certificate.
  case badFiles(String)
  /// A request would be larger than etcd accepts.
  case tooLarge(size: Int, limit: Int)
  /// The rollback of an unconfirmed change would be larger than etcd accepts.
  case rollbackTooLarge(size: Int, limit: Int)
  /// etcd refused a request because of its size. The servers have a lower limit than the options.
  case refusedAsTooLarge(size: Int)
  /// A commit has more records than a transaction can have.
  case tooManyRecords(Int, limit: Int)
  /// etcd's database has reached its quota.
  case full
  /// The user may not use the keys.
  case denied(prefix: String)
  /// The user or the password is wrong, or a user is required.
  case unauthenticated(String)
  /// Another error of etcd, in its words.
  case refused(String)
  /// A reply doesn't come from etcd.
  case malformed(endpoint: String)
  /// The keys have a format of a later version.
  case incompatible(key: String)
  /// Other processes changed the content during each attempt, until the time limit. A commit is tried again only while content and log are
  /// still as it expects; otherwise it is a conflict.
  case contended
  /// More commits of others have followed than are on record, so nobody knows whether this commit was done.
  case outcomeForgotten
  /// The candidate that the instances agreed to has ended, so they have dropped what they had prepared.
  case voteEnded
}

extension EtcdError {
  /// The error for a caller of the storage. Its kind says whether a later attempt can succeed, and its reason is one or two sentences for a
  /// person.
  var remote: RemoteStorageError {
    switch self {
    case .unreachable(let attempts):
      RemoteStorageError(
        .unreachable,
        "no member of etcd replies (\(attempts.text)); check that most members run, and try again.")
    case .unanswered(let attempts):
      RemoteStorageError(
        .unknownOutcome,
        "no member of etcd confirmed the change (\(attempts.text)), so it may or may not have been stored; look at the "
          + "settings before you try again.")
    case .noLibrary(let reason):
      RemoteStorageError(.refused, "etcd can't be used, because \(reason); install libcurl 7.68 or later.")
    case .badFiles(let reason):
      RemoteStorageError(
        .denied,
        "the connection to etcd can't be secured (\(reason)); check the files that ETCDCTL_CACERT, ETCDCTL_CERT and ETCDCTL_KEY name."
      )
    case .tooLarge(let size, let limit):
      RemoteStorageError(
        .tooLarge,
        "the change needs \(size) bytes in etcd, which accepts \(limit) at once; nothing was changed. The document is stored "
          + "twice, once for the history: make it smaller, or apply without history.")
    case .rollbackTooLarge(let size, let limit):
      RemoteStorageError(
        .tooLarge,
        "taking the change back would need up to \(size) bytes in etcd, which accepts \(limit) at once, so it can't wait for a "
          + "confirmation; nothing was changed. Apply it without a time to confirm.")
    case .refusedAsTooLarge(let size):
      RemoteStorageError(
        .tooLarge,
        "etcd refuses the change because it needs \(size) bytes; nothing was changed. Make the document smaller, or raise "
          + "--max-request-bytes of etcd.")
    case .tooManyRecords(let count, let limit):
      RemoteStorageError(
        .tooLarge, "the change has \(count) records, but etcd accepts \(limit) at once; nothing was changed.")
    case .full:
      RemoteStorageError(
        .full,
        "etcd's database has reached its quota; nothing was changed. Compact and defragment it, then disarm the alarm with "
          + "etcdctl.")
    case .denied(let prefix):
      RemoteStorageError(
        .denied,
        "the user isn't allowed to use the keys under \(prefix); ask for a role with that permission.")
    case .unauthenticated(let reason):
      RemoteStorageError(
        .denied, "etcd doesn't accept the user (\(reason)); check ETCDCTL_USER and ETCDCTL_PASSWORD.")
    case .refused(let reason):
      RemoteStorageError(.refused, "etcd refuses the request (\(reason)).")
    case .malformed(let endpoint):
      RemoteStorageError(.refused, "\(endpoint) doesn't reply as etcd does; check the address.")
    case .incompatible(let key):
      RemoteStorageError(
        .incompatible,
        "the key \(key) was written by a later version of this library, or by another program; update it.")
    case .contended:
      RemoteStorageError(.busy, "other processes keep changing the settings; try again.")
    case .outcomeForgotten:
      RemoteStorageError(
        .unknownOutcome,
        "the change may or may not have been stored, because many others followed before etcd replied; look at the settings "
          + "before you try again.")
    case .voteEnded:
      RemoteStorageError(
        .busy,
        "the connection to etcd was lost after the instances had agreed to the change, so nothing was changed; try again."
      )
    }
  }
}

extension [EtcdError.Attempt] {
  /// The attempts as part of a sentence.
  fileprivate var text: String { map { "\($0.endpoint): \($0.reason)" }.joined(separator: "; ") }
}

/// The meaning of an error reply of etcd. Errors are distinguished by their text, because several errors share one code.
///
/// The texts are those of etcd's `rpctypes` package, which its own clients compare, too. A text that isn't known is passed on as it is.
enum EtcdRefusal: Hashable, Sendable {
  /// A transient state of the cluster: ask again, or another member.
  case again(String)
  /// The token has expired, or this member doesn't know it: sign in again.
  case staleToken
  case tooLarge
  case full
  case denied
  case unauthenticated(String)
  case other(String)

  /// Interprets an error reply; returns `nil` if it doesn't come from etcd, such as the page of a proxy.
  ///
  /// `{"code":14,"message":"etcdserver: no leader"}` → `again("no leader")`. A member that restarts or loses its leader answers this way,
  /// and another member, or the same one a moment later, can do the request.
  init?(_ reply: HTTPReply) {
    guard let object = JSONObject(parsing: reply.body), let code = object.etcdInteger("code"),
      case .string(let message)? = object["message"] ?? object["error"]
    else { return nil }
    let text = message.hasPrefix("etcdserver: ") ? String(message.dropFirst(12)) : message
    self =
      if text == "invalid auth token" || text == "revision of auth store is old"
        || code == Code.unauthenticated
      {
        .staleToken
      } else if text == "request is too large" || text.contains("larger than max") {
        .tooLarge
      } else if text == "mvcc: database space exceeded" {
        .full
      } else if code == Code.denied {
        .denied
      } else if text.hasPrefix("authentication failed") || text.hasPrefix("user name")
        || text == "authentication is not enabled"
      {
        .unauthenticated(text)
      } else if code == Code.unavailable || code == Code.timeOut || text == "too many requests"
        || code == Code.unknown || code == Code.canceled
      {
        .again(text)
      } else {
        .other(text)
      }
  }

  /// The codes of gRPC, which the gateway passes on (https://grpc.io/docs/guides/status-codes/).
  private enum Code {
    static let canceled: Int64 = 1
    static let unknown: Int64 = 2
    static let timeOut: Int64 = 4
    static let denied: Int64 = 7
    static let unavailable: Int64 = 14
    static let unauthenticated: Int64 = 16
  }
}
