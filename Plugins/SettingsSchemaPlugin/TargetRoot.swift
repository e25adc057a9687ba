import Foundation

/// A root of a target, as `settings-gen --roots` prints it.
struct TargetRoot {
  /// The mangled name without the module.
  var symbol: String
  /// The full name.
  var name: String
  /// The file of the exported form, relative to the folder of the package.
  var file: String

  /// Parses one line.
  init?(_ line: Substring) {
    let parts = line.split(separator: "\t").map(String.init)
    guard parts.count == 3 else { return nil }
    (symbol, name, file) = (parts[0], parts[1], parts[2])
  }
}
