/// Why text isn't an address of settings in etcd.
public enum EtcdAddressError: Error, Hashable, Sendable {
  /// The text starts neither with `etcd://` nor with `etcd+https://`.
  case scheme(String)
  /// The text names no member.
  case noEndpoint
  /// A member isn't `HOST` or `HOST:PORT`.
  case endpoint(String)
  /// It contains a user or a password.
  case credentials
  /// Some members have TLS and others don't.
  case mixedSecurity
  /// It has no prefix of keys.
  case noPrefix
}

extension EtcdAddressError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .scheme(let text):
      "\(text) is not an address of etcd; write etcd://HOST:PORT/PREFIX or etcd+https://HOST:PORT/PREFIX."
    case .noEndpoint: "The address names no member of etcd; write etcd://HOST:PORT/PREFIX."
    case .endpoint(let text): "\"\(text)\" is not the address of a member of etcd; write HOST:PORT."
    case .credentials:
      "The address contains a user or a password, which other users could read; use ETCDCTL_USER and ETCDCTL_PASSWORD."
    case .mixedSecurity: "Some members have TLS and others don't; write https:// for all of them or for none."
    case .noPrefix: "The address names no prefix of keys; write etcd://HOST:PORT/PREFIX."
    }
  }
}
