import Foundation
import TestSupport

/// A proxy in front of a member of etcd, which loses requests or replies.
///
///     let proxy = try FaultProxy(to: cluster.endpoints[0], [.loseReply])
///     …                                      the first transaction is done, but its client doesn't hear of it
///
/// A client that gets no reply can't know whether its transaction was done: that is the case for which each commit has an ID. Only
/// transactions that change something count; reads pass.
final class FaultProxy: Sendable {
  /// What happens to a transaction that changes something.
  enum Action: String {
    case pass
    /// etcd never gets it.
    case loseRequest
    /// etcd does it, but the client doesn't hear of it.
    case loseReply
    /// etcd does it, but replies that its database has no space left, as it does if that was its last transaction.
    case reportNoSpace
    /// The same reply, but etcd never gets it.
    case refuseForSpace
    /// As ``loseRequest``, but the connection is closed only after ``proceed()``.
    case loseRequestLater
    /// As ``loseReply``, but the connection is closed only after ``proceed()``.
    case loseReplyLater
  }

  private let server: PythonServer
  private let gate: String

  var address: String { server.address }

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - actions: The actions of the first transactions.
  ///   - last: The action of all others.
  init(to endpoint: String, _ actions: [Action], then last: Action = .pass) throws {
    gate = NSTemporaryDirectory() + "settings-gate-\(UUID().uuidString)"
    server = try PythonServer(
      """
      upstream, gate, last, actions = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
      lock = threading.Lock()
      class Handler(Base):
          def do_POST(self):
              body = self.body()
              action = "pass"
              if self.path == "/v3/kv/txn" and b"request_put" in body:
                  with lock: action = actions.pop(0) if actions else last
              if not action.startswith("loseRequest") and action != "refuseForSpace":
                  request = urllib.request.Request("http://" + upstream + self.path, data=body)
                  try:
                      with urllib.request.urlopen(request) as reply: status, text = reply.status, reply.read()
                  except urllib.error.HTTPError as error: status, text = error.code, error.read()
              if action == "pass": return self.reply(text, status)
              if action.endswith("Space"):
                  text = "etcdserver: mvcc: database space exceeded"
                  return self.reply(json.dumps({"error": text, "message": text, "code": 8}).encode(), 429)
              open(gate + ".reached", "w").close()
              while action.endswith("Later") and not os.path.exists(gate): time.sleep(0.005)
              self.close_connection = True
              self.connection.shutdown(2)
      serve(Handler)
      """, [endpoint, gate, last.rawValue] + actions.map(\.rawValue))
  }

  deinit {
    for path in [gate, gate + ".reached"] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Waits until a transaction is lost.
  func waitForLoss() async throws {
    while !FileManager.default.fileExists(atPath: gate + ".reached") {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Closes the connections that wait.
  func proceed() {
    _ = FileManager.default.createFile(atPath: gate, contents: nil)
  }
}
