import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

/// For the tests of commands, in the process and with the built program.
extension Workspace {
  /// Returns the file and the number of the last record. The names of other files of the history may begin with a digit, too.
  func lastRecord() throws -> (path: URL, number: Int) {
    let history = folder + "/.settings.json.history"
    let names = try FileManager.default.contentsOfDirectory(atPath: history).compactMap { RecordName($0) }
    let last = try #require(names.max { $0.number < $1.number })
    return (URL(fileURLWithPath: history + "/" + last.text), last.number)
  }

  /// Moves the deadline of the last apply into the past, as if the machine had been off. The owner and mode of its record stay.
  ///
  /// The record is written again with a new checksum; with the old one, it would be damaged and not expired.
  ///
  /// - Parameter restarted: Whether the machine was restarted, with a wall clock that is a year behind.
  func expireConfirmation(restarted: Bool = false) throws {
    let (path, number) = try lastRecord()
    let bytes = try Array(Data(contentsOf: path))
    let file = try #require(RecordFile(beginning: bytes, number: number))
    let header = String(decoding: file.header, as: UTF8.self)
    let changed =
      restarted
      ? header.replacing(#/"deadline": ?\d+/#, with: "\"deadline\":99999999999999")
        .replacing(#/"limit": ?\d+/#, with: "\"limit\":1000")
        .replacing(#/"boot": ?"[^"]*"/#, with: "\"boot\":\"another\"")
      : header.replacing(#/"(deadline|bootDeadline)": ?\d+/#) { "\"\($0.1)\":1000" }
    try #require(changed != header)
    let record = StorageRecord(header: Array(changed.utf8), content: try #require(file.content(in: bytes)))
    try Data(RecordFile.parts(of: record, number: number, KnownFiles()).joined()).write(to: path)
  }
}
