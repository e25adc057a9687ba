import Settings
import SettingsJSON

/// The place of a settings document in etcd: the members of a cluster, and the prefix of the keys.
///
/// As text: `etcd://HOST:PORT/PREFIX`, with several members `etcd://HOST1:PORT,HOST2:PORT/PREFIX`, and `etcd+https://` for TLS. Users give
/// such an address to `settings-tui`, and an app can read one from its command line:
///
/// ```swift
/// let address = try EtcdAddress("etcd://10.0.0.1,10.0.0.2,10.0.0.3/settings/trend")
/// let storage = EtcdStorage(address)
/// print(address)  // etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/settings/trend
/// ```
///
/// The port is 2379 by default. The prefix is used as it is written, without decoding; a slash at its end is left out. An IPv6 address is
/// in brackets. Name all members, so the loss of one does no harm.
///
/// An address never contains a user or a password, because other users can see command lines and messages. Pass them in ``EtcdOptions``.
public struct EtcdAddress: Hashable, Sendable {
  /// One member of a cluster. Either all members of an address have TLS or none has: a mix could send a request in the clear by mistake.
  struct Endpoint: Hashable, Sendable {
    let authority: String
    let isSecure: Bool

    var url: String { (isSecure ? "https://" : "http://") + authority }
  }

  private static let plainScheme = "etcd://"
  private static let secureScheme = "etcd+https://"
  private static let defaultPort = 2379

  let endpoints: [Endpoint]
  /// The prefix of the keys, without a slash at its end.
  package let prefix: String

  /// Reads an address. It isn't asked whether there is an etcd.
  ///
  /// Throws ``EtcdAddressError`` if the text isn't an address, or if it contains a user or a password.
  public init(_ text: String) throws(EtcdAddressError) {
    // No other error may show a text with a password.
    guard text.hidingPassword == text else { throw .credentials }
    let isSecure = text.hasPrefix(Self.secureScheme)
    guard isSecure || text.hasPrefix(Self.plainScheme) else { throw .scheme(text) }
    let rest = text.dropFirst((isSecure ? Self.secureScheme : Self.plainScheme).count)
    guard let slash = rest.firstIndex(of: "/") else { throw .noPrefix }
    let authorities = rest[..<slash].split(separator: ",", omittingEmptySubsequences: false)
    try self.init(
      authorities.map(String.init), isSecure: isSecure, prefix: String(rest[slash...].dropFirst()))
  }

  /// Reads an address whose members may be missing, as in `etcd:///settings/trend`: then they are those of `ETCDCTL_ENDPOINTS`, separated by
  /// commas, as etcd's own client reads them.
  ///
  /// - Parameter variables: The environment variables.
  public init(_ text: String, variables: [String: String]) throws(EtcdAddressError) {
    guard let members = variables["ETCDCTL_ENDPOINTS"], !members.isEmpty,
      let scheme = [Self.plainScheme, Self.secureScheme].first(where: { text.hasPrefix($0 + "/") })
    else {
      try self.init(text)
      return
    }
    let isSecure = scheme == Self.secureScheme
    let endpoints = members.split(separator: ",").map { member in
      isSecure && !member.contains("://") ? "https://\(member)" : String(member)
    }
    guard endpoints.allSatisfy({ !isSecure || $0.hasPrefix("https://") }) else { throw .mixedSecurity }
    try self.init(endpoints: endpoints, prefix: String(text.dropFirst(scheme.count + 1)))
  }

  /// Creates an address of members, each of which is `HOST`, `HOST:PORT`, `http://HOST:PORT` or, all or none of them,
  /// `https://HOST:PORT`.
  package init(endpoints: [String], prefix: String) throws(EtcdAddressError) {
    let isSecure = endpoints.contains { $0.hasPrefix("https://") }
    var authorities: [String] = []
    for endpoint in endpoints {
      guard endpoint.hasPrefix("https://") == isSecure else { throw .mixedSecurity }
      let start = ["https://", "http://"].first { endpoint.hasPrefix($0) }
      authorities.append(String(endpoint.dropFirst(start?.count ?? 0)))
    }
    try self.init(authorities, isSecure: isSecure, prefix: prefix)
  }

  private init(_ authorities: [String], isSecure: Bool, prefix: String) throws(EtcdAddressError) {
    guard !authorities.isEmpty, authorities != [""] else { throw .noEndpoint }
    var endpoints: [Endpoint] = []
    for text in authorities {
      endpoints.append(Endpoint(authority: try Self.authority(of: text), isSecure: isSecure))
    }
    var prefix = prefix
    while prefix.hasSuffix("/") { prefix.removeLast() }
    guard !prefix.isEmpty else { throw .noPrefix }
    self.endpoints = endpoints
    self.prefix = prefix
  }

  /// Returns the host and port of a member, with the default port if there is none.
  ///
  /// `db1` → `db1:2379`, `db1:02379` → `db1:2379`, `[::1]` → `[::1]:2379`. `ann@db1` is an error that doesn't repeat the text; `db1:0`,
  /// `::1` and `db 1` are errors that name it.
  private static func authority(of text: String) throws(EtcdAddressError) -> String {
    // Don't show the text in the message, because it may contain a password.
    guard !text.contains("@") else { throw .credentials }
    let isBracketed = text.hasPrefix("[")
    let hostEnd =
      isBracketed ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
    let host = text[..<(hostEnd ?? text.endIndex)]
    let port = text[host.endIndex...]
    guard !host.isEmpty, host.utf8.allSatisfy(isHostCharacter), isBracketed || !host.contains("["),
      !isBracketed || host.hasSuffix("]")
    else { throw .endpoint(text) }
    if port.isEmpty { return "\(host):\(defaultPort)" }
    let digits = port.dropFirst()
    guard port.hasPrefix(":"), digits.utf8.allSatisfy(\.isASCIIDigit),
      let number = UInt16(digits), number > 0
    else { throw .endpoint(text) }
    return "\(host):\(number)"
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte)
  }
}

extension EtcdAddress: CustomStringConvertible {
  /// The address as text, with all ports.
  public var description: String { text(of: endpoints) }

  /// The address as text with its members sorted. Two storages with equal texts keep the same document, in whatever order the members were
  /// named.
  var identity: String { text(of: endpoints.sorted { $0.authority < $1.authority }) }

  private func text(of endpoints: [Endpoint]) -> String {
    let isSecure = endpoints.contains(where: \.isSecure)
    let members = endpoints.map(\.authority).joined(separator: ",")
    return (isSecure ? Self.secureScheme : Self.plainScheme) + members + "/" + prefix
  }
}

/// Why text isn't an address of settings in etcd.
///
/// The description is one sentence that says what to write:
///
/// ```swift
/// do throws(EtcdAddressError) {
///   print(try EtcdAddress("etcd://10.0.0.1"))
/// } catch {
///   print(error)  // The address names no prefix of keys; write etcd://HOST:PORT/PREFIX.
/// }
/// ```
///
/// A message about a user or a password doesn't repeat the address. Whether a member can be reached is known only when the storage is used,
/// and is a `SettingsStorageError` then.
public enum EtcdAddressError: Error, Hashable, Sendable {
  /// The text starts neither with `etcd://` nor with `etcd+https://`; the text.
  case scheme(String)
  /// The text names no member.
  case noEndpoint
  /// A member isn't `HOST` or `HOST:PORT`: the host is empty or has other characters, or the port isn't from 1 to 65535. The text of the
  /// member.
  case endpoint(String)
  /// It contains a user or a password. Use `ETCDCTL_USER` and `ETCDCTL_PASSWORD`, or ``EtcdOptions``.
  case credentials
  /// Some members have `https://` and others don't.
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
    case .noEndpoint:
      "The address names no member of etcd; write etcd://HOST:PORT/PREFIX, or name the members in ETCDCTL_ENDPOINTS."
    case .endpoint(let text): "\"\(text)\" is not the address of a member of etcd; write HOST:PORT."
    case .credentials:
      "The address contains a user or a password, which other users could read; use ETCDCTL_USER and ETCDCTL_PASSWORD."
    case .mixedSecurity: "Some members have TLS and others don't; write https:// for all of them or for none."
    case .noPrefix: "The address names no prefix of keys; write etcd://HOST:PORT/PREFIX."
    }
  }
}
