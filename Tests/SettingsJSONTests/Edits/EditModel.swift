@testable import SettingsJSON

/// A reference implementation of edits on values.
///
/// ``JSONEditor`` changes the bytes of a text. What a reader then gets must be what this gets by changing values, for random texts and
/// edits (``RandomLayout``).
enum EditModel {
  private static let removed = JSONValue.string("\u{0}removed")

  /// The value after the edits, outer paths first; `nil` if a path can't be reached.
  static func apply(_ edits: JSONEdits, to value: JSONValue) -> JSONValue? {
    // An array grows by its next element, so apply the indices in order.
    let sorted = edits.sorted { left, right in
      left.path.keys.lexicographicallyPrecedes(right.path.keys) {
        (SettingPath.elementIndex($0) ?? -1, $0) < (SettingPath.elementIndex($1) ?? -1, $1)
      }
    }
    var result: JSONValue? = value
    for (path, change) in sorted {
      guard let next = apply(change, to: result, at: path.keys[...]) else { return nil }
      result = next
    }
    return result.map { $0 == removed ? [:] : cleaned($0) }
  }

  /// The value after an edit; `removed` represents a removed value.
  private static func apply(
    _ change: JSONEdits.Change, to value: JSONValue?, at keys: ArraySlice<String>
  ) -> JSONValue? {
    let value = value ?? removed
    guard let key = keys.first else {
      return switch change {
      case .set(let value): value
      case .remove: removed
      }
    }
    switch value {
    case .object(var object):
      guard let inner = apply(change, to: object[key], at: keys.dropFirst()) else { return nil }
      if inner == removed, object[key] == nil { return value }
      object[key] = inner
      return .object(object)
    case .array(var elements):
      guard let index = SettingPath.elementIndex(key), index <= elements.count else {
        return change == .remove ? value : nil
      }
      guard
        let inner = apply(change, to: index < elements.count ? elements[index] : nil, at: keys.dropFirst())
      else { return nil }
      if index < elements.count {
        elements[index] = inner
      } else if inner != removed {
        elements.append(inner)
      }
      return .array(elements)
    case .null, removed:
      guard let inner = apply(change, to: nil, at: keys.dropFirst()) else { return nil }
      return inner == removed ? value : .object([key: inner])
    default: return change == .remove ? value : nil
    }
  }

  private static func cleaned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.filter { $0 != removed }.map(cleaned))
    case .object(let object):
      var result = JSONObject()
      for member in object.members where member.value != removed {
        result[member.key] = cleaned(member.value)
      }
      return .object(result)
    default: return value
    }
  }
}
