extension FormSetting {
  /// Returns a value with the whole numbers of an integer setting in plain digits: `1e1` and `10.0` become `10`.
  ///
  /// A review shows numbers in this form; the document keeps them as they were typed.
  package func inPlainDigits(_ value: JSONValue?) -> JSONValue? {
    value.map(kind.inPlainDigits)
  }
}

extension FormKind {
  fileprivate func inPlainDigits(_ value: JSONValue) -> JSONValue {
    switch (self, value) {
    case (.integer, .number(let number)): .number(number.inPlainDigits)
    case (.list(let element, _), .array(let elements)): .array(elements.map(element.inPlainDigits))
    default: value
    }
  }
}

extension JSONNumber {
  /// The same number without a fraction or an exponent; unchanged if it isn't whole, or doesn't fit in 128 bits.
  fileprivate var inPlainDigits: JSONNumber {
    guard let whole = integer(as: Int128.self) else { return self }
    return JSONNumber(whole)
  }
}
