import Foundation
import SettingsSystem
import Testing

@testable import SettingsCommands

@Suite("A trial of a file system")
struct FileSystemTrialTests {
  @Test("says what works, and leaves nothing")
  func works() throws {
    let folder = NSTemporaryDirectory() + "settings-trial-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let trial = FileSystemTrial(inFolder: folder)
    #expect(trial.name?.isEmpty == false && trial.exchanges != nil && trial.locks == true)
    #expect(trial.error == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  #if os(Linux)
    @Test("names the file system that is mounted at the folder, and says why it can't be tried")
    func readOnly() {
      let trial = FileSystemTrial(inFolder: "/proc")
      #expect(trial.name == "proc" && trial.exchanges == nil && trial.locks == nil && trial.error != nil)
    }
  #endif

  @Test("The system has a name and a processor")
  func platform() {
    #expect(Platform.description.contains(", "))
    #expect(!Platform.description.contains("\0"))
  }
}
