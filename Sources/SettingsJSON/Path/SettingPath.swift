/// The name of a setting: the keys that lead to it from the root of the document.
///
/// A path is written as a JSON Pointer (RFC 6901), `/servers/eu.west`, or in dotted form, `calculation.timePeriod`, in which a
/// key that isn't a plain word is quoted, `servers."eu.west"`. The index of an array element is a key of digits.
///
/// ```swift
/// let path: SettingPath = ["calculation", "timePeriod"]
/// print(path)          // calculation.timePeriod
/// print(path.pointer)  // /calculation/timePeriod
/// ```
public struct SettingPath: Sendable {
  /// The keys, starting at the root; empty for the root itself.
  public var keys: [String]

  /// Creates a path of keys.
  public init(_ keys: [String] = []) {
    self.keys = keys
  }

  /// The path of the whole document.
  package static let root = SettingPath()

  /// Whether this is the path of the whole document.
  package var isRoot: Bool { keys.isEmpty }

  /// The path of the object or array that contains the value; `nil` for the root.
  package var parent: SettingPath? {
    keys.isEmpty ? nil : SettingPath(Array(keys.dropLast()))
  }

  /// Returns the path of a member or an element of the value.
  package func appending(_ key: String) -> SettingPath {
    var keys: [String] = []
    keys.reserveCapacity(self.keys.count + 1)
    // For a few strings, a loop takes less time than the generic copy of an array.
    for key in self.keys { keys.append(key) }
    keys.append(key)
    return SettingPath(keys)
  }

  /// Returns the path of an element of the value.
  package func appending(_ index: Int) -> SettingPath {
    appending(String(index))
  }

  /// Whether the other path is equal to this path, or is the path of a part of its value.
  package func contains(_ other: SettingPath) -> Bool {
    other.keys.starts(with: keys) { $0.hasSameScalars(as: $1) }
  }
}

extension SettingPath: Hashable {
  /// Whether the keys are equal, scalar by scalar, as JSON requires.
  public static func == (left: SettingPath, right: SettingPath) -> Bool {
    left.keys.count == right.keys.count && left.contains(right)
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
  }
}

extension SettingPath: ExpressibleByArrayLiteral {
  /// Creates a path of keys.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}
