import Settings

/// Applies a JSON Patch as RFC 6902 says, to check the patches of reviews: the patch of a review, applied to the old values, must give the
/// new ones.
///
/// Only the operations that reviews have: `add`, `remove`, `replace` and `move`.
enum JSONPatch {
  struct Fault: Error {
    let operation: JSONValue
  }

  static func applied(_ patch: [JSONValue], to document: JSONValue) throws -> JSONValue {
    try patch.reduce(document) { document, operation in
      guard let result = apply(operation, to: document) else { throw Fault(operation: operation) }
      return result
    }
  }

  private static func apply(_ operation: JSONValue, to document: JSONValue) -> JSONValue? {
    guard case .object(let object) = operation, case .string(let name)? = object["op"],
      let path = path(object["path"])
    else { return nil }
    switch name {
    case "add": return object["value"].flatMap { adding($0, at: path[...], to: document) }
    case "remove": return removing(path[...], from: document)?.rest
    case "replace":
      guard let value = object["value"] else { return nil }
      if path.isEmpty { return value }
      return removing(path[...], from: document).flatMap { adding(value, at: path[...], to: $0.rest) }
    case "move":
      guard let from = self.path(object["from"]), let (rest, value) = removing(from[...], from: document)
      else { return nil }
      return adding(value, at: path[...], to: rest)
    default: return nil
    }
  }

  private static func path(_ pointer: JSONValue?) -> [String]? {
    guard case .string(let text)? = pointer else { return nil }
    return text.isEmpty ? [] : try? SettingPath(parsing: text).keys
  }

  private static func adding(_ value: JSONValue, at path: ArraySlice<String>, to target: JSONValue)
    -> JSONValue?
  {
    guard let key = path.first else { return value }
    switch target {
    case .object(var object):
      if path.count == 1 {
        object[key] = value
      } else {
        guard let inner = object[key], let changed = adding(value, at: path.dropFirst(), to: inner) else {
          return nil
        }
        object[key] = changed
      }
      return .object(object)
    case .array(var elements):
      guard let index = Int(key), (0...elements.count).contains(index) else { return nil }
      if path.count == 1 {
        elements.insert(value, at: index)
      } else {
        guard elements.indices.contains(index),
          let changed = adding(value, at: path.dropFirst(), to: elements[index])
        else { return nil }
        elements[index] = changed
      }
      return .array(elements)
    default: return nil
    }
  }

  private static func removing(
    _ path: ArraySlice<String>, from target: JSONValue
  ) -> (rest: JSONValue, value: JSONValue)? {
    guard let key = path.first else { return nil }
    switch target {
    case .object(var object):
      guard let inner = object[key] else { return nil }
      if path.count == 1 {
        object[key] = nil
        return (.object(object), inner)
      }
      guard let (rest, value) = removing(path.dropFirst(), from: inner) else { return nil }
      object[key] = rest
      return (.object(object), value)
    case .array(var elements):
      guard let index = Int(key), elements.indices.contains(index) else { return nil }
      if path.count == 1 {
        let value = elements.remove(at: index)
        return (.array(elements), value)
      }
      guard let (rest, value) = removing(path.dropFirst(), from: elements[index]) else { return nil }
      elements[index] = rest
      return (.array(elements), value)
    default: return nil
    }
  }
}
