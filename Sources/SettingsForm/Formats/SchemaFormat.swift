/// The formats of JSON Schema whose grammar is defined by a standard for ASCII.
package enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
  case date, time, duration, email, hostname, ipv4, ipv6, uri, uuid, regex
  case dateTime = "date-time"
  case uriReference = "uri-reference"
  case jsonPointer = "json-pointer"

  /// Whether a string has the format.
  ///
  /// Cost: linear in the length of the string.
  package func allows(_ text: String) -> Bool {
    text.withBytes { bytes in
      switch self {
      case .date: DateTimeGrammar.isDate(bytes[...])
      case .time: DateTimeGrammar.isTime(bytes[...])
      case .dateTime: DateTimeGrammar.isDateTime(bytes[...])
      case .duration: DurationGrammar.isStrictDuration(bytes[...])
      case .email: EmailGrammar.isAddress(bytes[...])
      case .hostname: HostGrammar.isName(bytes[...])
      case .ipv4: HostGrammar.isIPv4(bytes[...])
      case .ipv6: HostGrammar.isIPv6(bytes[...])
      case .uri: URIGrammar.isURI(bytes[...])
      case .uriReference: URIGrammar.isReference(bytes[...])
      case .uuid: UUIDGrammar.isUUID(bytes[...])
      case .jsonPointer: (text.isEmpty || text.hasPrefix("/")) && (try? SettingPath(parsing: text)) != nil
      case .regex: (try? TextPattern(text)) != nil
      }
    }
  }
}

extension SchemaFormat {
  /// The format in words, for a sentence.
  var name: String {
    switch self {
    case .date: "a date"
    case .time: "a time with zone"
    case .dateTime: "a date with time and zone"
    case .duration: "a duration"
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URL"
    case .uriReference: "a URL or a relative reference"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer"
    case .regex: "a regular expression"
    }
  }

  /// A string in the format.
  var example: String {
    switch self {
    case .date: "2025-01-31"
    case .time: "12:00:00Z"
    case .dateTime: "2025-01-31T12:00:00Z"
    case .duration: "PT90S"
    case .email: "name@example.com"
    case .hostname: "www.example.com"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::1"
    case .uri: "https://example.com/"
    case .uriReference: "images/logo.png"
    case .uuid: "12345678-9abc-4def-8012-3456789abcde"
    case .jsonPointer: "/servers/0/port"
    case .regex: "^[a-z]+$"
    }
  }
}
