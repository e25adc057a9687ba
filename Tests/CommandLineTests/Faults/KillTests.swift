import Testing

/// `kill -9` at any system call of an apply leaves the old content or the new.
@Suite struct KillTests {
  /// Whether strace is here and may trace.
  static let canTrace: Bool = {
    guard let strace = BuiltPrograms.tool("strace") else { return false }
    let run = try? Run(strace, ["-qq", "-o", "/dev/null", "-e", "inject=close:signal=KILL", "true"])
    return run?.signal == 9
  }()

  @Test(
    "Killed at any system call, an apply leaves the old file or the new, and the next one works",
    .enabled(if: canTrace, "strace is missing or may not trace here"),
    arguments: [
      "openat", "write", "fsync", "flock", "fchmod", "fchown", "rename,renameat,renameat2", "close",
    ])
  func killed(call: String) throws {
    let strace = try #require(BuiltPrograms.tool("strace"))
    let new = Workspace.content.replacing("9000", with: "9001")
    var kills = 0
    var when = 1
    while true {
      let workspace = try Workspace()
      let traced = try Run(
        strace,
        [
          "-qq", "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(when)",
        ]
          + [BuiltPrograms.settingsTUI, "set", "settings.json", "network.port=9001", "--yes"],
        in: workspace.folder)
      let content = workspace.content
      #expect(content == Workspace.content || content == new, "\(call) \(when): \(content ?? "no file")")
      guard traced.signal == 9 else {
        // So many calls are not made: the apply went through.
        #expect(traced.status == 0 && content == new, "\(traced.errors)")
        break
      }
      kills += 1
      when += 1
      let next = try workspace.run("set", "settings.json", "network.port=9002", "--yes")
      #expect(next.status == 0, "\(call) \(when): \(next.errors)")
      #expect(workspace.content == Workspace.content.replacing("9000", with: "9002"))
      try #require(when < 200)
    }
    if ["openat", "write", "fsync"].contains(call) { #expect(kills > 0) }
  }
}
