/// The number of seconds that a duration or a date represents: a duration's length, or the time since 1970 in UTC.
struct RuleQuantity: Hashable {
  /// The seconds, exact.
  let seconds: JSONNumber

  /// The length of a duration; `nil` for a malformed one, and for one without a fixed length, as years and months have.
  init?(duration text: String) {
    guard let seconds = (try? FixedDuration(text))?.seconds else { return nil }
    self.seconds = seconds
  }

  /// The time since 1970 of a date with time (RFC 3339); `nil` for a malformed one.
  init?(dateTime text: String) {
    // Dates have four digits of years, so that a duration holds the time since 1970.
    guard let time = TextLimits.Format.dateTime.attoseconds(of: text),
      let seconds = FixedDuration(attoseconds: time)?.seconds
    else { return nil }
    self.seconds = seconds
  }

  /// The text of a duration; `nil` if it is too long, or finer than attoseconds.
  static func durationText(_ seconds: JSONNumber) -> String? {
    FixedDuration(seconds)?.text
  }
}
