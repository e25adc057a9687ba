import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of the process, whose values may be any bytes.
package enum EnvironmentVariables {
  /// Returns the value of a variable; `nil` if the variable isn't set or its value isn't UTF-8.
  ///
  /// Replacing the invalid bytes of a path would give the path of another file.
  package static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Returns the variables whose names start with a prefix; those that aren't UTF-8 are left out.
  ///
  /// If a name occurs twice, the first value counts, as for `getenv(3)`.
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

  /// Whether a variable is set to a value that isn't UTF-8.
  package static func isMalformed(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }

  /// Returns a path whose leading `~` is replaced with the home folder, as a shell does.
  package static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = value("HOME") else { return path }
    return home + path.dropFirst()
  }
}
