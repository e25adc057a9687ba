import SettingsForm

/// Durations as ISO 8601 writes them.
enum DurationText {
  /// The text of so many seconds, milliseconds, microseconds or nanoseconds: `PT1.5S`; `nil` for other units.
  static func text(of number: JSONNumber, unit: String) -> String? {
    let places: Int
    switch unit {
    case "seconds": places = 0
    case "milliseconds": places = 3
    case "microseconds": places = 6
    case "nanoseconds": places = 9
    default: return nil
    }
    let spelling = number.spelling
    guard !spelling.contains("e"), !spelling.contains("E") else { return nil }
    let isNegative = spelling.hasPrefix("-")
    let parts = spelling.drop { $0 == "-" }.split(separator: ".")
    guard let whole = parts.first else { return nil }
    var digits = String(repeating: "0", count: places) + whole
    let fractionStart = digits.index(digits.endIndex, offsetBy: -places)
    var fraction = String(digits[fractionStart...]) + (parts.count > 1 ? parts[1] : "")
    digits = String(digits[..<fractionStart].drop { $0 == "0" })
    while fraction.last == "0" { fraction.removeLast() }
    let seconds = (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction)
    return (isNegative && seconds != "0" ? "-" : "") + "PT\(seconds)S"
  }
}
