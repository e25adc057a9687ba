import Foundation
import Synchronization
import Testing

/// A run of `poller` whose output a test awaits line by line.
final class Program: Sendable {
  /// The program is next to the tests, or above their bundle (macOS).
  static let executable: String = {
    for bundle in [Bundle.main] + Bundle.allBundles {
      var folder = URL(fileURLWithPath: bundle.executablePath ?? bundle.bundlePath)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("poller").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
          return candidate
        }
      }
    }
    return "/nowhere/poller"
  }()

  private let process: ChildProcess
  private let seen = Mutex<[String]>([])

  /// Starts the program; its input ends after the given lines.
  init(_ arguments: [String], at home: Home, input: [String] = []) throws {
    var script = "/dev/null"
    if !input.isEmpty {
      script = home.folder + "/input-\(UUID().uuidString)"
      try Data(input.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: script))
    }
    process = try ChildProcess(Self.executable, arguments, environment: home.environment, input: script)
  }

  deinit { process.signal(SIGKILL) }

  func signal(_ number: Int32) { process.signal(number) }

  /// Waits for a line that contains a string, after the lines that were awaited before; returns it.
  @discardableResult
  func line(with text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    for await line in process.lines {
      seen.withLock { $0.append(line) }
      if line.contains(text) { return line }
    }
    Issue.record("there is no line with “\(text)”:\n\(output)", sourceLocation: sourceLocation)
    throw CancellationError()
  }

  /// Waits for the end of the program; returns its exit status.
  func status() async -> Int32? {
    for await line in process.lines { seen.withLock { $0.append(line) } }
    for await status in process.statuses { return status }
    return nil
  }

  /// What was awaited so far.
  var output: String { seen.withLock { $0.joined(separator: "\n") } }

  /// Runs the program to its end.
  static func run(
    _ arguments: String..., at home: Home, input: [String] = []
  ) async throws -> (status: Int32?, output: String) {
    let program = try Program(arguments, at: home, input: input)
    let status = await program.status()
    return (status, program.output)
  }

  /// Waits for a condition that has no event. The time limit of the test ends the wait.
  static func waitUntil(_ isTrue: () -> Bool) async throws {
    while !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
  }
}
