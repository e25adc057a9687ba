/// The options of a connection to etcd: the user, certificates and time limits.
public struct EtcdOptions: Sendable {
  /// The user's name; `nil` for a cluster without users.
  public var user: String?
  /// The user's password.
  public var password: String?
  /// The path of the certificates of the authorities that may have signed the members' certificates, in PEM; `nil` for those of the
  /// system.
  public var authorities: String?
  /// The path of the client's certificate, in PEM; `nil` for none.
  public var certificate: String?
  /// The path of the private key of the client's certificate, in PEM.
  public var key: String?
  /// The time limit of one request. If a member doesn't reply in time, another one is asked.
  public var requestTimeout: Duration = .seconds(3)
  /// The time limit of an operation with all its requests.
  public var timeout: Duration = .seconds(10)
  /// The maximum number of bytes in a request, as `--max-request-bytes` of etcd; 1.5 MiB by default.
  public var maxRequestSize = 3 << 19
  /// How often a watch checks that it hasn't missed a change, because its member may be paused or separated from the others.
  public var checkInterval: Duration = .seconds(10)

  /// Creates the default options: no user, and the certificates of the system.
  public init() {}

  /// Creates options from the environment variables of etcd's own client, so that the same environment serves both: `ETCDCTL_USER` (a
  /// name, or `NAME:PASSWORD`), `ETCDCTL_PASSWORD`, `ETCDCTL_CACERT`, `ETCDCTL_CERT` and `ETCDCTL_KEY`.
  public init(variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let user = value("ETCDCTL_USER") {
      let parts = user.split(separator: ":", maxSplits: 1).map(String.init)
      self.user = parts.first
      password = parts.count > 1 ? parts[1] : nil
    }
    password = value("ETCDCTL_PASSWORD") ?? password
    authorities = value("ETCDCTL_CACERT")
    certificate = value("ETCDCTL_CERT")
    key = value("ETCDCTL_KEY")
  }

  var files: TLSFiles { TLSFiles(authorities: authorities, certificate: certificate, key: key) }
}
