import Settings
import SettingsJSON

/// The options of a connection to etcd: the user, certificates and time limits.
///
/// Without options, the connection has no user, and trusts the authorities of the system. With the environment of etcd's own client, one
/// configuration serves both:
///
/// ```swift
/// var options = EtcdOptions(variables: ProcessInfo.processInfo.environment)
/// options.requestTimeout = .seconds(1)
/// let storage = EtcdStorage(try EtcdAddress("etcd+https://10.0.0.1/settings/trend"), options: options)
/// ```
///
/// | time | default | what it limits |
/// |---|---|---|
/// | ``requestTimeout`` | 3 s | one request to one member |
/// | ``timeout`` | 10 s | an operation, with all its requests to all members |
/// | ``checkInterval`` | 10 s | how long a watch can miss a change without noticing |
///
/// The options are a `Sendable` value; a storage copies them.
public struct EtcdOptions: Sendable {
  /// The user's name; `nil` for a cluster without users. The storage signs in with it and ``password``.
  ///
  /// etcd's gateway doesn't take the user from a certificate, so a cluster with users needs both.
  public var user: String?
  /// The user's password.
  public var password: String?
  /// The path of the certificates of the authorities that may have signed the members' certificates, in PEM; `nil` for the authorities that
  /// the system trusts.
  public var authorities: String?
  /// The path of the client's certificate, in PEM; `nil` for none. It needs ``key``.
  public var certificate: String?
  /// The path of the private key of the client's certificate, in PEM.
  public var key: String?
  /// The time limit of one request, 3 s by default. If a member doesn't reply in time, another member is asked.
  ///
  /// A smaller limit finds a living member sooner, and gives up on a member that is only slow. It should be well above the time of an
  /// election, which is one second by default.
  public var requestTimeout: Duration = .seconds(3)
  /// The time limit of an operation with all its requests, 10 s by default. Calls of a storage block for at most that time, and for 2 s if
  /// all members refuse connections.
  ///
  /// After it, a read throws an error of the kind `unreachable`. So does a commit that can't have arrived; one that may have arrived throws
  /// `unknownOutcome`.
  public var timeout: Duration = .seconds(10)
  /// The maximum number of bytes in a request, 1.5 MiB by default, as etcd has it. Raise it together with `--max-request-bytes` of the
  /// members.
  public var maxRequestSize = 3 << 19
  /// How often a watch checks that it hasn't missed a change, because its member may be paused or separated from the others.
  ///
  /// Each check reads the keys without their values. While its member is paused, an app can use old settings for about this long.
  public var checkInterval: Duration = .seconds(10)

  /// Creates the default options: no user, the authorities of the system, and the time limits above.
  public init() {}

  /// Creates options from the environment variables of etcd's own client, so the same environment serves both.
  ///
  /// They are `ETCDCTL_USER` (a name, or `NAME:PASSWORD`), `ETCDCTL_PASSWORD`, `ETCDCTL_CACERT`, `ETCDCTL_CERT` and `ETCDCTL_KEY`. An empty
  /// variable counts as missing.
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
