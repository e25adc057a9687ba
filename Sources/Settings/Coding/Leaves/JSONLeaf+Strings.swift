#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension URL: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a URL" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = URL(string: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(absoluteString) }
}

extension UUID: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a UUID such as 123E4567-E89B-12D3-A456-426614174000" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = UUID(uuidString: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(uuidString) }
}

extension Data: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "bytes in Base64" }

  init?(_ node: JSONNode) {
    guard let text = node.string, let value = Data(base64Encoded: text) else { return nil }
    self = value
  }

  var json: JSONValue? { .string(base64EncodedString()) }
}

/// RFC 3339, with milliseconds if they aren't zero.
extension Date: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String { "a date and time such as 2026-01-31T12:00:00Z" }

  init?(_ node: JSONNode) {
    guard let text = node.string else { return nil }
    let parsed =
      (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    guard let parsed else { return nil }
    self = parsed
  }

  var json: JSONValue? {
    let isWhole = timeIntervalSinceReferenceDate.rounded() == timeIntervalSinceReferenceDate
    return .string(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole)))
  }
}

/// ISO 8601, in seconds.
extension Duration: JSONLeaf {
  static var kind: JSONNode.Kind { .string }
  static var expected: String {
    "a duration in weeks, or in days, hours, minutes and seconds, such as PT1M30S; years and months have no fixed length"
  }

  init?(_ node: JSONNode) {
    guard let text = node.string, let duration = try? FixedDuration(text) else { return nil }
    self.init(attoseconds: duration.attoseconds)
  }

  var json: JSONValue? { FixedDuration(attoseconds: attoseconds).map { .string($0.text) } }
}
