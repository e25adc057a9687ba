import Foundation
import Settings
import Testing

@testable import trend

/// What the settings editor shows of the measurements.
@Suite struct BoardTests {
  @Test("The details are the size of the file and its last reading, and the columns are choices")
  func details() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("board-\(UUID().uuidString).csv")
      .path
    try CommandTests.measurements.write(toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let settings = TrendSettings()
    let board = try Board(MeasurementsFile(path, settings: settings), settings: settings)
    #expect(board.fileSize() == "\(CommandTests.measurements.utf8.count) bytes")
    #expect(board.lastReading() == "83.0 kg on 2025-01-04")
    #expect(try board.columns() == [SettingsChoice("kg")])
  }

  @Test("Without a file, there are no details or choices")
  func noFile() throws {
    let board = try Board(nil, settings: TrendSettings())
    #expect(board.fileSize() == "no file" && board.lastReading() == "none")
    #expect(try board.columns() == [])
  }
}
