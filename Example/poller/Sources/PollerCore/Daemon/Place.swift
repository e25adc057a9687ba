import Foundation

/// Where the daemon and its editor keep their settings and files.
package struct Place: Sendable {
  package let settings: SettingsSource
  /// The file with the daemon's status, for other processes.
  package let status: String
  /// Locked while a daemon runs.
  package let lock: String

  /// The files in `$XDG_CONFIG_HOME/poller` and `$XDG_STATE_HOME/poller` (XDG Base Directory Specification). Creates the folders.
  ///
  /// - Parameter address: The address of the settings in etcd; `nil` for the file.
  package init(environment: [String: String], address: String? = nil) throws {
    func folder(_ variable: String, _ standard: String) throws -> String {
      let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let folder = (base ?? "\(environment["HOME"] ?? "")/\(standard)") + "/poller"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return folder
    }
    settings =
      if let address {
        try .etcd(address: address, environment: environment)
      } else {
        .file(try folder("XDG_CONFIG_HOME", ".config") + "/settings.json")
      }
    let state = try folder("XDG_STATE_HOME", ".local/state")
    status = state + "/status.json"
    lock = state + "/daemon.lock"
  }
}
