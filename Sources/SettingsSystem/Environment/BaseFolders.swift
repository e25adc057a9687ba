/// The folders in which programs keep their files, as variables name them (XDG Base Directory Specification).
///
/// A relative path in a variable is ignored.
package struct BaseFolders: Sendable {
  private let value: @Sendable (String) -> String?

  /// Creates the folders that variables name.
  ///
  /// - Parameter value: Returns the value of a variable; by default, that of this process.
  package init(_ value: @escaping @Sendable (String) -> String? = EnvironmentVariables.value) {
    self.value = value
  }

  /// The person's home folder; `nil` if `HOME` isn't an absolute path.
  package var home: String? { folder("HOME") }
  /// The folder for the person's settings.
  package var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }
  /// The folder for data of the person's programs.
  package var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }
  /// The folder for state of the person's programs that isn't as important as data.
  package var state: String? { folder("XDG_STATE_HOME", inHome: ".local/state") }
  /// The folders for settings of the system, the most important first.
  package var sharedConfiguration: [String] { folders("XDG_CONFIG_DIRS", default: ["/etc/xdg"]) }
  /// The folders for data of the system's programs, the most important first.
  package var sharedData: [String] {
    folders("XDG_DATA_DIRS", default: ["/usr/local/share", "/usr/share"])
  }

  /// Returns the absolute path in a variable; `nil` if the variable isn't set to one.
  package func folder(_ variable: String) -> String? {
    value(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func folder(_ variable: String, inHome path: String) -> String? {
    folder(variable) ?? home.map { "\($0)/\(path)" }
  }

  private func folders(_ variable: String, default folders: [String]) -> [String] {
    let listed = (value(variable) ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    return listed.isEmpty ? folders : listed
  }
}
