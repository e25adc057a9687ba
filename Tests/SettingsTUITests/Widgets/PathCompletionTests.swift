import SettingsSystem
import Testing

@testable import SettingsTUI

@Suite("The completion of paths")
struct PathCompletionTests {
  private func complete(
    _ typed: String, _ names: [String], folders: Set<String> = [], isCut: Bool = false
  ) -> PathCompletion {
    PathCompletion(
      PathBeginning(typed), listing: FolderListing(names: names.sorted(), folders: folders, isCut: isCut))
  }

  @Test(
    "The folder is what comes before the last slash",
    arguments: [
      ("", "", ""), ("a", "", "a"), ("a/", "a/", ""), ("/", "/", ""), ("/etc/pa", "/etc/", "pa"),
      ("../x/y", "../x/", "y"), ("~/a", "~/", "a"),
    ])
  func beginning(typed: String, folder: String, name: String) {
    let beginning = PathBeginning(typed)
    #expect(beginning.folder == folder && beginning.name == name)
    #expect(beginning.folderPath.isEmpty == false)
  }

  @Test("The only name is completed; a slash follows that of a folder")
  func only() {
    #expect(complete("pre", ["preset.json", "other"]).addition == "set.json")
    #expect(complete("pre", ["presets", "other"], folders: ["presets"]).addition == "sets/")
    #expect(complete("presets", ["presets"], folders: ["presets"]).addition == "/")
    #expect(complete("a/pre", ["preset.json"]).candidates.isEmpty)
  }

  @Test("Of several names, the beginning that all share is added, and all can be chosen from")
  func several() {
    let names = ["preset-a.json", "preset-b.json", "presets", "other"]
    let first = complete("p", names, folders: ["presets"])
    #expect(first.addition == "reset")
    let second = complete("preset", names, folders: ["presets"])
    #expect(second.addition.isEmpty)
    #expect(second.candidates == ["preset-a.json", "preset-b.json", "presets/"])
    #expect(complete("x", names).isEmpty)
  }

  @Test("Hidden names need the typed dot")
  func hidden() {
    let names = [".config", ".cache", "visible"]
    #expect(complete("", names).addition == "visible")
    #expect(complete(".", names).addition == "c")
    #expect(complete("..", names).addition == "/")
    #expect(complete("a/..", []).addition == "/")
    #expect(complete("~", []).addition == "/")
  }

  @Test("Letters of several bytes stay whole, and no letter is exchanged for a similar one")
  func unicode() {
    #expect(complete("", ["grün", "grüß"]).addition == "grü")
    #expect(complete("grü", ["grün", "gru\u{308}n"]).addition == "n")
    #expect(complete("日", ["日本", "日中"]).candidates == ["日中", "日本"])
  }

  @Test("A folder of which only a part was read completes nothing, but shows names")
  func cut() {
    let completion = complete("a", ["alpha"], isCut: true)
    #expect(completion.addition.isEmpty && completion.candidates == ["alpha"] && completion.isCut)
  }

  @Test("The names to choose from are limited, and the rest is counted")
  func many() {
    let completion = complete("", (0..<100_000).map { "file\($0)" })
    #expect(completion.addition == "file")
    let next = complete("file", (0..<100_000).map { "file\($0)" })
    #expect(next.candidates.count == PathCompletion.mostCandidates)
    #expect(next.furtherCount == 100_000 - PathCompletion.mostCandidates)
  }
}
