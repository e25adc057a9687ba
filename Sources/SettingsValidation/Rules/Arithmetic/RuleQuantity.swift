/// The number of seconds that a duration or a date represents: a duration's length, or the time since 1970 in UTC.
struct RuleQuantity: Hashable {
  /// The exact number of seconds.
  let seconds: JSONNumber

  /// Creates the length of a duration; returns `nil` for a malformed duration, and for one without a fixed length, such as one
  /// with years and months.
  init?(duration text: String) {
    guard let seconds = (try? FixedDuration(text))?.seconds else { return nil }
    self.seconds = seconds
  }

  /// Creates the time since 1970 of a date with time (RFC 3339); returns `nil` for a malformed date.
  init?(dateTime text: String) {
    // Dates have years of four digits, so a duration can hold the time since 1970.
    guard let time = TextLimits.Format.dateTime.attoseconds(of: text),
      let seconds = FixedDuration(attoseconds: time)?.seconds
    else { return nil }
    self.seconds = seconds
  }

  /// Returns the string of a duration; `nil` if it is too long, or finer than attoseconds.
  static func durationText(_ seconds: JSONNumber) -> String? {
    FixedDuration(seconds)?.text
  }
}
