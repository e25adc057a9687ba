/// An edit that can't be applied to a document.
public enum JSONEditError: Error, Hashable, Sendable {
  /// A path leads through a value that isn't an object or an array.
  case noContainer(SettingPath, found: JSONValue.Kind)
  /// A path names an element that isn't in the array and wouldn't be the next one.
  case noElement(SettingPath, count: Int)
  /// The result would be nested deeper than the limit of the document.
  case tooDeep(SettingPath, limit: Int)
  /// The result would have more bytes than the limit of the document.
  case tooLarge(limit: Int)
}

extension JSONEditError: CustomStringConvertible {
  /// The message: one sentence.
  public var description: String {
    switch self {
    case .noContainer(let path, let found):
      "\(path.isRoot ? "The document" : path.description) is a \(found.rawValue), so nothing can be set in it."
    case .noElement(let path, let count):
      "\(path) isn't an element of its array, which has \(count)."
    case .tooDeep(let path, let limit):
      "\(path) would be nested deeper than \(limit) levels."
    case .tooLarge(let limit):
      "The document would have more than \(limit) bytes."
    }
  }
}
