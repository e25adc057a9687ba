import Foundation

/// What a program did that was run to its end.
struct Run {
  let status: Int32
  /// The signal that ended the program, or `nil` if it ended by itself.
  let signal: Int32?
  let output: String
  let errors: String

  /// Runs a program without a terminal.
  init(
    _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Errors are few and fit into the pipe; the output may not.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
  }
}
