#if os(Linux)
  import Foundation
  import Testing

  @testable import Settings

  /// The watch in real folders, step by step: the system has an event ready as soon as a call returns.
  @Suite("A watch of a path")
  struct PathWatchTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/a/b/f"
      try folder.make("a/b")
      try folder.write("1", to: "a/b/f")
    }

    /// Whether the steps are signaled, each of them.
    private func expectSignals(
      at path: String? = nil, _ steps: [() throws -> Void], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let watch = SteppedWatch(path ?? self.path)
      #expect(watch.isComplete, sourceLocation: sourceLocation)
      for (number, step) in steps.enumerated() {
        try step()
        #expect(watch.handleAll(), "step \(number)", sourceLocation: sourceLocation)
        #expect(!watch.handleAll(), sourceLocation: sourceLocation)
      }
    }

    @Test("signals a file that is replaced, removed, created and written in place")
    func file() throws {
      try expectSignals([
        {
          try folder.write("2", to: "a/b/g"); try folder.move("a/b/g", over: "a/b/f")
        },
        { try folder.remove("a/b/f") },
        { try folder.write("3", to: "a/b/f") },
        { try #require(truncate(path, 0) == 0) },
        { try folder.write("4", to: "a/b/f") },
        { try #require(chmod(path, 0o600) == 0) },
      ])
    }

    @Test("signals what is written before the file is closed")
    func open() throws {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try expectSignals([{ try file.write(contentsOf: Data("2".utf8)) }, { try file.close() }])
    }

    @Test("signals what is written by another hard link")
    func hardLink() throws {
      try folder.make("c")
      try #require(Foundation.link(path, folder.path + "/c/g") == 0)
      try expectSignals([{ try folder.write("2", to: "c/g") }])
    }

    @Test("signals a folder of the path that is replaced, removed and created, and changes in the new one")
    func folders() throws {
      try folder.make("new/b")
      try folder.write("2", to: "new/b/f")
      try folder.make("newer")
      try folder.write("3", to: "newer/f")
      try expectSignals([
        {
          try folder.move("a", over: "old"); try folder.move("new", over: "a")
        },
        { try folder.write("4", to: "a/b/f") },
        {
          try folder.remove("a/b"); try folder.move("newer", over: "a/b")
        },
        { try folder.write("5", to: "a/b/f") },
        { try folder.remove("a") },
        { try folder.make("a") },
        { try folder.make("a/b") },
        { try folder.write("6", to: "a/b/f") },
        { try folder.write("7", to: "a/b/f") },
        { try #require(chmod(folder.path + "/a/b", 0o500) == 0) },
        { try #require(chmod(folder.path + "/a/b", 0o700) == 0) },
      ])
    }

    @Test("signals a link with a new target, of a file and of a folder in the middle")
    func links() throws {
      try folder.make("c/b")
      try folder.write("2", to: "c/b/f")
      try folder.link("way", to: "a")
      try folder.link("file", to: "way/b/f")
      try expectSignals(
        at: folder.path + "/file",
        [
          {
            try folder.link("new", to: "c"); try folder.move("new", over: "way")
          },
          { try folder.write("3", to: "c/b/f") },
          { try folder.remove("way") },
          { try folder.link("way", to: folder.path + "/a") },
          { try folder.write("4", to: "a/b/f") },
          {
            try folder.link("new", to: "c/b/f"); try folder.move("new", over: "file")
          },
          { try folder.write("5", to: "c/b/f") },
          { try folder.remove("c") },
        ])
    }

    @Test("signals the swap of a Kubernetes volume, again and again")
    func kubernetes() throws {
      try folder.make("config/..2026_0")
      try folder.write("0", to: "config/..2026_0/app.json")
      try folder.link("config/..data", to: "..2026_0")
      try folder.link("config/app.json", to: "..data/app.json")
      let watch = SteppedWatch(folder.path + "/config/app.json")
      for number in 1...50 {
        try folder.make("config/..2026_\(number)")
        try folder.write("\(number)", to: "config/..2026_\(number)/app.json")
        try folder.link("config/..data_tmp", to: "..2026_\(number)")
        #expect(!watch.handleAll(), "Nothing has changed yet.")
        try folder.move("config/..data_tmp", over: "config/..data")
        #expect(watch.handleAll())
        try folder.remove("config/..2026_\(number - 1)")
        #expect(!watch.handleAll(), "The old folder is no longer of interest.")
      }
    }

    @Test("of a folder signals the names in it, and the content of its files")
    func files() throws {
      try expectSignals(
        at: folder.path + "/a/b",
        [
          { try folder.write("", to: "a/b/1") }, { try folder.write("x", to: "a/b/f") },
          { try folder.move("a/b/1", over: "a/b/2") }, { try folder.remove("a/b/2") },
          { try folder.move("a/b", over: "a/c") }, { try folder.make("a/b") },
          { try folder.write("y", to: "a/b/f") },
        ])
    }

    @Test("of several paths signals changes of each, also of a folder and a file in it")
    func several() throws {
      try folder.write("1", to: "g")
      let watch = SteppedWatch([path, folder.path + "/a/b", folder.path + "/g"])
      #expect(watch.isComplete)
      for (name, isOfInterest) in [
        ("a/b/f", true), ("a/b/other", true), ("g", true), ("a/other", false), ("h", false),
      ] {
        try folder.write("22", to: name)
        #expect(watch.handleAll() == isOfInterest, "\(name)")
      }
    }

    @Test("signals nothing of other names, reads and files that are written beside it")
    func others() throws {
      try folder.make("a/b/.f.history")
      try folder.write("", to: "a/b/.f.history/lock")
      let watch = SteppedWatch(path)
      for number in 0..<20 {
        try folder.write("x", to: "a/b/f\(number)")
        try folder.write("x", to: "a/b/g")
        try folder.move("a/b/g", over: "a/b/h")
        try folder.make("a/c\(number)")
        try folder.make("d\(number)")
        _ = try folder.text("a/b/f")
        try folder.write("x", to: "a/b/.f.history/lock")
      }
      #expect(!watch.handleAll())
    }

    @Test("signals changes behind a relative path, that of the current folder's place included")
    func relative() throws {
      let up = String(
        repeating: "../", count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
      try expectSignals(
        at: up + path.dropFirst(), [{ try folder.write("2", to: "a/b/f") }, { try folder.remove("a") }])
    }

    @Test("after lost events signals, and looks at everything again")
    func overflow() throws {
      let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
      try #require(count <= 1 << 17, "The queue is too long to be filled here.")
      let watch = SteppedWatch(path)
      let others = [folder.path + "/x", folder.path + "/y"]
      for other in others { mkdir(other, 0o700) }
      // The system combines equal events, if they follow each other.
      for number in 0...count { chmod(others[number & 1], 0o700) }
      try folder.make("new/b")
      try folder.move("a", over: "old")
      try folder.move("new", over: "a")
      #expect(watch.handleAll())
      try folder.write("2", to: "a/b/f")
      #expect(watch.handleAll())
    }

    @Test("keeps no watch of a folder that is no longer on the path")
    func leaks() throws {
      try folder.link("way", to: "a/b")
      let watch = SteppedWatch(folder.path + "/way/f")
      let count = try watch.watchCount
      for number in 0..<100 {
        try folder.make("c\(number)")
        try folder.write("x", to: "c\(number)/f")
        try folder.link("new", to: "c\(number)")
        try folder.move("new", over: "way")
        #expect(watch.handleAll())
      }
      #expect(try watch.watchCount == count - 1, "The way is one folder shorter.")
    }
  }
#endif
