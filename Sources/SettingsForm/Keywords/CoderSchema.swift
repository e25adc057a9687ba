/// What Swift's `JSONEncoder` writes for values that have another form in a settings file.
///
/// | setting | in a settings file | by `JSONEncoder` |
/// |---|---|---|
/// | date | `"2026-01-31T12:00:00Z"` | `791553600`, the seconds since 2001 |
/// | duration | `"PT5S"` | `[0, 5000000000000000000]`, its attoseconds in two halves |
/// | option set | `["border", "grid"]` | `5`, with a bit for each option |
///
/// A file with such values is read, with a warning that says how they will be written. A schema in memory has only the type of a settings
/// file, by which values are edited. As JSON, it has both, for other validators, and `jsonEncoder` or `bits` in `x-setting`, by which a
/// reader of the schema leaves out the addition.
struct CoderSchema: Sendable {
  let type: JSONType
  /// The limits of the values, which are limits of no other type.
  let limits: [SchemaKeyword]
  let notice: String
  /// The bits that a number can have, if it stands for a set; the limits can allow others, too, if a schema can't say it.
  private(set) var bits: UInt64?

  init?(_ schema: JSONSchema) {
    guard let setting = schema.keywords.lazy.compactMap(\.setting).first,
      setting.jsonEncoder || !setting.bits.isEmpty
    else { return nil }
    switch schema[.format].flatMap(TextFormat.init(form:)) {
    case .dateTime?:
      (type, limits) = (.number, Self.seconds)
      notice = "This number counts seconds since 2001; it is read as a date, and the next apply stores that."
    case .duration?:
      (type, limits) = (.array, Self.halves)
      notice = "This pair of numbers is read as a duration, and the next apply stores that."
    default:
      guard !setting.bits.isEmpty else { return nil }
      let bits = setting.bits.reduce(0, |)
      (type, limits, self.bits) = (.integer, Self.sets(of: bits), bits)
      notice =
        "This number has a bit for each option; it is read as their list, and the next apply stores that."
    }
  }

  /// The schema of the values alone.
  var schema: JSONSchema { JSONSchema(keywords: [.type([type])] + limits) }

  /// The years from 1 to 9999, which have four digits.
  private static let seconds: [SchemaKeyword] = [
    .limit(.minimum, -63_113_904_000), .limit(.maximum, 252_423_993_599),
  ]

  /// The numbers from 0 to all bits, without those that have a bit in a gap: a range for each set of the bits after the first gap. The sets
  /// of more than eight bits would be too many ranges, and a schema has no other word for them.
  private static func sets(of bits: UInt64) -> [SchemaKeyword] {
    let limits: [SchemaKeyword] = [.limit(.minimum, 0), .limit(.maximum, JSONNumber(bits))]
    // The bits before the first gap can be any number.
    let low = (~bits & (bits &+ 1)) &- 1
    let high = (0..<64).map { UInt64(1) << $0 }.filter { bits & ~low & $0 != 0 }
    if high.isEmpty { return limits }
    guard high.count <= 8 else {
      return limits + [
        .other("$comment", "Only the app can tell which of these numbers are sets of its options.")
      ]
    }
    let sets = high.reduce(into: [UInt64(0)]) { sets, bit in sets += sets.map { $0 | bit } }
    let ranges = sets.map {
      JSONSchema(keywords: [.limit(.minimum, JSONNumber($0)), .limit(.maximum, JSONNumber($0 | low))])
    }
    let values = SchemaKeyword.enumeration(sets.map { .number(JSONNumber($0)) })
    let others = JSONSchema(keywords: [low == 0 ? values : .list(.anyOf, ranges)])
    // A list is no whole number, so this says nothing about it.
    return limits + [.schema(.not, JSONSchema(keywords: [.type([.integer]), .schema(.not, others)]))]
  }

  /// The upper 64 bits of what a duration can be, and the lower ones, which have no sign.
  private static let halves: [SchemaKeyword] = {
    func half(_ range: ClosedRange<Int128>) -> JSONSchema {
      JSONSchema(keywords: [
        .type([.integer]), .limit(.minimum, JSONNumber(range.lowerBound)),
        .limit(.maximum, JSONNumber(range.upperBound)),
      ])
    }
    let upper: Int128 = 499_999_999_999_999_998
    return [
      .list(.prefixItems, [half(-upper...upper), half(0...Int128(UInt64.max))]),
      .count(.minItems, 2), .count(.maxItems, 2),
    ]
  }()
}

extension JSONValue {
  /// Whether the value is a whole number without other bits than these.
  func hasOnly(_ bits: UInt64) -> Bool { number?.integer(as: UInt64.self).map { $0 & ~bits == 0 } ?? false }
}

extension JSONSchema {
  /// The keywords that the schema has as JSON.
  var writtenKeywords: [SchemaKeyword] {
    guard let coder = CoderSchema(self), let place = keywords.firstIndex(where: { $0.name == "type" }) else {
      return keywords
    }
    var types = types
    types.insert(coder.type, at: types.firstIndex(of: .null) ?? types.endIndex)
    var written = keywords
    written[place] = .type(types)
    written.insert(contentsOf: coder.limits, at: place + 1)
    return written
  }

  /// The schema without what its JSON has in addition.
  var withoutCoder: JSONSchema {
    guard let coder = CoderSchema(self) else { return self }
    return JSONSchema(
      keywords: keywords.compactMap { keyword in
        if case .type(let types) = keyword { return .type(types.filter { $0 != coder.type }) }
        return coder.limits.contains(keyword) ? nil : keyword
      })
  }
}

extension JSONObject {
  /// The keywords of a schema without what the JSON of ``JSONSchema`` has in addition.
  package var withoutCoder: JSONObject {
    var reader = SchemaReader(patterns: nil)
    let keywords = ["format", SettingKeyword.name].compactMap { name in
      self[name].flatMap { try? reader.keyword(name, value: $0) }
    }
    guard let coder = CoderSchema(JSONSchema(keywords: keywords)) else { return self }
    var object = self
    for limit in coder.limits { object[limit.name] = nil }
    if case .array(let types)? = object["type"] {
      let usual = types.filter { $0 != .string(coder.type.rawValue) }
      object["type"] = usual.count == 1 ? usual[0] : .array(usual)
    }
    return object
  }
}

extension SchemaKeyword {
  fileprivate var setting: SettingKeyword? {
    if case .setting(let setting) = self { setting } else { nil }
  }
}
