#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment, whose values may be any bytes.
package enum EnvironmentVariables {
  /// The value of a variable; `nil` if it is not set, or is not UTF-8: repaired, a path would name another file.
  package static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Whether a variable is set, but not to UTF-8.
  package static func isMalformed(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }
}
