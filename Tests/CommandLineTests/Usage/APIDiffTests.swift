import Foundation
import TestSupport
import Testing

/// `Scripts/api-diff`, with a digester that reports given breaks, and nothing to build.
@Suite struct APIDiffTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(content: nil)
    try FileManager.default.createDirectory(
      atPath: workspace.folder + "/Scripts", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: MarkdownPage.package.appending(path: "Scripts/api-diff"),
      to: URL(filePath: workspace.folder + "/Scripts/api-diff"))
    #expect(try git("init", "--quiet").status == 0)
  }

  private func git(_ words: String...) throws -> Run {
    let person = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    return try Run("/usr/bin/env", ["git", "-C", workspace.folder] + person + words)
  }

  /// Compares with a tag, if there is one. The digester prints a text.
  private func compare(_ output: String, changes: String, status: Int = 0, isTagged: Bool = true) throws
    -> Run
  {
    try Data(changes.utf8).write(to: URL(filePath: workspace.folder + "/CHANGELOG.md"))
    for (name, script) in [
      ("swift", "echo /nowhere"), ("swiftc", "echo '\"unversionedTriple\": \"x86_64-unknown-linux-gnu\"'"),
      ("swift-api-digester", "case $1 in -diagnose-sdk) cat <<'END'\n\(output)\nEND\nexit \(status) ;; esac"),
    ] {
      try workspace.write(program: "bin/" + name, "#!/bin/sh\n\(script)")
    }
    if isTagged {
      #expect(try git("add", ".").status == 0)
      #expect(try git("commit", "--quiet", "--allow-empty", "--message", "x").status == 0)
      #expect(try git("tag", "--force", "1.0.0").status == 0)
    }
    return try Run(
      "/bin/sh", ["-c", "PATH=$0/bin:$PATH exec $0/Scripts/api-diff", workspace.folder], in: workspace.folder)
  }

  @Test("Without a tag, it says that it is skipped")
  func noTag() throws {
    let run = try compare("", changes: "", isTagged: false)
    #expect(run.status == 0 && run.output.contains("skipped, because there is no tag"), "\(run.errors)")
  }

  @Test(
    "A break that the changes since the tag name passes, any other one fails",
    arguments: [
      ("func SettingsStore.update(_:) has been removed", "`update` is gone.", true),
      ("func SettingsStore.update(_:) has been removed", "`updates` is new.", false),
      ("var name has been removed", "`removed` and `has`", false),
      ("constructor Layer.init(file:) has been removed", "`Layer` can't be created.", true),
      ("enum case Kind.other has been added as a new enum case", "`Kind` has `other`.", true),
      ("struct Plan is now without @frozen", "", false),
    ])
  func breaks(line: String, news: String, passes: Bool) throws {
    let changes = "# Changes\n\n## Unreleased\n\n\(news)\n\n## 1.0.0\n\nupdate name Plan Layer other\n"
    let run = try compare(
      "1 breaking change detected in Settings:\n  💔 API breakage: \(line)", changes: changes)
    #expect((run.status == 0) == passes, "\(run.output)\(run.errors)")
    if !passes { #expect(run.errors.contains("doesn't name this break: \(line)"), "\(run.errors)") }
  }

  @Test("An API without breaks passes, and one that can't be compared fails")
  func others() throws {
    #expect(try compare("/* Removed Decls */", changes: "").status == 0)
    let run = try compare("error: no such module", changes: "", status: 1)
    #expect(run.status == 1 && run.errors.contains("can't be compared with 1.0.0"), "\(run.errors)")
  }
}
