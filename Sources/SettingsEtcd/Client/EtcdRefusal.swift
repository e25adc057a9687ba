import SettingsJSON

/// The meaning of an error reply of etcd. Errors are distinguished by their text, because several errors share one code.
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

  /// Interprets an error reply; returns `nil` if it doesn't come from etcd.
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

  /// The codes of gRPC, which the gateway passes on.
  private enum Code {
    static let canceled: Int64 = 1
    static let unknown: Int64 = 2
    static let timeOut: Int64 = 4
    static let denied: Int64 = 7
    static let unavailable: Int64 = 14
    static let unauthenticated: Int64 = 16
  }
}
