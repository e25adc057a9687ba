import SettingsSystem

/// The path of a folder, without symbolic links.
///
/// Names are bytes: they don't have to be UTF-8, and two files in a folder can have names that `String` considers equal.
struct FolderPath: Hashable, Sendable {
  typealias Name = [UInt8]

  static let root = FolderPath(isAbsolute: true, names: [])
  /// The current folder of the process at the time when the path is used.
  static let current = FolderPath(isAbsolute: false, names: [])

  private static let slash = UInt8(ascii: "/")
  private static let here: Name = [UInt8(ascii: ".")]
  static let up: Name = [UInt8(ascii: "."), UInt8(ascii: ".")]

  private let isAbsolute: Bool
  private let names: [Name]

  private init(isAbsolute: Bool, names: [Name]) {
    self.isAbsolute = isAbsolute
    self.names = names
  }

  /// The path as bytes for system calls.
  var bytes: [UInt8] {
    guard let first = names.first else { return isAbsolute ? [Self.slash] : Self.here }
    return names.dropFirst().reduce(into: isAbsolute ? [Self.slash] + first : first) { path, name in
      path.append(Self.slash)
      path += name
    }
  }

  /// The folder above; `nil` if only the system knows it, as for `..` of the current folder.
  var parent: FolderPath? {
    guard let last = names.last else { return isAbsolute ? self : nil }
    return last == Self.up ? nil : FolderPath(isAbsolute: isAbsolute, names: names.dropLast())
  }

  func appending(_ name: Name) -> FolderPath {
    FolderPath(isAbsolute: isAbsolute, names: names + [name])
  }

  /// Returns the path of a file in the folder.
  func path(of name: Name) -> [UInt8] { appending(name).bytes }

  /// Whether a path is absolute: it begins at the root.
  static func isAbsolute(_ path: [UInt8]) -> Bool { path.first == slash }

  /// Returns the names that a path goes through, in order, without empty names and `.`: `/a//./b` → `a`, `b`.
  static func names(of path: [UInt8]) -> [Name] {
    path.split(separator: slash).map(Array.init).filter { $0 != here }
  }
}
