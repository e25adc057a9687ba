import Foundation

/// A run of `trend` without a terminal, with its own settings and measurements.
struct Program {
  private let folder: URL

  init(settings: String? = nil, measurements: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("trend-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("trend"), withIntermediateDirectories: true)
    if let settings {
      try Data(settings.utf8).write(to: folder.appendingPathComponent("trend/settings.json"))
    }
    if let measurements { try Data(measurements.utf8).write(to: folder.appendingPathComponent("weight.csv")) }
  }

  /// Removes the test's files.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = Program.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["XDG_CONFIG_HOME": folder.path]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: complained, as: UTF8.self)
    )
  }

  /// The program is next to the tests, or above their bundle (macOS).
  private static let executable: URL = {
    for bundle in [Bundle.main] + Bundle.allBundles {
      var folder = URL(fileURLWithPath: bundle.executablePath ?? bundle.bundlePath)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("trend")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue
        {
          return candidate
        }
      }
    }
    return URL(fileURLWithPath: "/nowhere/trend")
  }()
}
