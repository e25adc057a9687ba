extension FixedDuration {
  /// The duration with units, as ``Quantity`` reads it: `1 h 30 min`, `0.25 s`, `250 µs`.
  package var words: String {
    var rest = attoseconds.magnitude
    // A part of a second is in the largest unit that results in a whole number.
    let small = ["s", "ms", "µs", "ns"].compactMap(QuantityUnit.init)
    if rest > 0, let second = small.first, rest < second.size.magnitude,
      let unit = small.first(where: { rest.isMultiple(of: $0.size.magnitude) })
    {
      return "\(attoseconds < 0 ? "-" : "")\(rest / unit.size.magnitude) \(unit.symbol)"
    }
    var parts: [String] = []
    for unit in QuantityUnit.clock.dropLast() {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.size.magnitude)
      if count > 0 { parts.append("\(count) \(unit.symbol)") }
      rest = remainder
    }
    if rest > 0 || parts.isEmpty, let seconds = FixedDuration(attoseconds: Int128(rest))?.seconds {
      parts.append("\(seconds) s")
    }
    return (attoseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}

extension Duration {
  /// The duration with units, as ``Quantity`` reads it: `1 min 30 s`.
  package var words: String { FixedDuration(attoseconds: attoseconds)?.words ?? description }
}

extension TextLimits.Format {
  /// Returns a string of the format as people read it: a duration with units. Returns other strings, and malformed ones,
  /// unchanged.
  package func words(for text: String) -> String {
    guard self == .duration, let duration = try? FixedDuration(text) else { return text }
    return duration.words
  }
}
