import Settings
import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/settings-tui/keys.json"
    }
    return variable("HOME").map { $0 + "/.config/settings-tui/keys.json" }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
