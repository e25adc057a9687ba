/// A duration as RFC 3339, appendix A, takes it from ISO 8601: `P3Y6M4DT12H30M5S`, `P2W`.
///
/// Beyond that grammar seconds may have a fraction, `PT1.5S`, as ISO 8601 allows, and a unit in between may
/// be left out, `PT1H5S`.
enum DurationGrammar {
  static func isDuration(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    guard bytes.take("P") else { return false }
    if isWeeks(bytes) { return true }
    let hasDate = takeUnits("YMD", &bytes)
    guard bytes.take("T") else { return hasDate && bytes.isEmpty }
    return takeUnits("HMS", &bytes) && bytes.isEmpty
  }

  private static func isWeeks(_ bytes: TextBytes) -> Bool {
    var bytes = bytes
    return bytes.takeDigits() > 0 && bytes.take("W") && bytes.isEmpty
  }

  /// Takes numbers, each with a unit, the units in order; answers whether there was one at least.
  private static func takeUnits(_ units: String, _ bytes: inout TextBytes) -> Bool {
    var hasAny = false
    for unit in units.unicodeScalars {
      var rest = bytes
      guard rest.takeDigits() > 0 else { break }
      if unit == "S", rest.take("."), rest.takeDigits() == 0 { return false }
      guard rest.take(unit) else { continue }
      bytes = rest
      hasAny = true
    }
    return hasAny
  }
}
