import Foundation
import Testing

/// Transactions on the real kernel, killed at their system calls, or with each call failing in turn.
@Suite struct KernelFaultTests {
  /// What is done, and how the file looks afterwards.
  enum Deed: String, CaseIterable {
    case set, confirmedSet, confirm, cancel, rollback

    /// The words for the command line.
    var words: [String] {
      switch self {
      case .set: ["set", "settings.json", "network.port=9002", "--yes"]
      case .confirmedSet: ["set", "settings.json", "network.port=9002", "--yes", "--confirm-within", "3600"]
      case .confirm: ["confirm", "settings.json"]
      case .cancel: ["cancel", "settings.json"]
      case .rollback: ["rollback", "settings.json", "--yes"]
      }
    }

    /// Whether something has to wait for its confirmation before.
    var needsPending: Bool { self == .confirm || self == .cancel }
    var portBefore: String { needsPending || self == .rollback ? "9001" : "9000" }
    var portAfter: String {
      switch self {
      case .set, .confirmedSet: "9002"
      case .confirm: "9001"
      case .cancel, .rollback: "9000"
      }
    }
  }

  enum Fault: String, CaseIterable { case kill = "signal=KILL", failure = "error=EIO" }

  private static let calls = [
    "write", "fsync", "flock", "fchmod", "mkdir,mkdirat", "unlink,unlinkat", "rename,renameat,renameat2",
  ]

  @Test(
    "Whatever happens at a system call, a transaction is done or not done, and the next one works",
    .enabled(if: KillTests.canTrace, "strace is missing or may not trace here"),
    arguments: Deed.allCases, Fault.allCases)
  func faults(deed: Deed, fault: Fault) throws {
    let strace = try #require(BuiltPrograms.tool("strace"))
    let port = { (port: String) in Workspace.content.replacing("9000", with: port) }
    var faults = 0
    for call in Self.calls {
      var when = 1
      while true {
        let workspace = try Workspace()
        if deed.needsPending {
          _ = try workspace.run(
            "set", "settings.json", "network.port=9001", "--yes", "--confirm-within", "3600")
        } else if deed == .rollback {
          _ = try workspace.run("set", "settings.json", "network.port=9001", "--yes")
        }
        let trace = workspace.folder + "/trace"
        let traced = try Run(
          strace,
          [
            // Who is left behind to wait for a confirmation is nobody to wait for.
            "-qq", "-f", "-b", "execve", "-o", trace, "-e", "trace=\(call)", "-e",
            "inject=\(call):\(fault.rawValue):when=\(when)", BuiltPrograms.settingsTUI,
          ] + deed.words, in: workspace.folder)
        let record = try String(contentsOfFile: trace, encoding: .utf8)
        let isHit = traced.signal == 9 || record.contains("(INJECTED)")
        let comment: Comment = "\(deed) \(call) \(when) \(fault): \(traced.status) \(traced.errors)"
        let content = workspace.content
        let isDone = content == port(deed.portAfter)
        #expect(isDone || content == port(deed.portBefore), comment)
        if traced.signal == nil, traced.status == 0 { #expect(isDone, comment) }

        // What waits for a confirmation is what the content says.
        let cancelled = try workspace.run("cancel", "settings.json")
        switch deed {
        case .confirmedSet: #expect((cancelled.status == 0) == isDone, comment)
        case .cancel: #expect((cancelled.status == 0) == !isDone, comment)
        case .confirm: #expect(workspace.content == port(cancelled.status == 0 ? "9000" : "9001"), comment)
        case .set, .rollback: #expect(cancelled.status == 1, comment)
        }
        let next = try workspace.run("set", "settings.json", "network.port=9003", "--yes")
        #expect(next.status == 0 && workspace.content == port("9003"), "\(comment): \(next.errors)")

        guard isHit else {
          // So many calls are not made: the transaction went through.
          #expect(traced.status == 0 && isDone, comment)
          break
        }
        faults += 1
        when += 1
        try #require(when < 100)
      }
    }
    #expect(faults > 5)
    print("\(deed), \(fault): \(faults) faults")
  }
}
