import Foundation
import TestSupport
import Testing

/// `settings-tui` with a storage helper that is killed during a commit.
@Suite("A storage helper that is killed during a commit", .timeLimit(.minutes(2)))
struct HelperDeathTests {
  private let workspace: Workspace
  private var address: String { "mortal://\(workspace.folder)/data" }

  /// When the helper is killed.
  enum Moment: String, CaseIterable {
    case before = "if request[\"request\"] == \"commit\": die()"
    case after = "if request[\"request\"] == \"commit\": (store.answer(request), die())"
  }

  init() throws { workspace = try Workspace() }

  /// Puts the documentation's helper into `PATH`. It kills itself during its first commit.
  private func install(_ moment: Moment) throws {
    let blocks = try MarkdownPage("Documentation/StorageHelpers.md").blocks.filter { $0.language == "python" }
    let loop = "for line in sys.stdin:\n    request = json.loads(line)\n"
    let script = try #require(blocks.first).code
    try #require(script.contains(loop))
    let mortal = script.replacing(
      loop,
      with: """
        def die():
            if os.path.exists("\(workspace.folder)/died"): return
            open("\(workspace.folder)/died", "w").close()
            os.kill(os.getpid(), 9)

        \(loop)    \(moment.rawValue)

        """)
    try workspace.write(program: "settings-storage-mortal", mortal)
  }

  private func run(_ command: String, _ arguments: String...) throws -> Run {
    try Run(
      "/usr/bin/env",
      [
        "PATH=\(workspace.folder):/usr/bin:/bin", BuiltPrograms.settingsTUI, command, address, "--schema",
        "server.form.json",
      ] + arguments, in: workspace.folder)
  }

  @Test(
    "leaves an unknown outcome that is reported, and a commit that is never done twice",
    arguments: Moment.allCases)
  func unknown(moment: Moment) throws {
    try install(moment)
    let first = try run("set", "network.port=9001", "--yes", "--message", "first")
    #expect(first.status == 74)
    #expect(first.errors.contains("may or may not have been stored"), "\(first.errors)")
    // The person looks at the settings, and tries again.
    let isStored = try run("get", "network.port").output == "9001\n"
    #expect(isStored == (moment == .after))
    let second = try run("set", "network.port=9001", "--yes", "--message", "first")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try run("log").output.matches(of: /first/).count == 1)
  }
}
