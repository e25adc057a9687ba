import Settings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that keeps what is staged in editors, one file for each editor that is open.
///
/// A file is locked by the editor that writes it, for as long as that lives; one without a lock was left behind.
/// Folder and files can be read by their owner only.
struct RecoveryFolder: Hashable, Sendable {
  let path: String

  /// The folder where programs keep their state (XDG Base Directory Specification); `nil` without a home.
  static var standard: RecoveryFolder? {
    if let state = EnvironmentVariables.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      return RecoveryFolder(path: state + "/settings-tui/recovery")
    }
    return EnvironmentVariables.value("HOME").flatMap { home in
      home.hasPrefix("/") ? RecoveryFolder(path: home + "/.local/state/settings-tui/recovery") : nil
    }
  }

  /// A file that an editor left behind.
  struct Leftover: Equatable, Sendable {
    let path: String
    let record: RecoveryRecord
  }

  /// What editors of a settings file left behind, the newest first.
  func leftovers(of file: String) -> [Leftover] {
    let prefix = Self.prefix(of: file)
    var found: [Leftover] = []
    for name in Platform.names(in: path) where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
      let path = path + "/" + name
      guard !Self.isLocked(path), let bytes = Platform.contents(of: path, atMost: 64 << 20),
        let record = RecoveryRecord(bytes), record.file == file
      else { continue }
      found.append(Leftover(path: path, record: record))
    }
    return found.sorted { $0.record.time > $1.record.time }
  }

  /// The file for an editor of this process.
  func file(for file: String) -> RecoveryFile {
    let nonce = UInt32.random(in: 0...UInt32.max)
    return RecoveryFile(
      folder: path, name: "\(Self.prefix(of: file))-\(getpid())-\(String(nonce, radix: 36))\(Self.suffix)")
  }

  func remove(_ leftover: Leftover) {
    unlink(leftover.path)
  }

  private static let suffix = ".json"

  /// A name for the settings file: FNV-1a, 64 bits; the record itself says which file it was.
  private static func prefix(of file: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in file.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }

  /// Whether an editor that lives holds the file.
  private static func isLocked(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return true }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) != 0
  }
}
