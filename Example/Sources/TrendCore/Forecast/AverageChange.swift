/// The weighted mean of the daily changes; 0 if there is only one reading.
///
/// The change over a gap is spread evenly over its days, and each day has its own weight.
func averageChange(
  of readings: ArraySlice<Reading>, days: Int, weights: Forecasting.Weights
) -> Double {
  guard let last = readings.last else { return 0 }
  var sum = 0.0
  var total = 0.0
  for (old, new) in zip(readings, readings.dropFirst()) {
    let gap = old.day.distance(to: new.day)
    let change = (new.value - old.value) / Double(gap)
    for dayOfGap in 0..<gap {
      let weight = weights.weight(ofAge: new.day.distance(to: last.day) + dayOfGap, days: days)
      sum += weight * change
      total += weight
    }
  }
  return total > 0 ? sum / total : 0
}

extension Forecasting.Weights {
  /// Returns the weight of a day by its age and the length of the period.
  fileprivate func weight(ofAge age: Int, days: Int) -> Double {
    switch self {
    case .equal: 1
    case .linear: Double(max(0, days - age))
    case .exponential: power(1 - 2 / Double(days + 1), age)
    }
  }
}
