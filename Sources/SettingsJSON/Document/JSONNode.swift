/// A value in a document: a cursor, which decodes what is asked for.
///
/// A node keeps its document's text alive, and costs nothing else.
public struct JSONNode: Sendable {
  /// What a value is.
  public enum Kind: String, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  package let storage: JSONStorage
  /// The value's entry in the index.
  package let entry: Int

  package init(storage: JSONStorage, entry: Int) {
    self.storage = storage
    self.entry = entry
  }

  private var token: JSONEntry { storage.entries[entry] }

  /// What the value is.
  public var kind: Kind {
    switch token.kind {
    case .null: .null
    case .true, .false: .bool
    case .number: .number
    case .string, .key: .string
    case .array: .array
    case .object, .end: .object
    }
  }

  /// Where the value stands.
  ///
  /// Cost: linear in the text for the first position of a document, then constant.
  public var position: SourcePosition { storage.position(of: token.offset) }

  /// Where the value stands, in bytes from the start of the text.
  public var byteRange: Range<Int> { storage.range(of: entry) }

  /// The entry of the member's key.
  private var keyEntry: Int? {
    entry > 0 && storage.entries[entry - 1].kind == .key ? entry - 1 : nil
  }

  /// The key of the member that the value belongs to; `nil` for an element and for the root.
  public var key: String? { keyEntry.map(storage.text(of:)) }

  /// Where that key stands.
  public var keyPosition: SourcePosition? {
    keyEntry.map { storage.position(of: storage.entries[$0].offset) }
  }

  /// The value, detached from the document.
  ///
  /// Cost: linear in what the value holds.
  public var value: JSONValue {
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

  /// `true` or `false`; `nil` for anything else.
  public var bool: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text of a string; `nil` for anything else.
  public var string: String? {
    token.kind == .string ? storage.text(of: entry) : nil
  }

  /// A number as it is spelt; `nil` for anything else.
  public var number: JSONNumber? {
    token.kind == .number ? JSONNumber(checked: spelling) : nil
  }

  /// What a number is worth; `nil` for anything else.
  package var decimalValue: JSONDecimal? {
    guard token.kind == .number else { return nil }
    return storage.bytes.withUnsafeBufferPointer { JSONDecimal(UnsafeBufferPointer(rebasing: $0[byteRange])) }
  }

  /// The number of Unicode scalars of a string; 0 for anything else.
  package var scalarCount: Int {
    guard token.kind == .string else { return 0 }
    return storage.scalarCount(of: entry)
  }

  /// Whether this is a certain string.
  package func isText(_ text: String) -> Bool {
    token.kind == .string && storage.isText(text, at: entry)
  }

  private var spelling: String { String(decoding: storage.bytes[byteRange], as: UTF8.self) }

  /// A number as an integer; `nil` for anything else, for a fraction, and if it does not fit.
  ///
  /// What counts is the worth: `1.0` and `1e2` are integers.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    guard token.kind == .number else { return nil }
    // Eighteen digits fit an `Int64`.
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

  /// The double nearest to a number; infinite if it is too large for one; `nil` for anything else.
  public var double: Double? {
    guard token.kind == .number else { return nil }
    return decimalValue?.exactDouble ?? number?.double
  }
}
