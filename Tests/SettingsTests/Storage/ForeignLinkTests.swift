import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("The symbolic links of other users")
struct ForeignLinkTests {
  private let alice: UInt32 = 1_001
  private let bob: UInt32 = 1_002

  /// The links of a simulated system; everything else is a folder or a file of root.
  private func links(_ path: String, for user: UInt32, _ links: [String: (UInt32, String)]) -> [String] {
    ForeignLink.links(on: path, for: user) { place in
      links[place].map { .init(owner: $0.0, target: $0.1) } ?? .init(owner: 0, target: nil)
    }.map { "\($0.path) -> \($0.target) (\($0.owner))" }
  }

  @Test("are found in each folder of the path, and behind links of one's own")
  func found() {
    let system: [String: (UInt32, String)] = [
      "/home/alice/app.json": (alice, "../bob/link.json"), "/home/bob/link.json": (bob, "/etc/x/app.json"),
      "/etc/x": (bob, "shadow"), "/var": (0, "/run"),
    ]
    let all = [
      "/home/alice/app.json -> ../bob/link.json (1001)",
      "/home/alice/../bob/link.json -> /etc/x/app.json (1002)", "/etc/x -> shadow (1002)",
    ]
    var spelled = system
    spelled["/home/alice/../bob/link.json"] = system["/home/bob/link.json"]
    #expect(links("/home/alice/app.json", for: 0, spelled) == all)
    #expect(links("/home//alice/./app.json", for: 0, spelled) == all)
    #expect(links("/home/alice/app.json", for: alice, spelled) == Array(all.dropFirst()))
    #expect(links("/var/app.json", for: alice, spelled).isEmpty)
    #expect(links("/etc/x/app.json", for: bob, spelled).isEmpty)
  }

  @Test("are found on relative paths")
  func relative() {
    #expect(links("app.json", for: 0, ["app.json": (bob, "b/c.json")]) == ["app.json -> b/c.json (1002)"])
    #expect(
      links("d/app.json", for: 0, ["d": (bob, "e/f"), "e/f/app.json": (bob, "g")])
        == ["d -> e/f (1002)", "e/f/app.json -> g (1002)"])
  }

  @Test("end with a loop, with what is missing, and with an empty path")
  func ends() {
    #expect(links("a", for: 0, ["a": (bob, "b"), "b": (bob, "a")]).count == 40)
    #expect(ForeignLink.links(on: "/a/b", for: 0) { _ in nil }.isEmpty)
    #expect(links("", for: 0, [:]).isEmpty)
  }

  @Test(
    "are in the review and its JSON, which have no such key otherwise",
    .enabled(if: geteuid() == 0, "only root can make a link of another user"))
  func review() async throws {
    let (store, _) = try Fixture.store()
    #expect(store.draft().review().json.text().contains("foreignLinks") == false)
    let workspace = try Workspace()
    let path = workspace.folder + "/a.json"
    try #require(symlink("b.json", path) == 0)
    // A user without a name.
    try #require(lchown(path, 4_000_000_001, 4_000_000_001) == 0)
    let review = try SettingsStore<Fixture>(file: path).draft().review()
    #expect(
      review.foreignLinks.map(\.description) == ["\(path) is a symbolic link of user 4000000001 to b.json"])
    #expect(review.isApplicable)
    let link: JSONValue = [
      "path": .string(path), "target": "b.json", "owner": 4_000_000_001, "ownerName": .null,
    ]
    guard case .object(let json) = review.json else {
      Issue.record("The review is no object.")
      return
    }
    #expect(json["foreignLinks"] == [link])
  }
}
