/// The name of a setting: the keys that lead to it from the root of the document.
///
/// A path is written dotted, `calculation.timePeriod`, with a key that is no plain word in quotes,
/// `servers."eu.west"`, or as a JSON Pointer (RFC 6901), `/servers/eu.west`. The index of an array's
/// element is a key of digits.
///
/// ```swift
/// let path: SettingPath = ["calculation", "timePeriod"]
/// print(path)          // calculation.timePeriod
/// print(path.pointer)  // /calculation/timePeriod
/// ```
public struct SettingPath: Sendable {
  /// The keys from the root inwards; empty for the root itself.
  public var keys: [String]

  /// Makes a path of the keys that lead to it.
  public init(_ keys: [String] = []) {
    self.keys = keys
  }

  /// The path of the whole document.
  public static let root = SettingPath()

  /// Whether this is the path of the whole document.
  public var isRoot: Bool { keys.isEmpty }

  /// The path of what this path's value stands in; `nil` for the root.
  public var parent: SettingPath? {
    keys.isEmpty ? nil : SettingPath(Array(keys.dropLast()))
  }

  /// The path of a member or an element of this path's value.
  public func appending(_ key: String) -> SettingPath {
    var keys: [String] = []
    keys.reserveCapacity(self.keys.count + 1)
    keys += self.keys
    keys.append(key)
    return SettingPath(keys)
  }

  /// The path of an element of this path's value.
  public func appending(_ index: Int) -> SettingPath {
    appending(String(index))
  }

  /// Whether the other path is this one or leads to a part of its value.
  public func contains(_ other: SettingPath) -> Bool {
    other.keys.starts(with: keys) { $0.hasSameScalars(as: $1) }
  }
}

extension SettingPath: Hashable {
  /// Whether the keys are the same, scalar by scalar, as JSON compares them.
  public static func == (left: SettingPath, right: SettingPath) -> Bool {
    left.keys.count == right.keys.count && left.contains(right)
  }

  /// Feeds the keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
  }
}

extension SettingPath: ExpressibleByArrayLiteral {
  /// Makes a path of the keys that lead to it.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}
