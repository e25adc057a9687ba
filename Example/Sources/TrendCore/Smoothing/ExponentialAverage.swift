/// Simple exponential smoothing, begun with the first reading: `trend + f · (value - trend)`.
///
/// <https://en.wikipedia.org/wiki/Exponential_smoothing>. After n days the old trend weighs `(1 - factor)ⁿ`, whether
/// or not there were readings in between, so `f = 1 - (1 - factor)ⁿ`.
func exponentialAverage(of readings: ArraySlice<Reading>, factor: Double) -> [Reading] {
  guard let first = readings.first else { return [] }
  let stay = 1 - min(1, max(0, factor))
  var trend = first
  return [first]
    + readings.dropFirst().map { reading in
      let old = power(stay, trend.day.distance(to: reading.day))
      trend = Reading(day: reading.day, value: old * trend.value + (1 - old) * reading.value)
      return trend
    }
}

/// A base to the power of a whole number from 0, by repeated squaring.
func power(_ base: Double, _ exponent: Int) -> Double {
  var result = 1.0
  var square = base
  var rest = exponent
  while rest > 0 {
    if rest & 1 == 1 { result *= square }
    square *= square
    rest >>= 1
  }
  return result
}
