import Settings
import SettingsSystem

/// The content of the draft, for another file.
struct DraftCopy: Hashable, Sendable {
  let path: String
  let bytes: [UInt8]
  /// Whether the content has secrets.
  let hasSecrets: Bool
  /// The absolute path of the settings file.
  let original: String
  /// What happens to a file that has the path already.
  var existing = Existing.kept

  enum Existing: Hashable, Sendable {
    case kept
    case replaced
  }

  enum Outcome: Equatable {
    /// It was written; `isPrivate` if only its owner can read it.
    case written(isPrivate: Bool)
    /// There is such a file already.
    case taken
    case failed(String)
  }

  /// Writes the file in one step. Others can read it only if they can read the settings file, and never if it has secrets.
  func write() -> Outcome {
    let files = POSIXFileSystem()
    // The settings file may not exist.
    let original = try? files.resolvedStatus(atPath: original)
    do throws(SystemError) {
      var mode = hasSecrets ? Self.privateMode : (original?.mode ?? Self.usualMode) & 0o666 | Self.privateMode
      if let old = try files.status(atPath: path) {
        guard old.kind == .file else { return .failed("\(path) isn't a regular file.") }
        guard old.identity != original?.identity else {
          return .failed("\(path) is the settings file itself; an apply writes it.")
        }
        guard existing == .replaced else { return .taken }
        mode = mode & old.mode | Self.privateMode
      }
      switch existing {
      case .kept: try files.createFile(atPath: path, with: bytes, mode: mode)
      case .replaced: try files.replaceFile(atPath: path, with: bytes, mode: mode)
      }
      return .written(isPrivate: mode == Self.privateMode)
    } catch {
      return error.isTaken ? .taken : .failed("\(path) can't be written: \(error).")
    }
  }

  private static let privateMode: UInt32 = 0o600
  private static let usualMode: UInt32 = 0o644
}
