/// A value in a document, which is decoded when it is requested.
///
/// A node keeps the text of its document in memory, and has no other cost.
package struct JSONNode: Sendable {
  package typealias Kind = JSONValue.Kind

  package let storage: JSONStorage
  /// The entry of the value in the index.
  package let entry: Int

  package init(storage: JSONStorage, entry: Int) {
    self.storage = storage
    self.entry = entry
  }

  var token: JSONEntry { storage.entries[entry] }

  /// The type of the value.
  package var kind: Kind {
    switch token.kind {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .string, .key: .string
    case .array: .array
    case .object, .end: .object
    }
  }

  /// The position of the value.
  ///
  /// Cost: linear in the text for the first position of a document, then constant.
  package var position: SourcePosition { storage.position(of: token.offset) }

  /// The byte range of the value in the text.
  package var byteRange: Range<Int> { storage.range(of: entry) }

  /// The entry of the member's key.
  private var keyEntry: Int? {
    entry > 0 && storage.entries[entry - 1].kind == .key ? entry - 1 : nil
  }

  /// The key of the member that has this value; `nil` for an array element and for the root.
  package var key: String? { keyEntry.map(storage.text(of:)) }

  /// The position of the member's key; `nil` for an array element and for the root.
  package var keyPosition: SourcePosition? {
    keyEntry.map { storage.position(of: storage.entries[$0].offset) }
  }

  /// The value without its document.
  ///
  /// Cost: linear in the size of the value.
  package var value: JSONValue {
    switch token.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(JSONNumber(checked: spelling))
    case .string, .key: return .string(storage.text(of: entry))
    case .array: return .array(elements.map(\.value))
    case .object, .end:
      guard storage.duplicateKeys == .refused else {
        var object = JSONObject()
        for (key, node) in members { object[key] = node.value }
        return .object(object)
      }
      return .object(
        JSONObject(distinct: members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
    }
  }

  /// `true` or `false`; `nil` for any other type.
  package var bool: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The content of a string; `nil` for any other type.
  package var string: String? {
    token.kind == .string ? storage.text(of: entry) : nil
  }

  /// The range of the bytes between the quotes of a string, and whether it has escapes; `nil` for any other type.
  package var stringContent: (bytes: Range<Int>, hasEscapes: Bool)? {
    let token = token
    guard token.kind == .string else { return nil }
    return (token.offset + 1..<token.offset + token.payload - 1, token.flag)
  }

  /// A number as it is spelled; `nil` for any other type.
  package var number: JSONNumber? {
    token.kind == .number ? JSONNumber(checked: spelling) : nil
  }

  /// The decimal value of a number; `nil` for any other type.
  package var decimalValue: JSONDecimal? {
    guard token.kind == .number else { return nil }
    return storage.bytes.withUnsafeBufferPointer { JSONDecimal(UnsafeBufferPointer(rebasing: $0[byteRange])) }
  }

  /// The number of Unicode scalars of a string; 0 for any other type.
  package var scalarCount: Int {
    guard token.kind == .string else { return 0 }
    return storage.scalarCount(of: entry)
  }

  /// Whether this is a string with this content.
  package func isText(_ text: String) -> Bool {
    token.kind == .string && storage.isText(text, at: entry)
  }

  private var spelling: String { String(decoding: storage.bytes[byteRange], as: UTF8.self) }

  /// Returns a number as an integer; `nil` for any other type, for a fraction, and for a number out of range.
  ///
  /// The value matters, not the spelling: `1.0` and `1e2` are integers.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    guard token.kind == .number else { return nil }
    // Any 18 digits fit in an `Int64`. Any other byte makes the sum meaningless, which isn't used then.
    if token.payload <= 18 {
      var value: Int64 = 0
      var isPlain = true
      let isNegative = storage.bytes[token.offset] == UInt8(ascii: "-")
      for byte in storage.bytes[(token.offset + (isNegative ? 1 : 0))..<(token.offset + token.payload)] {
        let digit = byte &- 0x30
        isPlain = isPlain && digit < 10
        value = value &* 10 &+ Int64(digit)
      }
      if isPlain { return Integer(exactly: isNegative ? -value : value) }
    }
    return number?.integer(as: type)
  }

  /// The double nearest to a number, infinite if the number is too large; `nil` for any other type.
  package var double: Double? {
    guard token.kind == .number else { return nil }
    return decimalValue?.exactDouble ?? number?.double
  }
}
