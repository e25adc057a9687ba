extension JSONValue {
  /// Creates a string with bytes in Base64.
  package static func base64(_ bytes: [UInt8]) -> JSONValue {
    .string(String(decoding: Base64.encode(bytes), as: UTF8.self))
  }

  /// The bytes of a string in Base64; `nil` for any other value.
  package var base64Bytes: [UInt8]? { text.flatMap { Base64.decode($0) } }
}
