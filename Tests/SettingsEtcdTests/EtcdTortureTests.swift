import Foundation
import TestSupport
import Testing

/// The folder of the programs that take part; `nil` unless all are built.
private let programs: URL? =
  ["settings-tui", "settings-storage-etcd", "apply-loop"].allSatisfy { BuildFolder.item($0) != nil }
  ? BuildFolder.url : nil

/// Three members, and clients with a network each, that are killed, stopped and cut while they change, watch, mirror and read settings.
///
/// `SETTINGS_CLUSTER_SECONDS` sets the duration, `SETTINGS_SEED` the seed of what happens.
@Suite(
  "A cluster whose members, clients and network fail",
  .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"),
  .enabled(if: Python.isInstalled, "python3 isn't installed"),
  .enabled(if: programs != nil, "settings-tui, settings-storage-etcd or apply-loop isn't built"),
  .timeLimit(.minutes(20)))
struct EtcdTortureTests {
  @Test("keeps every promise by etcd's own history, whose judge finds every planted fault")
  func torture() async throws {
    let seconds = ProcessInfo.processInfo.environment["SETTINGS_CLUSTER_SECONDS"] ?? "4"
    let folder = try Workspace(content: nil)
    let output = folder.folder + "/output"
    let script = URL(filePath: #filePath).appending(path: "../../EtcdTorture/torture.py").standardized.path
    // It takes all processors, and other tests wait for events.
    let process = try KeptProcess([
      "/bin/sh", "-c", #"exec nice "$@" >"$0" 2>&1"#, output, "python3", script, try #require(programs).path,
      "--seconds", seconds, "--seed", "\(SeededRandom.testSeed)", "--self-test",
    ])
    await process.waitForEnd()
    let report = try String(contentsOfFile: output, encoding: .utf8)
    #expect(process.end() == 0, "\(report)")
  }
}
