/// Why changes can't be made to a document.
public enum JSONEditError: Error, Hashable, Sendable {
  /// A path leads through a value that has no parts.
  case noContainer(SettingPath, found: JSONNode.Kind)
  /// A path names an element that an array does not have and that would not be its next one.
  case noElement(SettingPath, count: Int)
  /// The result would be nested deeper than the document's limit.
  case tooDeep(SettingPath, limit: Int)
  /// The result would have more bytes than the document's limit.
  case tooLarge(limit: Int)
}

extension JSONEditError: CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .noContainer(let path, let found):
      "\(path.isRoot ? "The document" : path.description) is a \(found.rawValue), so nothing can be set in it."
    case .noElement(let path, let count):
      "\(path) is no element of its array, which has \(count)."
    case .tooDeep(let path, let limit):
      "\(path) would be nested deeper than \(limit) levels."
    case .tooLarge(let limit):
      "The document would have more than \(limit) bytes."
    }
  }
}
