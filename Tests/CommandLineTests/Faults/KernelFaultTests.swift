import Foundation
import TestSupport
import Testing

@testable import Settings

/// Transactions that are killed at each system call, or in which each call fails.
@Suite(
  .enabled(if: FaultInjection.library != nil, "there is no compiler for the library that injects faults"))
struct KernelFaultTests {
  /// A transaction, and the file before and after it.
  enum Transaction: String, CaseIterable, Sendable {
    case set, confirmedSet, confirm, cancel, rollback
    /// The file is created, or is removed again.
    case create, remove

    /// The arguments.
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

    /// The commands before the transaction.
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

    /// The port before and after the transaction; `nil` if there is no file.
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

    /// Returns the content with a port.
    func content(port: String?) -> String? {
      guard let port else { return nil }
      guard isOnNewFile else { return Workspace.content.replacing("9000", with: port) }
      return "{\n  \"network\": {\n    \"port\": \(port)\n  }\n}\n"
    }
  }

  /// Returns the workspace before a transaction; each fault gets a copy.
  private func template(for transaction: Transaction) throws -> Workspace {
    let workspace = try Workspace(content: transaction.isOnNewFile ? nil : Workspace.content)
    if let words = transaction.preparation {
      let run = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
      try #require(run.status == 0, "\(run.errors)")
    }
    try #require(workspace.content == transaction.content(port: transaction.before))
    return workspace
  }

  @Test(
    "After a fault at any system call, the transaction is done or not done, and the next one succeeds",
    arguments: Transaction.allCases, FaultInjection.Fault.allCases)
  func faults(transaction: Transaction, fault: FaultInjection.Fault) async throws {
    try await sweep(transaction, .usual, fault)
  }

  /// A file is replaced in the same way by each transaction that changes it, and the way back is another one. A file that is created is
  /// exchanged with nothing.
  @Test(
    "The same on file systems that can't exchange two names",
    arguments: [Transaction.set, .cancel], FaultInjection.Fault.allCases)
  func faultsWithoutExchange(transaction: Transaction, fault: FaultInjection.Fault) async throws {
    try await sweep(transaction, .withoutExchange, fault)
  }

  @Test(
    "After a file that is written in place was killed at any system call, the next program completes it or takes it back"
  )
  func killsInPlace() async throws {
    try await sweep(.set, .mountedFile, .kill)
  }

  private func sweep(
    _ transaction: Transaction, _ kernel: FaultInjection.Kernel, _ fault: FaultInjection.Fault
  ) async throws {
    let template = try template(for: transaction)
    var calls: [String] = []
    while true {
      let workspace = try template.copy()
      let (run, call) = try FaultInjection.run(
        transaction.words, in: workspace.folder, kernel, fault, at: calls.count + 1)
      let comment: Comment =
        "\(transaction) \(kernel) \(fault) \(calls.count + 1) \(call ?? ""): \(run.status) \(run.errors)"
      if kernel == .mountedFile {
        let words = ["get", "settings.json", "network.port", "--schema", "server.form.json"]
        let next = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
        #expect(next.status == 0, comment)
      }
      try await expectEitherContent(workspace, transaction, run, comment)
      guard let call else {
        // There are fewer calls: the transaction is complete.
        #expect(run.status == 0, comment)
        break
      }
      #expect((run.signal == SIGKILL) == (fault == .kill), comment)
      calls.append(call)
      try #require(calls.count < 500)
    }
    // The calls that each transaction needs. Of those between two changes, a process is killed only at the first.
    for call in fault == .error ? ["openat", "write", "fsync", "flock"] : [] {
      #expect(calls.contains(call), "\(transaction): \(calls)")
    }
  }

  private static let form = Result { try FormIndex(FormSchema(parsing: Array(Workspace.form.utf8))) }

  /// Opens the file in this process, which stands for the next program.
  private func open(_ workspace: Workspace) throws -> StoreEngine {
    try StoreEngine(
      form: Self.form.get(), layers: SettingsLayers(file: workspace.file),
      options: StoreOptions(refresh: .manual))
  }

  private func expectEitherContent(
    _ workspace: Workspace, _ transaction: Transaction, _ run: Run, _ comment: Comment
  ) async throws {
    let content = workspace.content
    let isAfter = content == transaction.content(port: transaction.after)
    #expect(isAfter || content == transaction.content(port: transaction.before), comment)
    if run.signal == nil, transaction != .confirm {
      // Acknowledged changes are stored, and refused ones are not.
      #expect(isAfter == (run.status == 0), comment)
    }

    // The pending confirmation matches the content.
    var next = try open(workspace)
    let pending = try next.pendingConfirmation()
    if let pending { _ = try await next.cancel(pending.id, message: nil) }
    switch transaction {
    case .confirmedSet: #expect((pending != nil) == isAfter, comment)
    case .cancel, .remove: #expect((pending != nil) == !isAfter, comment)
    case .confirm:
      if run.signal == nil { #expect((pending != nil) == (run.status != 0), comment) }
      #expect(workspace.content == transaction.content(port: pending == nil ? "9001" : "9000"), comment)
    case .set, .rollback, .create: #expect(pending == nil, comment)
    }
    next = try open(workspace)
    var draft = next.draft()
    draft.stage([StagedValue(try #require(next.index[["network", "port"]]), value: 9003)])
    do { try await next.apply(draft) } catch { Issue.record("\(comment): \(error)") }
    #expect(workspace.content == transaction.content(port: "9003"), comment)
    let left = (workspace.historyNames ?? []).filter {
      $0.hasSuffix(".prepared") || $0.hasSuffix(".moving") || $0.hasPrefix("reserve.")
    }
    #expect(left.isEmpty, "\(comment): \(left)")
    // At most its temporary file.
    #expect((workspace.historyNames ?? []).count { $0.hasSuffix(".tmp") } <= 1, comment)
  }
}

extension Workspace {
  /// Returns another workspace with the same files.
  ///
  /// Another program copies them. Foundation would open the copies for writing in this process, and without `O_CLOEXEC`: a program that
  /// another test starts at this moment would inherit them, and a temporary file that a program has open for writing is kept.
  fileprivate func copy() throws -> Workspace {
    let copy = try Workspace(content: nil)
    let run = try Run("/bin/cp", ["-Rp", folder + "/.", copy.folder])
    try #require(run.status == 0, "\(run.errors)")
    return copy
  }
}
