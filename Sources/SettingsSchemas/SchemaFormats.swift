import SettingsForm
import SettingsJSON

/// The formats of text in schemas of any author. The internationalized ones (`idn-email`, `iri`) and `uri-template` aren't checked.
///
/// A duration of such a schema can have years and months, and has no fractions.
enum SchemaFormats {
  /// The formats by their names in JSON Schema. Addresses in examples are those that RFC 2606, RFC 3849 and RFC 5737 reserve.
  static let all: [String: TextGrammar] = [
    "date": TextGrammar("a date", example: "2025-01-31", bytes: DateTimeGrammar.isDate),
    "time": TextGrammar("a time with zone", example: "12:00:00Z", bytes: DateTimeGrammar.isTime),
    "date-time": TextFormat.dateTime.grammar,
    "duration": TextGrammar("a duration", example: "PT90S", bytes: DurationGrammar.isStrictDuration),
    "email": TextGrammar("an email address", example: "name@example.com", bytes: EmailGrammar.isAddress),
    "hostname": TextGrammar("a host name", example: "www.example.com", bytes: HostName.isName),
    "ipv4": TextGrammar("an IPv4 address", example: "192.0.2.1", bytes: HostAddress.isIPv4),
    "ipv6": TextGrammar("an IPv6 address", example: "2001:db8::1", bytes: HostAddress.isIPv6),
    "uri": TextFormat.uri.grammar,
    "uri-reference": TextGrammar(
      "a URL or a relative reference", example: "images/logo.png", bytes: URIGrammar.isReference),
    "uuid": TextFormat.uuid.grammar,
    "json-pointer": TextGrammar("a JSON Pointer", example: "/servers/0/port") { text in
      (text.isEmpty || text.hasPrefix("/")) && (try? SettingPath(parsing: text)) != nil
    },
    "regex": TextGrammar("a regular expression", example: "^[a-z]+$") { (try? TextPattern($0)) != nil },
  ]
}

extension DurationGrammar {
  /// Whether a string is a duration as other validators read it, without fractions.
  ///
  /// `PT1H5S` isn't one: RFC 3339 wants the minutes between hours and seconds.
  fileprivate static func isStrictDuration(_ bytes: TextBytes) -> Bool {
    guard let parts = parts(of: bytes), parts.allSatisfy({ $0.fraction == nil }) else { return false }
    // In RFC 3339, the units of a date, and the units of a time, are without gaps.
    return zip(parts, parts.dropFirst()).allSatisfy { part, next in
      switch (part.unit, next.unit) {
      case (.years, .months), (.months, .days), (.hours, .minutes), (.minutes, .seconds): true
      case (.years, _), (.months, _): next.unit.isTime
      case (.hours, _): false
      default: true
      }
    }
  }
}

/// An email address (RFC 5321, section 4.1.2), `Mailbox`: a local part, which can be quoted, and a host name or an
/// address in brackets.
///
/// `name@example.com`, `"a b"@example.com` and `name@[192.0.2.1]` are addresses; `name@` and `a..b@example.com` aren't.
/// Whether anybody reads the mail is another question.
private enum EmailGrammar {
  /// Whether a string is an address. The last `@` divides it, since a quoted local part can have others.
  static func isAddress(_ bytes: TextBytes) -> Bool {
    guard let sign = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return isLocalPart(bytes[..<sign]) && isDomain(bytes[(sign + 1)...])
  }

  /// Whether the part before the `@` is valid: atoms with dots between them, or one quoted string.
  private static func isLocalPart(_ bytes: TextBytes) -> Bool {
    if bytes.first == UInt8(ascii: "\"") { return isQuoted(bytes) }
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.allSatisfy(isAtomCharacter)
    }
  }

  /// Whether an atom can have a character (RFC 5322, section 3.2.3, `atext`).
  private static func isAtomCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  /// Whether a string is quoted as a whole: the quote at its end is the first one that isn't escaped.
  private static func isQuoted(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.isEmpty
      case UInt8(ascii: "\\"): guard let next = rest.popFirst(), 0x20...0x7e ~= next else { return false }
      case 0x20...0x7e: break
      default: return false
      }
    }
    return false
  }

  /// Whether the part after the `@` is a host name, or an IPv4 or IPv6 address in brackets.
  private static func isDomain(_ bytes: TextBytes) -> Bool {
    var rest = bytes
    guard rest.take("[") else { return HostName.isName(bytes) }
    guard rest.popLast() == UInt8(ascii: "]") else { return false }
    let tag = "IPv6:"
    guard rest.starts(with: tag.utf8) else { return HostAddress.isIPv4(rest) }
    return HostAddress.isIPv6(rest.dropFirst(tag.utf8.count))
  }
}

/// The name of a host. `192.0.2.1` consists of valid labels, so it is also a name; an IPv6 address isn't.
private enum HostName {
  /// Whether a string is a host name (RFC 1123, section 2.1), of at most 253 characters: labels of 1 to 63 letters,
  /// digits and inner hyphens. A dot at the end, as in `example.com.`, makes an empty label and is refused.
  static func isName(_ bytes: TextBytes) -> Bool {
    bytes.count <= 253
      && bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  /// Whether a part of a host name is valid. One that begins with `xn--`, in either case, has to be valid both as it is and decoded.
  private static func isLabel(_ bytes: TextBytes) -> Bool {
    guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-"),
      bytes.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
    else { return false }
    // The label of an internationalized name.
    let prefix = "xn--".utf8
    guard bytes.count >= prefix.count, zip(bytes, prefix).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
      return true
    }
    return InternationalLabel.isLabel(bytes.dropFirst(prefix.count))
  }
}
