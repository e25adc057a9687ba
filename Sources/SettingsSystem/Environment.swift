import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of the process, whose values can be any bytes.
///
/// A value that isn't UTF-8 is treated as if the variable weren't set: a repaired path would be the path of another file. `isMalformed(_:)`
/// and `malformed(withPrefix:)` tell such a value from a missing one, for an error that names the variable.
///
/// Nothing here changes the environment. Another thread may read it at any time, and the C library has no lock for that.
package enum EnvironmentVariables {
  /// Returns the value of a variable; `nil` if the variable isn't set or its value isn't UTF-8.
  ///
  /// Replacing the invalid bytes of a path would give the path of another file.
  package static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Returns the variables whose names start with a prefix; variables that aren't UTF-8 are left out.
  ///
  /// If a name occurs twice, the first value counts, as for `getenv(3)`.
  ///
  /// An entry without `=`, or whose `=` is its first character, isn't a variable. `POLLER_INTERVAL=5s` with the prefix `POLLER_` →
  /// `["POLLER_INTERVAL": "5s"]`.
  package static func all(withPrefix prefix: String = "") -> [String: String] {
    guard var entry = csystem_environment() else { return [:] }
    var variables: [String: String] = [:]
    while let text = entry.pointee {
      entry += 1
      guard let text = String(validatingCString: text), text.hasPrefix(prefix),
        let equals = text.dropFirst().firstIndex(of: "=")
      else { continue }
      let name = String(text[..<equals])
      if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
    }
    return variables
  }

  /// Returns the names of the variables whose names start with a prefix and whose values aren't UTF-8, which ``all(withPrefix:)`` leaves out.
  package static func malformed(withPrefix prefix: String) -> [String] {
    guard var entry = csystem_environment() else { return [] }
    var names: [String] = []
    while let text = entry.pointee {
      entry += 1
      guard String(validatingCString: text) == nil, let end = strchr(text, CInt(UInt8(ascii: "="))) else {
        continue
      }
      let name = UnsafeRawBufferPointer(start: text, count: end - text)
      if let name = String(validating: name, as: UTF8.self), name.hasPrefix(prefix) { names.append(name) }
    }
    return names
  }

  /// Whether a variable is set to a value that isn't UTF-8, which ``value(_:)`` reports as not set.
  package static func isMalformed(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }

  /// Returns a path whose leading `~` is replaced with the home folder, as a shell does: `~/a` → `/home/ann/a`. `~bob/a` stays as it is,
  /// and so does every path if `HOME` isn't set.
  package static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = value("HOME") else { return path }
    return home + path.dropFirst()
  }
}

/// The folders in which programs keep their files, as variables name them (XDG Base Directory Specification).
///
/// A relative path in a variable is ignored, as the specification requires: it would mean another folder in each working directory. Tests
/// pass their own variables: `XDG_CONFIG_HOME=conf` and `HOME=/home/ann` → `configuration` is `/home/ann/.config`.
package struct BaseFolders: Sendable {
  private let value: @Sendable (String) -> String?

  /// Creates the folders that variables name. They are looked up at each use, so a change of the environment counts.
  ///
  /// - Parameter value: Returns the value of a variable; by default, in the environment of this process.
  package init(_ value: @escaping @Sendable (String) -> String? = EnvironmentVariables.value) {
    self.value = value
  }

  /// The person's home folder; `nil` if `HOME` isn't an absolute path.
  package var home: String? { folder("HOME") }
  /// The folder for the user's settings.
  package var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }
  /// The folder for the data of the user's programs.
  package var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }
  /// The folder for the state of the user's programs that isn't as important as data, such as drafts that survive a crash of the editor.
  package var state: String? { folder("XDG_STATE_HOME", inHome: ".local/state") }
  /// The folders for settings of the system, the most important first: `/etc/xdg` unless `XDG_CONFIG_DIRS` has an absolute path.
  package var sharedConfiguration: [String] { folders("XDG_CONFIG_DIRS", default: ["/etc/xdg"]) }
  /// The folders for data of the system's programs, the most important first. Catalogs of forms that packages install are below them.
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
