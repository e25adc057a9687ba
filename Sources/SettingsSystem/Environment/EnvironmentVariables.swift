#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of the process, whose values may be any bytes.
package enum EnvironmentVariables {
  /// The value of a variable; `nil` if it is not set or not UTF-8: a repaired path would name another file.
  package static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Whether a variable is set to a value that is not UTF-8.
  package static func isMalformed(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }
}
