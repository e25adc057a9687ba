import SettingsSystem
import Testing

@testable import Settings
@testable import SettingsSystem

/// Two other programs: the first one saves, the second one reads and saves while the first one's save is displaced for a moment.
private final class TwoPrograms: Sendable {
  /// When the second program saves.
  enum Moment: CaseIterable, Sendable {
    /// As soon as it has read the commit's content.
    case atOnce
    /// When the first program's save is back in place.
    case later
  }

  static let second = Array(#"{"a": 2, "second": true}"#.utf8)

  let moment: Moment
  let start: Int
  // Only read and written by the simulated file system, which runs one call at a time.
  private nonisolated(unsafe) var hasRead = false
  private(set) nonisolated(unsafe) var hasSaved = false

  init(_ moment: Moment, firstAt start: Int) {
    self.moment = moment
    self.start = start
  }

  func act(before call: Int, on disk: inout SimulatedDisk) {
    if call == start { save(OtherProgramsTests.theirs, on: &disk) }
    guard call > start, !hasSaved else { return }
    if disk.content == OtherProgramsTests.new { hasRead = true }
    guard hasRead, moment == .atOnce || disk.content == OtherProgramsTests.theirs else { return }
    hasSaved = true
    save(Self.second, on: &disk)
  }

  private func save(_ content: [UInt8], on disk: inout SimulatedDisk) {
    let file = disk.make("folder/other.tmp", .file, mode: 0o640)
    disk.write(content, to: file)
    disk.rename("folder/other.tmp", to: SimulatedDisk.file)
  }
}

extension OtherProgramsTests {
  @Test("keeps a save in the history that a third program overwrites without having seen it")
  func overwritten() throws {
    try expectFirstSave(secondSaves: .later)
  }

  @Test("keeps a save in the history that can't be put back, because a third program has saved since")
  func keptBack() throws {
    try expectFirstSave(secondSaves: .atOnce)
  }

  private func expectFirstSave(secondSaves moment: TwoPrograms.Moment) throws {
    let start = try disk
    let smooth = SimulatedFileSystem(start)
    _ = try commit(Self.new, from: Self.old, on: smooth)
    var unseen = 0
    for call in 0...smooth.calls {
      let programs = TwoPrograms(moment, firstAt: call)
      let fileSystem = SimulatedFileSystem(start, fault: .interference(programs.act))
      let result = try? commit(Self.new, from: Self.old, on: fileSystem)
      // After a commit that took place, the second program is an ordinary one.
      guard programs.hasSaved, case .conflict? = result else { continue }
      unseen += 1
      #expect(fileSystem.disk.content == TwoPrograms.second, "before call \(call)")
      let next = SimulatedFileSystem(fileSystem.disk)
      _ = try commit(Array("{}".utf8), from: TwoPrograms.second, on: next)
      #expect(try versions(on: next.disk).contains(Self.theirs), "before call \(call)")
    }
    #expect(unseen > 0)
  }
}
