import Foundation
import Synchronization

/// Members of etcd on loopback ports, with their data in a temporary folder. They end with the object, and with the test process.
///
///     let cluster = try EtcdCluster(members: 3)
///     let address = "etcd://\(cluster.endpoints[0])/\(EtcdCluster.newPrefix())"
///     cluster.kill(0)          a power failure
///     cluster.pause(1)         a member that doesn't reply, but keeps its connections
///     try cluster.start(0)     the same data again
///
/// Tests that only need a place use ``shared`` and a prefix of their own, since a member takes a while to start. Tests that need etcd are
/// skipped unless ``isInstalled``.
public final class EtcdCluster: Sendable {
  /// The members didn't start.
  public struct StartFailure: Error, CustomStringConvertible {
    /// The output of the member, or of etcd's client.
    public let description: String
  }

  /// Whether etcd and its client are installed.
  public static let isInstalled = tool("etcd") != nil && tool("etcdctl") != nil

  /// One member for all tests of the process that need only an empty prefix.
  public static let shared = Result { try EtcdCluster() }

  /// A member with its ports, which stay the same over restarts. `id` is `nil` while it is killed.
  private struct Member {
    let name: String
    let client: Int
    let peer: Int
    /// Starts the member, prints its ID, and kills it when the standard input ends.
    var keeper: KeptProcess?
    var id: pid_t?
  }

  private let folder: String
  private let options: [String]
  private let scheme: String
  private let members: Mutex<[Member]>

  /// Starts a cluster, and waits until it replies.
  ///
  /// - Parameters:
  ///   - count: The number of members.
  ///   - scheme: `http` or `https`.
  ///   - options: Further options of each member.
  public init(members count: Int = 1, scheme: String = "http", options: [String] = []) throws {
    folder = NSTemporaryDirectory() + "settings-etcd-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.options = options
    self.scheme = scheme
    members = Mutex(
      (0..<count).map { Member(name: "m\($0)", client: Self.freePort(), peer: Self.freePort()) })
    for member in 0..<count { try start(member) }
    if scheme == "http" { try waitUntilReady() }
  }

  deinit {
    members.withLock { members in
      for member in members {
        if let id = member.id { _ = signal(id, SIGKILL) }
        member.keeper?.end()
      }
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The client addresses of the members: `127.0.0.1:23791`.
  public var endpoints: [String] { members.withLock { $0.map { "127.0.0.1:\($0.client)" } } }

  /// Returns a prefix that no other test uses.
  public static func newPrefix() -> String { "tests/\(UUID().uuidString)" }

  /// The output of a member, for the report of a failure.
  public func log(of member: Int) -> String {
    (try? String(contentsOfFile: "\(folder)/m\(member).log", encoding: .utf8)) ?? ""
  }

  // MARK: - Members

  /// Starts a member, or starts it again on its data, and waits until it listens for clients. It may not reply yet: that needs most of the
  /// other members.
  ///
  /// A member ends at once if its port is taken, as by a connection of another process that was made while the member was down. So it is
  /// started again if it doesn't listen after 5 s, 10 s, and so on.
  public func start(_ number: Int) throws {
    let (member, peers) = members.withLock { members in
      (members[number], members.map { "\($0.name)=http://127.0.0.1:\($0.peer)" }.joined(separator: ","))
    }
    let url = "\(scheme)://127.0.0.1:\(member.client)"
    let peer = "http://127.0.0.1:\(member.peer)"
    let arguments =
      [
        "--name", member.name, "--data-dir", "\(folder)/\(member.name)", "--listen-client-urls", url,
        "--advertise-client-urls", url, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
        "--initial-cluster", peers, "--heartbeat-interval", "50", "--election-timeout", "500", "--logger",
        "zap",
      ] + options
    for seconds in [5, 10, 20, 40] {
      // The keeper ends after the member, so that the member's ports and data are free again then.
      let keeper = try KeptProcess(
        [
          "/bin/sh", "-c",
          #"log=$1; shift; "$@" >>"$log" 2>&1 </dev/null & echo $!; read -r _; kill -9 $! 2>/dev/null; wait"#,
          "sh", "\(folder)/\(member.name).log", "etcd",
        ] + arguments)
      let id = pid_t(keeper.readLine())
      let deadline = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < deadline {
        if Self.isListening(member.client) {
          return members.withLock {
            $0[number].keeper = keeper
            $0[number].id = id
          }
        }
        usleep(10_000)
      }
      keeper.end()
    }
    throw StartFailure(description: "\(member.name) doesn't listen: \(log(of: number))")
  }

  /// Ends a member at once, as a power failure would.
  public func kill(_ number: Int) {
    let member = members.withLock { members in
      defer {
        members[number].id = nil
        members[number].keeper = nil
      }
      return members[number]
    }
    guard let id = member.id else { return }
    _ = signal(id, SIGKILL)
    member.keeper?.end()
  }

  /// Stops a member without closing its connections.
  public func pause(_ number: Int) {
    if let id = members.withLock({ $0[number].id }) { _ = signal(id, SIGSTOP) }
  }

  /// Continues a paused member.
  public func resume(_ number: Int) {
    if let id = members.withLock({ $0[number].id }) { _ = signal(id, SIGCONT) }
  }

  private func signal(_ id: pid_t, _ number: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(id, number)
    #else
      Darwin.kill(id, number)
    #endif
  }

  // MARK: - etcdctl

  /// Runs etcd's own client; returns its output without the last line feed.
  @discardableResult
  public func etcdctl(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["ETCDCTL_API=3", "etcdctl", "--endpoints", endpoints.joined(separator: ",")] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let message = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw StartFailure(description: String(decoding: message, as: UTF8.self))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func waitUntilReady() throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while (try? etcdctl(["put", "ready", "1"])) == nil {
      guard ContinuousClock.now < deadline else { throw StartFailure(description: log(of: 0)) }
    }
  }

  private static func tool(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns a port that no process listens on, below the ports that the system gives to outgoing connections.
  public static func freePort() -> Int {
    while true {
      let port = Int.random(in: 18_000..<32_000)
      if callOnPort(port, bind) == 0 { return port }
    }
  }

  private static func isListening(_ port: Int) -> Bool { callOnPort(port, connect) == 0 }

  /// Calls a function for a new socket with a port of this machine.
  private static func callOnPort(
    _ port: Int, _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    #if os(Linux)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
