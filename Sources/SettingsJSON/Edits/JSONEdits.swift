/// Changes to be made to a document: at most one a path.
///
/// All paths mean the document as it is, so the indices of an array's elements do not shift. A change of a
/// path drops the changes staged inside it; a later change inside it is made on top.
///
/// ```swift
/// var edits = JSONEdits()
/// edits.set(8080, at: ["server", "port"])
/// edits.remove(at: ["server", "proxy"])
/// let edited = try document.bytes(applying: edits)
/// ```
public struct JSONEdits: Sendable {
  /// One change.
  public enum Change: Hashable, Sendable {
    /// The value is to be this; sections on the way are made if they are missing.
    case set(JSONValue)
    /// The member or element is to go; nothing is done if it is missing.
    case remove
  }

  private struct Staged: Sendable {
    var change: Change
    /// Counts the changes, so that they keep their order.
    var number: Int
  }

  private var staged: [SettingPath: Staged] = [:]
  /// How many changes are staged inside a path's value.
  private var countInside: [SettingPath: Int] = [:]
  private var lastNumber = 0

  /// Makes no changes.
  public init() {}

  /// Whether there are no changes.
  public var isEmpty: Bool { staged.isEmpty }

  /// The number of changes.
  public var count: Int { staged.count }

  /// Stages a value.
  public mutating func set(_ value: JSONValue, at path: SettingPath) {
    stage(.set(value), at: path)
  }

  /// Stages a removal.
  public mutating func remove(at path: SettingPath) {
    stage(.remove, at: path)
  }

  /// Drops the change of exactly this path.
  public mutating func revert(at path: SettingPath) {
    guard staged.removeValue(forKey: path) != nil else { return }
    countInAncestors(of: path, by: -1)
  }

  /// The change of exactly this path.
  public subscript(path: SettingPath) -> Change? {
    staged[path]?.change
  }

  private mutating func stage(_ change: Change, at path: SettingPath) {
    if countInside[path] != nil {
      for inner in staged.keys where inner != path && path.contains(inner) { revert(at: inner) }
    }
    if staged[path] != nil {
      staged[path]?.change = change
    } else {
      lastNumber += 1
      staged[path] = Staged(change: change, number: lastNumber)
      countInAncestors(of: path, by: 1)
    }
  }

  private mutating func countInAncestors(of path: SettingPath, by step: Int) {
    var ancestor = path
    while let parent = ancestor.parent {
      let count = countInside[parent, default: 0] + step
      countInside[parent] = count == 0 ? nil : count
      ancestor = parent
    }
  }
}

extension JSONEdits: Sequence {
  /// Goes over the changes in the order in which their paths were first staged.
  ///
  /// Cost: sorts them.
  public func makeIterator() -> some IteratorProtocol<(path: SettingPath, change: Change)> {
    staged.sorted { $0.value.number < $1.value.number }
      .map { (path: $0.key, change: $0.value.change) }.makeIterator()
  }
}

extension JSONEdits: Hashable {
  /// Whether both make the same changes, in whatever order they were staged.
  public static func == (left: JSONEdits, right: JSONEdits) -> Bool {
    left.staged.count == right.staged.count
      && left.staged.allSatisfy { $0.value.change == right[$0.key] }
  }

  /// Feeds the changes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(staged.mapValues(\.change))
  }
}
