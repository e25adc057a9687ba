import Foundation
import TestSupport
import Testing

/// `settings-storage-check`, with helpers that meet the requirements and with one that doesn't.
@Suite("The check of a storage helper", .timeLimit(.minutes(5)))
struct StorageCheckTests {
  private let workspace: Workspace
  private let check = (BuiltPrograms.folder ?? "/nowhere") + "/settings-storage-check"

  init() throws {
    workspace = try Workspace(content: nil)
  }

  /// The helper in Python that the documentation shows.
  private func exampleScript() throws -> String {
    let page = try MarkdownPage("Documentation/StorageHelpers.md")
    let blocks = page.blocks.filter { $0.language == "python" }
    try #require(blocks.count == 1)
    return blocks[0].code
  }

  private func checkHelper(_ script: String) throws -> Run {
    let path = workspace.folder + "/helper.py"
    try script.write(toFile: path, atomically: false, encoding: .utf8)
    return try Run(check, ["python3", path, "file://\(workspace.folder)/data"], in: workspace.folder)
  }

  @Test("and the helper for etcd describe themselves", arguments: ["check", "etcd"])
  func help(name: String) throws {
    let folder = try #require(BuiltPrograms.folder)
    let result = try Run("\(folder)/settings-storage-\(name)", ["--help"], in: workspace.folder)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: settings-storage-\(name) ") && result.errors.isEmpty)
  }

  @Test("accepts the documentation's example, which has few lines")
  func example() throws {
    let script = try exampleScript()
    #expect(script.split(separator: "\n").count <= 60)
    let result = try checkHelper(script)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("All "))
  }

  @Test("reports exactly what a helper without a comparison does wrong")
  func broken() throws {
    let script = try exampleScript()
    let comparison = "stored[\"revision\"] != request[\"expecting\"] or "
    try #require(script.contains(comparison))
    let result = try checkHelper(script.replacing(comparison, with: ""))
    #expect(result.status == 1)
    let failed = result.output.split(separator: "\n").filter { $0.contains("FAILED") }
    #expect(failed.count == 1)
    #expect(
      failed.first?.hasPrefix(
        "A storage shows a commit to other connections at once: FAILED: A commit on top of what the first connection stored "
          + "should return") == true)
    #expect(
      result.output.hasSuffix(
        "1 of \(result.output.split(separator: "\n").count - 1) requirements are not met.\n"))
  }

  @Test("reports a helper that ends at once, and one that doesn't exist")
  func missing() throws {
    let ending = try Run(check, ["false", "x://y"], in: workspace.folder)
    #expect(ending.status == 1)
    #expect(ending.output.contains("it ends at once"))
    let missing = try Run(check, ["./nowhere", "x://y"], in: workspace.folder)
    #expect(missing.status == 1)
    #expect(missing.output.contains("can't be started"))
    #expect(try Run(check, ["x"]).status == 64)
  }

  @Test(
    "accepts the helper for etcd", .enabled(if: EtcdCluster.isInstalled, "etcd or etcdctl isn't installed"))
  func etcd() throws {
    let cluster = try EtcdCluster.shared.get()
    let helper = (BuiltPrograms.folder ?? "/nowhere") + "/settings-storage-etcd"
    let result = try Run(check, [helper, "etcd://\(cluster.endpoints[0])/\(EtcdCluster.newPrefix())"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}
