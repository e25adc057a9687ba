/// The content of a value; `nil` for a value of another type.
extension JSONValue {
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A string as it is; any other value as JSON.
  package var plainText: String { text ?? description }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Returns a number as an integer; `nil` for a fraction, and for a number out of range, too.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    number?.integer(as: type)
  }
}
