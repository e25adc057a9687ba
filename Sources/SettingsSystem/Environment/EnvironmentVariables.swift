#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of the process, whose values may be any bytes.
package enum EnvironmentVariables {
  /// Returns the value of a variable; `nil` if the variable isn't set, or if its value isn't UTF-8, because a repaired path
  /// would be the path of another file.
  package static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
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
