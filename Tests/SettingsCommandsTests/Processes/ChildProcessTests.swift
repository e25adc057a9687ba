import SettingsSystem
import Testing

@testable import SettingsCommands

@Suite("A shell command of an apply", .timeLimit(.minutes(1)))
struct ChildProcessTests {
  private func start(_ command: String) throws -> ChildProcess {
    try ChildProcess(command, input: "/dev/null", output: .file("/dev/null"), variables: [:])
  }

  @Test("that is canceled ends as canceled, and not as one that took too long")
  func cancellation() async throws {
    let process = try start("exec sleep 60")
    let task = Task { await process.ending(within: .seconds(60)) }
    task.cancel()
    #expect(await task.value == .stopped(.canceled))
  }

  @Test("that exceeds its time limit ends so")
  func timeLimit() async throws {
    let process = try start("exec sleep 60")
    #expect(await process.ending(within: .milliseconds(50)) == .stopped(.timeLimit))
  }

  @Test("has its exit status")
  func status() async throws {
    let process = try start("exit 3")
    #expect(await process.ending(within: .seconds(60)) == .ended(.exited(status: 3)))
  }
}
