import Foundation
import Testing

/// Transactions on the real kernel, killed at each of their system calls, or with each call failing in turn.
@Suite(
  .enabled(if: FaultInjection.library != nil, "there is no compiler for the library that injects faults"))
struct KernelFaultTests {
  /// What is done, and how the file looks before and afterwards.
  enum Deed: String, CaseIterable, Sendable {
    case set, confirmedSet, confirm, cancel, rollback
    /// The file is made, or is removed again.
    case create, remove

    /// The words for the command line.
    var words: [String] {
      let words =
        switch self {
        case .set, .create: ["set", "settings.json", "network.port=9002", "--yes"]
        case .confirmedSet:
          ["set", "settings.json", "network.port=9002", "--yes", "--confirm-within", "3600"]
        case .confirm: ["confirm", "settings.json"]
        case .cancel, .remove: ["cancel", "settings.json"]
        case .rollback: ["rollback", "settings.json", "--yes"]
        }
      return words + ["--schema", "server.form.json"]
    }

    /// What is done before.
    var preparation: [String]? {
      let words = ["set", "settings.json", "network.port=9001", "--yes", "--schema", "server.form.json"]
      return switch self {
      case .set, .confirmedSet, .create: nil
      case .confirm, .cancel, .remove: words + ["--confirm-within", "3600"]
      case .rollback: words
      }
    }

    var isOnNewFile: Bool { self == .create || self == .remove }
    private static func content(_ port: String) -> String { Workspace.content.replacing("9000", with: port) }

    /// Which port each of the two contents has; `nil` if there is no file.
    var before: String? {
      switch self {
      case .set, .confirmedSet: "9000"
      case .confirm, .cancel, .rollback, .remove: "9001"
      case .create: nil
      }
    }
    var after: String? {
      switch self {
      case .set, .confirmedSet, .create: "9002"
      case .confirm: "9001"
      case .cancel, .rollback: "9000"
      case .remove: nil
      }
    }

    /// The content with a port.
    func content(port: String?) -> String? {
      guard let port else { return nil }
      guard isOnNewFile else { return Workspace.content.replacing("9000", with: port) }
      return "{\n  \"network\": {\n    \"port\": \(port)\n  }\n}\n"
    }
  }

  /// A workspace as it is before a deed; each fault gets a copy.
  private func template(for deed: Deed) throws -> Workspace {
    let workspace = try Workspace(content: deed.isOnNewFile ? nil : Workspace.content)
    if let words = deed.preparation {
      let run = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      try #require(run.status == 0, "\(run.errors)")
    }
    try #require(workspace.content == deed.content(port: deed.before))
    return workspace
  }

  @Test(
    "Whatever happens at a system call, a transaction is done or not done, and the next one works",
    arguments: Deed.allCases, FaultInjection.Fault.allCases)
  func faults(deed: Deed, fault: FaultInjection.Fault) throws {
    try sweep(deed, .usual, fault)
  }

  @Test(
    "The same on file systems that can't exchange two names",
    arguments: [Deed.set, .confirmedSet, .cancel, .create], FaultInjection.Fault.allCases)
  func faultsWithoutExchange(deed: Deed, fault: FaultInjection.Fault) throws {
    try sweep(deed, .withoutExchange, fault)
  }

  private func sweep(
    _ deed: Deed, _ kernel: FaultInjection.Kernel, _ fault: FaultInjection.Fault
  ) throws {
    let template = try template(for: deed)
    var calls: [String] = []
    while true {
      let workspace = try template.copy()
      let (run, call) = try FaultInjection.run(
        deed.words, in: workspace.folder, kernel, fault, at: calls.count + 1)
      let comment: Comment =
        "\(deed) \(kernel) \(fault) \(calls.count + 1) \(call ?? ""): \(run.status) \(run.errors)"
      try expectEitherContent(workspace, deed, run, comment)
      guard let call else {
        // So many calls are not made: the transaction went through.
        #expect(run.status == 0, comment)
        break
      }
      #expect((run.signal == SIGKILL) == (fault == .kill), comment)
      calls.append(call)
      try #require(calls.count < 500)
    }
    // What each of them can't do without.
    for call in ["openat", "write", "fsync", "flock"] { #expect(calls.contains(call), "\(deed): \(calls)") }
    print("\(deed), \(kernel), \(fault): \(calls.count) faults")
  }

  private func expectEitherContent(
    _ workspace: Workspace, _ deed: Deed, _ run: Run, _ comment: Comment
  ) throws {
    let content = workspace.content
    let isAfter = content == deed.content(port: deed.after)
    #expect(isAfter || content == deed.content(port: deed.before), comment)
    if run.signal == nil, deed != .confirm {
      // What was acknowledged is there, and what was refused is not.
      #expect(isAfter == (run.status == 0), comment)
    }

    // What waits for a confirmation is what the content says.
    let form = ["--schema", "server.form.json"]
    let cancelled = try Run(
      BuiltPrograms.settingsTUI, ["cancel", "settings.json"] + form, in: workspace.folder)
    switch deed {
    case .confirmedSet: #expect((cancelled.status == 0) == isAfter, comment)
    case .cancel, .remove: #expect((cancelled.status == 0) == !isAfter, comment)
    case .confirm:
      if run.signal == nil { #expect((cancelled.status == 0) == (run.status != 0), comment) }
      #expect(workspace.content == deed.content(port: cancelled.status == 0 ? "9000" : "9001"), comment)
    case .set, .rollback, .create: #expect(cancelled.status != 0, comment)
    }
    let next = try Run(
      BuiltPrograms.settingsTUI, ["set", "settings.json", "network.port=9003", "--yes"] + form,
      in: workspace.folder)
    #expect(
      next.status == 0 && workspace.content == deed.content(port: "9003"), "\(comment): \(next.errors)")
    let left = (workspace.historyNames ?? []).filter {
      $0.hasSuffix(".prepared") || $0.hasSuffix(".moving") || $0.hasPrefix("reserve.")
    }
    #expect(left.isEmpty, "\(comment): \(left)")
    // Its own temporary file at the most.
    #expect((workspace.historyNames ?? []).count { $0.hasSuffix(".tmp") } <= 1, comment)
  }
}

extension Workspace {
  /// Another workspace with the same files.
  fileprivate func copy() throws -> Workspace {
    let copy = try Workspace(content: nil)
    try FileManager.default.removeItem(atPath: copy.folder)
    try FileManager.default.copyItem(atPath: folder, toPath: copy.folder)
    return copy
  }
}
