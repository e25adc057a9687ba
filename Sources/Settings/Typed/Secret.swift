/// A value that no output shows: a token, a password, a key.
///
/// Printed, dumped, interpolated or logged, it is a mask, wherever it is: in the values of a store, in an optional, in a list. The code that
/// needs the value asks for ``value``:
///
/// ```swift
/// struct Mail: SettingsGroup {
///   var apiToken: Secret<String>?
///   var password: Secret<String> = "change me"
/// }
///
/// let mail = Mail()
/// print(mail)  // Mail(apiToken: nil, password: ********)
/// func logIn(_ password: String) {}
/// logIn(mail.password.value)
/// ```
///
/// In the settings file, it is the value itself, whose type decides how it is checked. The generator treats a setting of this type as one
/// with the annotation `secret`, so editors, reviews and the history's listings mask it as well. A literal creates it where one creates the
/// value, and secrets are equal if their values are.
public struct Secret<Value: Codable & Sendable>: Sendable {
  /// The value, unmasked.
  public var value: Value

  /// Makes a secret of a value.
  public init(_ value: Value) {
    self.value = value
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A mask, which tells nothing about the value, not even its length.
  public var description: String { Secrecy.maskText }

  /// The same mask.
  public var debugDescription: String { description }

  /// A mirror without children, because `dump` would show them.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Codable {
  /// Reads the value.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }

  /// Writes the value, unmasked: that is what a file has.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
  /// Makes a secret of a literal.
  public init(unicodeScalarLiteral literal: Value.UnicodeScalarLiteralType) {
    self.init(Value(unicodeScalarLiteral: literal))
  }
}

extension Secret: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Makes a secret of a literal.
  public init(extendedGraphemeClusterLiteral literal: Value.ExtendedGraphemeClusterLiteralType) {
    self.init(Value(extendedGraphemeClusterLiteral: literal))
  }
}

extension Secret: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  /// Makes a secret of a literal.
  public init(stringLiteral literal: Value.StringLiteralType) {
    self.init(Value(stringLiteral: literal))
  }
}

extension Secret: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Makes a secret of a literal.
  public init(integerLiteral literal: Value.IntegerLiteralType) {
    self.init(Value(integerLiteral: literal))
  }
}
