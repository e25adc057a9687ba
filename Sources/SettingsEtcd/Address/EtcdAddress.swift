import SettingsJSON

/// The place of a settings document in etcd: the members of a cluster, and the prefix of the keys.
///
/// As text: `etcd://HOST:PORT/PREFIX`, with several members `etcd://HOST1:PORT,HOST2:PORT/PREFIX`, and `etcd+https://` for TLS. The port
/// is 2379 by default. The prefix is used as it is written, without decoding.
///
/// ```swift
/// let address = try EtcdAddress("etcd://10.0.0.1,10.0.0.2,10.0.0.3/settings/trend")
/// let storage = EtcdStorage(address)
/// ```
public struct EtcdAddress: Hashable, Sendable {
  /// One member of a cluster.
  struct Endpoint: Hashable, Sendable {
    /// The host and the port: `10.0.0.1:2379`.
    let authority: String
    let isSecure: Bool

    /// The beginning of the addresses of its requests.
    var url: String { (isSecure ? "https://" : "http://") + authority }
  }

  private static let plainScheme = "etcd://"
  private static let secureScheme = "etcd+https://"
  private static let defaultPort = 2379

  let endpoints: [Endpoint]
  /// The prefix of the keys, without a slash at its end.
  package let prefix: String

  /// Reads an address. Throws `EtcdAddressError` if the text isn't an address, or if it contains a user or a password.
  public init(_ text: String) throws(EtcdAddressError) {
    let isSecure = text.hasPrefix(Self.secureScheme)
    guard isSecure || text.hasPrefix(Self.plainScheme) else { throw .scheme(text) }
    let rest = text.dropFirst((isSecure ? Self.secureScheme : Self.plainScheme).count)
    guard let slash = rest.firstIndex(of: "/") else { throw .noPrefix }
    let authorities = rest[..<slash].split(separator: ",", omittingEmptySubsequences: false)
    try self.init(authorities.map(String.init), isSecure: isSecure, String(rest[slash...].dropFirst()))
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
    try self.init(authorities, isSecure: isSecure, prefix)
  }

  private init(_ authorities: [String], isSecure: Bool, _ prefix: String) throws(EtcdAddressError) {
    guard !authorities.isEmpty else { throw .noEndpoint }
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

  /// The text of the address that is equal for all orders of its members.
  var identity: String { text(of: endpoints.sorted { $0.authority < $1.authority }) }

  private func text(of endpoints: [Endpoint]) -> String {
    let isSecure = endpoints.contains(where: \.isSecure)
    let members = endpoints.map(\.authority).joined(separator: ",")
    return (isSecure ? Self.secureScheme : Self.plainScheme) + members + "/" + prefix
  }
}
