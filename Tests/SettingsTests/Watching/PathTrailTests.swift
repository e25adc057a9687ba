@testable import SettingsSystem
import Foundation
import Testing

@testable import Settings

/// What a path leads through, in trees that are only imagined.
@Suite("A path's trail")
struct PathTrailTests {
  /// The items of a tree by path; all others are missing.
  private enum Node {
    case folder, file, unreachable
    case link(String)
  }

  private static let status = FileStatus(kind: .other, mode: 0, owner: 0, group: 0)

  /// The places of a trail as lines: `folder name`, `folder =*` for all files, `=path` for a file's
  /// content.
  private func trail(
    of path: String, in tree: [String: Node]
  ) -> [String] {
    let trail = PathTrail(following: path) { place in
      guard case .name(let name, let folder) = place else { return .file(Self.status) }
      let path = String(decoding: folder.path(of: name), as: UTF8.self)
      return switch tree[path] {
      case .folder: .folder(FileIdentity(Self.status))
      case .file: .file(Self.status)
      case .unreachable: .unreachable(EACCES)
      case .link(let target): .link(FileIdentity(Self.status), target: Array(target.utf8))
      case nil: path.hasSuffix("..") ? .folder(FileIdentity(Self.status)) : .missing
      }
    }
    return trail.steps.map { step in
      switch step.place {
      case .name(let name, let folder):
        String(decoding: folder.bytes, as: UTF8.self) + " " + String(decoding: name, as: UTF8.self)
      case .files(let folder): String(decoding: folder.bytes, as: UTF8.self) + " =*"
      case .content(let name, let folder): "=" + String(decoding: folder.path(of: name), as: UTF8.self)
      }
    }
  }

  @Test(
    "has each folder from the root on, and the file", arguments: ["/a/b/f", "//a/./b//f", "/../a/b/../b/f/"])
  func absolute(path: String) {
    let trail = trail(of: path, in: ["/a": .folder, "/a/b": .folder, "/a/b/f": .file])
    #expect(trail.filter { $0 != "/a b" } == ["/ a", "/a/b f", "=/a/b/f"])
    #expect(trail.contains("/a b"))
  }

  @Test("of a folder has the files in it")
  func folder() {
    #expect(trail(of: "/a/b/", in: ["/a": .folder, "/a/b": .folder]) == ["/ a", "/a b", "/a/b =*"])
    #expect(
      trail(of: "l", in: ["l": .link("a/b"), "a": .folder, "a/b": .folder]) == [
        ". l", ". a", "a b", "a/b =*",
      ])
  }

  @Test("of a relative path begins in the current folder")
  func relative() {
    #expect(trail(of: "f", in: ["f": .file]) == [". f", "=f"])
    #expect(trail(of: "a/f", in: ["a": .folder, "a/f": .file]) == [". a", "a f", "=a/f"])
    #expect(trail(of: "../../f", in: ["../../f": .file]) == [". ..", ".. ..", "../.. f", "=../../f"])
    #expect(trail(of: "a/../f", in: ["a": .folder, "f": .file]) == [". a", ". f", "=f"])
  }

  @Test("ends at the first name that leads no further")
  func missing() {
    #expect(trail(of: "/a/b/f", in: [:]) == ["/ a"])
    #expect(trail(of: "/a/b/f", in: ["/a": .folder]) == ["/ a", "/a b"])
    #expect(trail(of: "/a/b/f", in: ["/a": .folder, "/a/b": .folder]) == ["/ a", "/a b", "/a/b f"])
    #expect(trail(of: "/a/b/f", in: ["/a": .file]) == ["/ a"])
    #expect(trail(of: "/a/b/f", in: ["/a": .unreachable]) == ["/ a"])
    #expect(trail(of: "/a/../f", in: ["/f": .file]) == ["/ a"])
    #expect(trail(of: "", in: [:]).isEmpty)
  }

  @Test("follows links of files and folders, of links, above and absolute")
  func links() {
    let tree: [String: Node] = [
      "/a": .link("b/../c"), "/b": .folder, "/c": .link("/d"), "/d": .folder, "/d/f": .link("../e/f"),
      "/e": .folder,
      "/e/f": .file,
    ]
    #expect(
      trail(of: "/a/f", in: tree) == ["/ a", "/ b", "/ c", "/ d", "/d f", "/ e", "/e f", "=/e/f"])
    #expect(trail(of: "a", in: ["a": .link("b"), "b": .file]) == [". a", ". b", "=b"])
    #expect(trail(of: "a", in: ["a": .link("/b"), "/b": .file]) == [". a", "/ b", "=/b"])
    #expect(trail(of: "a", in: ["a": .link("x/y")]) == [". a", ". x"])
  }

  @Test("follows the links of a Kubernetes volume")
  func kubernetes() {
    let tree: [String: Node] = [
      "/config": .folder, "/config/app.json": .link("..data/app.json"), "/config/..data": .link("..2026_1"),
      "/config/..2026_1": .folder, "/config/..2026_1/app.json": .file,
    ]
    #expect(
      trail(of: "/config/app.json", in: tree) == [
        "/ config", "/config app.json", "/config ..data", "/config ..2026_1", "/config/..2026_1 app.json",
        "=/config/..2026_1/app.json",
      ])
  }

  @Test("of links in a circle ends", arguments: ["a", "b", "b/a", "c/a"])
  func circle(target: String) {
    let trail = trail(
      of: "/a/f", in: ["/a": .link(target), "/b": .link("/a"), "/c": .folder, "/c/a": .link("/a")])
    #expect(trail.first == "/ a")
    #expect(trail.count < 200)
  }

  @Test("distinguishes names that are the same text in different bytes")
  func bytes() {
    let composed = FolderPath.root.appending(Array("\u{e9}".utf8))
    let decomposed = FolderPath.root.appending(Array("e\u{301}".utf8))
    #expect(composed != decomposed)
    #expect(composed.appending([0xff]).bytes == [0x2f, 0xc3, 0xa9, 0x2f, 0xff])
  }
}
