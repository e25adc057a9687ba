import Foundation

/// A program that the plugin runs.
struct Tool {
  /// The output of the program, and its exit status.
  struct Result {
    var status: Int32
    var output: Data
    var errors: String
  }

  var url: URL

  /// Runs the program, and captures its output.
  func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // Write errors to a file: the program would wait if it filled a second pipe, which is read only after the first one.
    let log = FileManager.default.temporaryDirectory.appending(path: "settings-schema-\(UUID().uuidString)")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Result(status: process.terminationStatus, output: printed, errors: errors)
  }
}
