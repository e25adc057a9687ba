import Settings
import SettingsSystem
import SettingsTUI

/// The file in which a person gives the editor's commands other keys.
enum KeysFile {
  /// What the help calls it.
  static let name = "$XDG_CONFIG_HOME/settings-tui/keys.json"

  /// The keys that the file asks for; the standard ones if there is none.
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

  /// Relative paths in the variables are to be ignored (XDG Base Directory Specification).
  private static var path: String? {
    if let folder = EnvironmentVariables.value("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/settings-tui/keys.json"
    }
    guard let home = EnvironmentVariables.value("HOME"), !home.isEmpty else { return nil }
    return home + "/.config/settings-tui/keys.json"
  }
}
