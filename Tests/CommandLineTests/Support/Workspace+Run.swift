import Foundation
import TestSupport
import Testing

@testable import Settings

extension Workspace {
  /// Runs the program `settings-tui` in the folder.
  func run(_ arguments: String...) throws -> Run { try run(arguments) }

  /// Runs the program `settings-tui` in the folder.
  func run(_ arguments: [String]) throws -> Run {
    try Run(BuiltPrograms.settingsTUI, arguments, in: folder)
  }

  /// Writes a script that can be run as a program, and the folders of its path.
  ///
  /// A shell writes it: a file that this process, or a child that another test has just forked, has open for writing can't be executed
  /// (`ETXTBSY`), and a search in `PATH` would go on to the next program of that name.
  ///
  /// - Parameter path: The program's path; one without a slash at the beginning is in the folder.
  func write(program path: String, _ script: String) throws {
    let made = try Run(
      "/bin/sh",
      ["-c", #"mkdir -p "$(dirname "$1")" && printf '%s\n' "$0" >"$1" && chmod 755 "$1""#, script, path],
      in: folder)
    try #require(made.status == 0, "\(made.errors)")
  }

  /// Moves the deadline of the last apply into the past, as if the machine had been off. The owner and mode of its record stay.
  ///
  /// The record is written again with a new checksum; with the old one, it would be damaged and not expired.
  ///
  /// - Parameter restarted: Whether the machine was restarted, with a wall clock that is a year behind.
  func expireConfirmation(restarted: Bool = false) throws {
    let history = folder + "/.settings.json.history"
    let names = try FileManager.default.contentsOfDirectory(atPath: history).compactMap { RecordName($0) }
    let last = try #require(names.max { $0.number < $1.number })
    let path = URL(fileURLWithPath: history + "/" + last.text)
    let bytes = try Array(Data(contentsOf: path))
    let file = try #require(RecordFile(beginning: bytes, number: last.number))
    let header = String(decoding: file.header, as: UTF8.self)
    let changed =
      restarted
      ? header.replacing(#/"deadline": ?\d+/#, with: "\"deadline\":99999999999999")
        .replacing(#/"limit": ?\d+/#, with: "\"limit\":1000")
        .replacing(#/"boot": ?"[^"]*"/#, with: "\"boot\":\"another\"")
      : header.replacing(#/"(deadline|bootDeadline)": ?\d+/#) { "\"\($0.1)\":1000" }
    try #require(changed != header)
    let record = StorageRecord(header: Array(changed.utf8), content: try #require(file.content(in: bytes)))
    try Data(RecordFile.parts(of: record, number: last.number, KnownFiles()).joined()).write(to: path)
  }
}
