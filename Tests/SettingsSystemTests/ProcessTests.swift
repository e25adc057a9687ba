import Foundation
import Testing

@testable import SettingsSystem

@Suite("Child processes")
struct ProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ command: String, variables: [String: String] = [:]) throws -> SpawnedProcess.Ending {
    try start(command, variables: variables).reap()
  }

  private func start(_ command: String, variables: [String: String] = [:]) throws -> SpawnedProcess {
    let input = try folder.write("typed\n", as: "input")
    let attachment = ProcessLaunch.Attachment.ownSession(input: input, output: folder.path("output"))
    return try ProcessLaunch(shell: command, attachment: attachment, variables: variables).start()
  }

  @Test("A command reads its input file and appends both outputs to the output file")
  func streams() throws {
    #expect(try run("read line; echo \"$line\"; echo problem >&2") == .exited(status: 0))
    #expect(try folder.text("output") == "typed\nproblem\n")
  }

  @Test("Variables are added to the environment and replace those of the same name")
  func variables() throws {
    #expect(
      try run("echo \"$PATH $ADDED\"; test -n \"$PATH\"", variables: ["PATH": "/nowhere", "ADDED": "a b"])
        == .exited(status: 0))
    #expect(try folder.text("output") == "/nowhere a b\n")
  }

  @Test("The status of a command, or the signal that ended it, is its ending")
  func endings() throws {
    #expect(try run("exit 7") == .exited(status: 7))
    let process = try startInBackground("kill -TERM $$")
    #expect(process.reap() == .killed(signal: Signal.terminate.rawValue))
  }

  private func startInBackground(_ command: String) throws -> SpawnedProcess {
    try ProcessLaunch(shell: command, attachment: .background).start()
  }

  @Test("A process that has ended keeps its ID until it is reaped")
  func reaping() throws {
    let process = try startInBackground("exit 3")
    process.waitForEnd()
    #expect(process.hasEnded)
    #expect(process.reap() == .exited(status: 3))
  }

  @Test("A signal to the group of a session ends everything that the command has started")
  func group() throws {
    let process = try startInBackground("sleep 600 & sleep 600; true")
    #expect(!process.hasEnded)
    process.signalGroup(.kill)
    #expect(process.reap() == .killed(signal: Signal.kill.rawValue))
  }

  @Test("If something else has waited for a process, its end isn't known, and it gets no signal")
  func takenEnd() throws {
    let process = try startInBackground("exit 0")
    var status: Int32 = 0
    try #require(waitpid(process.id, &status, 0) == process.id)
    // Nothing waits, and the number may belong to another process by now.
    process.waitForEnd()
    process.signalGroup(.kill)
    #expect(process.hasEnded)
    #expect(process.reap() == .unknown)
  }

  @Test("A program that doesn't exist is an error with its path")
  func missing() {
    let launch = ProcessLaunch(program: "/no/such/program", arguments: ["x"], attachment: .background)
    #expect(
      throws: SystemCallError(
        call: "posix_spawn", code: SystemCallError.absent("").code, path: "/no/such/program")
    ) {
      try launch.start()
    }
  }
}
