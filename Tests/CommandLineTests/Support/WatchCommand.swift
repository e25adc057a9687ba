import Foundation
import TestSupport
import Testing

/// `settings-tui watch` on an address, in a process that ends with the object.
final class WatchCommand {
  private let process = Process()
  private let output: String

  /// Starts the command.
  ///
  /// - Parameter variables: The variables in addition to those of this process.
  init(_ address: String, in workspace: Workspace, variables: [String: String] = [:]) throws {
    output = workspace.folder + "/watched"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    process.executableURL = URL(filePath: BuiltPrograms.settingsTUI)
    process.arguments = ["watch", address, "--schema", workspace.folder + "/server.form.json"]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Makes changes until the command reports one. The first ones may come before it watches.
  ///
  /// - Parameter store: Stores a document.
  func waitForReport(_ store: (String) throws -> Void) async throws {
    var port = 9_001
    try await waitUntil("the command reports no change") {
      guard process.isRunning, try !String(contentsOfFile: output, encoding: .utf8).contains("network.port")
      else { return true }
      try store(Workspace.content.replacing("9000", with: "\(port)"))
      port += 1
      return false
    }
  }

  var isRunning: Bool { process.isRunning }
}
