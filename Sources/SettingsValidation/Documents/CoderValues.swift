/// Values as Swift's `JSONEncoder` writes them, as those of a settings file. `CoderSchema` has the table.
extension FormKind {
  /// Returns the value that a settings file has instead; `nil` for a value that isn't of the coder.
  func value(ofCoder node: JSONNode) -> JSONValue? {
    switch (self, node.value) {
    case (.string(let limits), .number(let seconds))
    where limits.readsJSONEncoder && limits.format == .dateTime:
      DateTimeGrammar.text(secondsSince2001: seconds).map(JSONValue.string)
    case (.string(let limits), .array(let halves))
    where limits.readsJSONEncoder && limits.format == .duration:
      FixedDuration(halves: halves).map { .string($0.text) }
    case (.flags(let choices), .number(let number)): choices.flags(of: number).map(JSONValue.array)
    default: nil
    }
  }
}

extension [FormChoice] {
  /// Returns the choices whose bits a number has; `nil` if a bit has no choice.
  fileprivate func flags(of number: JSONNumber) -> [JSONValue]? {
    guard let bits = number.integer(as: UInt64.self), allSatisfy({ $0.bit != nil }),
      bits & ~reduce(0, { $0 | ($1.bit ?? 0) }) == 0
    else { return nil }
    return filter { bits & ($0.bit ?? 0) != 0 }.map(\.value)
  }
}

extension FixedDuration {
  /// Creates a duration from the upper and the lower half of its attoseconds.
  fileprivate init?(halves: [JSONValue]) {
    guard halves.count == 2, case .number(let upper) = halves[0], case .number(let lower) = halves[1],
      let upper = upper.integer(as: Int64.self), let lower = lower.integer(as: UInt64.self)
    else { return nil }
    self.init(attoseconds: Int128(upper) << 64 | Int128(lower))
  }
}

extension DateTimeGrammar {
  /// Returns the date of a number of seconds since the beginning of 2001 in UTC; `nil` for a year without four digits. A number that is
  /// finer than an attosecond, which no date is, counts as its nearest billionth.
  package static func text(secondsSince2001 number: JSONNumber) -> String? {
    let nearest = JSONNumber((number.double * 1e9).rounded() / 1e9)
    guard let time = FixedDuration(number) ?? nearest.flatMap({ FixedDuration($0) }) else { return nil }
    return text(attoseconds: time.attoseconds + 978_307_200 * 1_000_000_000_000_000_000)
  }
}
