extension SchemaReader {
  func string(_ value: JSONValue) throws(FormSchemaError) -> String {
    guard case .string(let text) = value else { throw wrong("a string") }
    return text
  }

  /// Reads a name for people. A name that fills the screen isn't one.
  func title(_ value: JSONValue) throws(FormSchemaError) -> String {
    InputLimits.cut(try string(value), to: InputLimits.titleLength)
  }

  /// Reads an explanation for people.
  func help(_ value: JSONValue) throws(FormSchemaError) -> String {
    InputLimits.cut(try string(value), to: InputLimits.helpLength)
  }

  func bool(_ value: JSONValue) throws(FormSchemaError) -> Bool {
    guard case .bool(let flag) = value else { throw wrong("true or false") }
    return flag
  }

  func number(_ value: JSONValue) throws(FormSchemaError) -> JSONNumber {
    guard case .number(let number) = value else { throw wrong("a number") }
    return number
  }

  func positive(_ value: JSONValue) throws(FormSchemaError) -> JSONNumber {
    guard case .number(let number) = value, number > JSONNumber(0) else {
      throw wrong("a number above zero")
    }
    return number
  }

  func integer(_ value: JSONValue) throws(FormSchemaError) -> Int {
    guard case .number(let number) = value, let integer = number.integer(as: Int.self) else {
      throw wrong("a whole number")
    }
    return integer
  }

  func count(_ value: JSONValue) throws(FormSchemaError) -> Int {
    guard case .number(let number) = value, let count = number.integer(as: Int.self), count >= 0 else {
      throw wrong("a whole number of zero or more")
    }
    return count
  }

  func array(_ value: JSONValue) throws(FormSchemaError) -> [JSONValue] {
    guard case .array(let elements) = value else { throw wrong("a list of values") }
    return elements
  }

  func object(_ value: JSONValue, of noun: String) throws(FormSchemaError) -> JSONObject {
    guard case .object(let object) = value else { throw wrong("an object of \(noun)") }
    return object
  }

  func strings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    guard case .array(let elements) = value else { throw wrong("a list of strings") }
    var strings: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong("a list of strings") }
      strings.append(text)
    }
    return strings
  }

  func distinctStrings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    let strings = try strings(value)
    guard Set(strings).count == strings.count else { throw wrong("a list of distinct strings") }
    return strings
  }

  func stringOrStrings(_ value: JSONValue) throws(FormSchemaError) -> [String] {
    if case .string(let text) = value { return [text] }
    return try strings(value)
  }

  func types(_ value: JSONValue) throws(FormSchemaError) -> [JSONType] {
    var types: [JSONType] = []
    for name in try stringOrStrings(value) {
      guard let type = JSONType(rawValue: name) else { throw wrong(Self.anyType) }
      types.append(type)
    }
    guard !types.isEmpty, Set(types).count == types.count else { throw wrong(Self.anyType) }
    return types
  }

  private static let anyType =
    "one or several of " + JSONType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  func pattern(_ text: String) throws(FormSchemaError) -> String {
    do throws(TextPatternError) {
      _ = try patterns?.pattern(text)
    } catch {
      throw self.error(.pattern(error.message))
    }
    return text
  }

  func wrong(_ expected: String) -> FormSchemaError { error(.wrongValue(expected: expected)) }

  package func error(_ reason: FormSchemaError.Reason) -> FormSchemaError {
    FormSchemaError(path: SettingPath(keys), reason: reason)
  }
}
