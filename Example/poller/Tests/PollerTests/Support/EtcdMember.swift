import Foundation
import PollerCore
import SettingsEtcd

/// A member of etcd on a loopback port, with its data in a temporary folder. It ends with the object, and with the test process.
final class EtcdMember: Sendable {
  static let isInstalled = ["/usr/bin/etcd", "/usr/local/bin/etcd"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let folder: String
  private let endpoint: String
  /// A shell that starts the member, and kills it when its standard input ends.
  private let keeper: ChildProcess
  /// The end of a pipe with a name that the shell reads. It is closed with this process, whatever ends it.
  private let input: FileHandle

  /// Starts the member.
  init() throws {
    folder = NSTemporaryDirectory() + "poller-etcd-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let pipe = folder + "/input"
    mkfifo(pipe, 0o600)
    let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let (port, peer) = (try Self.freePort(), try Self.freePort())
    endpoint = "127.0.0.1:\(port)"
    let (url, peerURL) = ("http://\(endpoint)", "http://127.0.0.1:\(peer)")
    keeper = try ChildProcess(
      "/bin/sh",
      [
        "-c", #""$@" >/dev/null 2>&1 </dev/null & read -r _; kill -9 $!"#, "sh", "etcd",
        "--data-dir", folder + "/data", "--listen-client-urls", url, "--advertise-client-urls", url,
        "--listen-peer-urls", peerURL, "--initial-advertise-peer-urls", peerURL, "--initial-cluster",
        "default=" + peerURL,
      ], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], input: pipe)
  }

  deinit {
    try? input.write(contentsOf: Data("end\n".utf8))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the address of settings that no other test uses.
  func newAddress() -> String { "etcd://\(endpoint)/tests/\(UUID().uuidString)" }

  private static func freePort() throws -> UInt16 {
    try HTTPServer(port: 0) { _ in HTTPServer.Response(200) }.port
  }
}
