import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite("The stream of a file's changes", .timeLimit(.minutes(5)))
struct FileChangesTests {
  @Test(
    "leads a reader to the current content, whatever another program does at the same time", arguments: 0..<4)
  func random(round: Int) async throws {
    let seed = SeededRandom.testSeed
    let tree = try RandomTree(seed: seed)
    let signals = fileChanges(at: [tree.path])
    let path = tree.path
    let writer = Task.detached {
      var tree = tree
      for _ in 0..<1_000 { tree.change() }
      tree.makeWhole()
      return tree.content
    }
    let reads = AsyncStream<String?> { continuation in
      let reader = Task.detached {
        for await _ in signals { continuation.yield(try? String(contentsOfFile: path, encoding: .utf8)) }
      }
      continuation.onTermination = { _ in reader.cancel() }
    }
    let last = try #require(await writer.value)
    #expect(await reads.contains(last), "SETTINGS_SEED=\(seed)")
  }

  @Test("polls where the system can't watch")
  func polling() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "f")
    let calls = WatchCalls(open: { nil })
    var signals = fileChanges(at: [folder.path + "/f"], calls: calls, pollingInterval: .milliseconds(1))
      .makeAsyncIterator()
    for text in ["22", "333", "4444"] {
      try folder.write(text, to: "f")
      var read: String?
      while read != text {
        try #require(await signals.next() != nil)
        read = try folder.text("f")
      }
    }
  }

  @Test("of a folder has changes of the files in it, watched or polled", arguments: [true, false])
  func folder(isWatched: Bool) async throws {
    let folder = try TemporaryFolder()
    let calls = isWatched ? WatchCalls() : WatchCalls(open: { nil })
    let path = folder.path + "/conf.d"
    var signals = fileChanges(at: [path], calls: calls, pollingInterval: .milliseconds(1)).makeAsyncIterator()
    func text() -> String {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().map {
        "\($0)=\((try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) ?? "")"
      }
      .joined(separator: " ")
    }
    let files = FileManager.default
    let steps: [(String, () throws -> Void)] = [
      (
        "a=1",
        {
          try files.createDirectory(atPath: path, withIntermediateDirectories: true);
          try Data("1".utf8).write(to: URL(filePath: "\(path)/a"))
        }
      ),
      // In place, replaced, beside, removed.
      ("a=22", { try Data("22".utf8).write(to: URL(filePath: "\(path)/a")) }),
      ("a=333", { try Data("333".utf8).write(to: URL(filePath: "\(path)/a"), options: .atomic) }),
      ("a=333 b=4", { try Data("4".utf8).write(to: URL(filePath: "\(path)/b")) }),
      ("b=4", { try files.removeItem(atPath: "\(path)/a") }),
      ("", { try files.removeItem(atPath: path) }),
    ]
    for (expected, change) in steps {
      try change()
      while text() != expected { try #require(await signals.next() != nil) }
    }
  }

  @Test("of a folder notices that the link through which its files are mounted is exchanged")
  func mounted() async throws {
    // As a container engine mounts a set of files: a hidden link to the folder of the current version.
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for version in ["1", "2"] {
      try files.createDirectory(atPath: folder.path + "/..v\(version)", withIntermediateDirectories: true)
      try folder.write(version, to: "..v\(version)/a")
    }
    try files.createSymbolicLink(atPath: folder.path + "/..data", withDestinationPath: "..v1")
    try files.createSymbolicLink(atPath: folder.path + "/a", withDestinationPath: "..data/a")
    var signals = fileChanges(at: [folder.path]).makeAsyncIterator()
    try files.createSymbolicLink(atPath: folder.path + "/..next", withDestinationPath: "..v2")
    #expect(rename(folder.path + "/..next", folder.path + "/..data") == 0)
    while try folder.text("a") != "2" { try #require(await signals.next() != nil) }
  }

  #if os(Linux)
    @Test("ends its watches when the reader ends")
    func end() async throws {
      let folder = try TemporaryFolder()
      try folder.write("1", to: "f")
      let inode = try #require(
        FileManager.default.attributesOfItem(atPath: folder.path)[.systemFileNumber] as? UInt64)
      let signals = fileChanges(at: [folder.path + "/f"])
      #expect(isWatched(inode))
      let reader = Task { for await _ in signals {} }
      reader.cancel()
      await reader.value
      while isWatched(inode) { await Task.yield() }
    }

    /// Whether a descriptor of this process watches a folder.
    private func isWatched(_ inode: UInt64) -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
      return names.contains { name in
        let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
        return info?.contains("ino:\(String(inode, radix: 16)) ") == true
      }
    }
  #endif
}
