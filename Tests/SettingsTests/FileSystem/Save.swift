import SettingsSystem
import Testing

/// How another program saves a file.
enum Save: String, CaseIterable, CustomTestStringConvertible {
  /// A new file is renamed over the old one.
  case rename
  /// The file becomes a backup, and a new one gets its name.
  case backup
  /// The old file is emptied and then written.
  case truncate
  /// The old file is opened, and written some time later.
  case inPlace

  /// The old file, and the new one until it has its name.
  static let (backupName, temporaryName) = ("folder/a.json~", "folder/other.tmp")

  var testDescription: String { rawValue }

  /// The steps of the save.
  ///
  /// - Parameter opened: The file that the program has open.
  func step(_ step: Int, of content: [UInt8], on disk: inout SimulatedDisk, _ opened: inout Int?) {
    switch (self, step) {
    case (.rename, 0):
      let file = disk.make(Self.temporaryName, .file, mode: 0o640)
      disk.write(content, to: file)
      disk.rename(Self.temporaryName, to: SimulatedDisk.file)
    case (.backup, 0):
      disk.rename(SimulatedDisk.file, to: Self.backupName)
    case (.backup, 1):
      let file = disk.names[SimulatedDisk.file] ?? disk.make(SimulatedDisk.file, .file, mode: 0o640)
      disk.write(content, to: file)
    case (.truncate, 0), (.inPlace, 0):
      opened = disk.names[SimulatedDisk.file]
      if let opened {
        disk.files[opened]?.isOpenForWriting = true
        if self == .truncate { disk.write([], to: opened) }
      }
    case (.truncate, 1), (.inPlace, 1):
      if let opened {
        disk.write(content, to: opened)
        disk.files[opened]?.isOpenForWriting = false
      }
    default: break
    }
  }

  var steps: Int { self == .rename ? 1 : 2 }
}
