import Foundation
import TestSupport
import Testing

/// Root changes a file on a path that another user can redirect.
@Suite(.enabled(if: geteuid() == 0, "only root can make a link of another user"))
struct ForeignLinkTests {
  private let workspace: Workspace
  private let note = "link.json is a symbolic link of user nobody to settings.json"

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder + "/link.json", withDestinationPath: "settings.json")
    let nobody = try #require(getpwnam("nobody")?.pointee.pw_uid)
    try #require(lchown(workspace.folder + "/link.json", nobody, 0) == 0)
  }

  @Test("The review reports a symbolic link of another user")
  func review() throws {
    let result = try workspace.run("set", "link.json", "verbose=true", "--dry-run")
    #expect(result.status == 0)
    #expect(result.errors.contains(note), "\(result.errors)")
    let json = try workspace.run("set", "link.json", "verbose=true", "--dry-run", "--json")
    #expect(json.output.contains(#""ownerName": "nobody""#))
    #expect(try workspace.run("set", "link.json", "verbose=true", "--yes").errors.contains(note))
  }

  @Test("A command that checks the changes gets the link in their review")
  func participant() throws {
    let result = try workspace.run(
      "set", "link.json", "verbose=true", "--yes", "--prepare", #"grep -q '"ownerName": *"nobody"'"#)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Links of root aren't reported")
  func none() throws {
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--dry-run").errors.isEmpty)
    try #require(lchown(workspace.folder + "/link.json", 0, 0) == 0)
    #expect(try workspace.run("set", "link.json", "verbose=true", "--dry-run").errors.isEmpty)
  }
}
