import Settings
import SettingsJSON

extension JSONValue {
  /// The value as one line with its line feed.
  var line: [UInt8] { bytes() + [HelperProtocol.lineFeed] }
}

extension JSONObject {
  /// Returns an integer; `nil` if it is missing.
  func integer(_ key: String) -> Int? { self[key]?.integer() }

  /// Returns the bytes of a string in Base64; `nil` if it is missing or malformed.
  func bytes(_ key: String) -> [UInt8]? { self[key]?.base64Bytes }

  /// Returns bytes, an inner `nil` for `null`; an outer `nil` if they are missing or malformed.
  func optionalBytes(_ key: String) -> [UInt8]?? {
    self[key] == .null ? .some(nil) : bytes(key).map { .some($0) }
  }
}

/// The version of the protocol, and its framing.
enum HelperProtocol {
  static let version = 1
  static let lineFeed = UInt8(ascii: "\n")
}

extension LogRecord {
  /// Reads a record; returns `nil` if it is malformed.
  init?(_ object: JSONObject) {
    guard let header = object.bytes("header") else { return nil }
    switch object["kind"] {
    case "version":
      guard let content = object.bytes("content") else { return nil }
      self.init(header: header, content: .version(content))
    case "removal": self.init(header: header, content: .removal)
    case "note": self.init(header: header, content: .note)
    default: return nil
    }
  }

  /// The record as JSON.
  var object: JSONObject {
    switch content {
    case .version(let bytes): ["header": .base64(header), "kind": "version", "content": .base64(bytes)]
    case .removal: ["header": .base64(header), "kind": "removal"]
    case .note: ["header": .base64(header), "kind": "note"]
    }
  }
}
