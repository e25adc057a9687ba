import Settings
import SettingsSystem
import SettingsTUI

/// The file in which a person reassigns the editor's keys.
enum KeysFile {
  /// The file's name in the help.
  static let name = "$XDG_CONFIG_HOME/settings-tui/keys.json"

  /// Reads the file; returns the standard keys if there is none.
  static func read() throws(Failure) -> EditorKeys {
    guard let path else { return .standard }
    let content: StoredContent?
    do throws(StorageError) { content = try FileStorage(path).read() } catch { throw Failure(error) }
    guard let content else { return .standard }
    do throws(EditorKeysError) {
      return try EditorKeys(parsing: content.bytes)
    } catch {
      throw Failure(.dataError, "\(path):\(error)")
    }
  }

  /// The path; `nil` without a home folder.
  private static var path: String? { BaseFolders().configuration.map { $0 + "/settings-tui/keys.json" } }
}
