import Foundation
import TestSupport
import Testing

/// Tests are built without optimization; what only an optimized program does wrong is tested in one.
@Suite struct OptimizedProgramTests {
  @Test("In an optimized program, steps of an apply report their progress", .timeLimit(.minutes(2)))
  func progress() throws {
    let compiler = try #require(Compiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try Data(Self.program.utf8).write(to: main)
    let library = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Settings").standardizedFileURL
    let sources = [
      "Apply/ApplyProgress.swift", "Apply/TimeLimit.swift",
      "Storage/StoreObservers.swift",
    ]
    let program = folder.appending(path: "program")
    let verdict = try compiler.build(
      sources.map { library.appending(path: $0) } + [main], options: ["-O"], to: program)
    #expect(verdict.errors.isEmpty, "\(verdict.output)")

    let process = Process()
    process.executableURL = program
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(text == "400\n")
  }

  /// Runs 200 steps; each tells observers that it starts and what it reports.
  private static let program = """
    import Synchronization

    protocol Participant: Sendable { func prepare() async throws }
    struct Reporting: Participant {
      func prepare() async throws { ApplyProgress.report("half") }
    }
    let participant: any Participant = Reporting()
    let observers = StoreObservers<ApplyProgress>()
    let count = Mutex(0)
    let observation = observers.add { _ in count.withLock { $0 += 1 } }
    for _ in 0..<200 {
      try await run("it", within: .seconds(60), sleep: { try await Task.sleep(for: $0) }) {
        try await ApplyProgress.run(.prepare, name: "participant", reportingTo: observers) {
          try await participant.prepare()
        }
      }
    }
    observation.cancel()
    print(count.withLock { $0 })
    """
}
