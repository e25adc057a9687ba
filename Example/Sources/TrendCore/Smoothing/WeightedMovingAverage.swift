/// For each reading the mean of the readings of the last `days` days, weighted by `days - age`.
///
/// <https://en.wikipedia.org/wiki/Moving_average#Weighted_moving_average>, with ages in days rather than in readings, so
/// that a gap makes the readings before it count less.
func weightedMovingAverage(of readings: ArraySlice<Reading>, days: Int) -> [Reading] {
  windows(of: readings, days: days).map { day, window in
    var sum = 0.0
    var weights = 0.0
    for reading in window {
      let weight = Double(max(1, days) - reading.day.distance(to: day))
      sum += weight * reading.value
      weights += weight
    }
    return Reading(day: day, value: sum / weights)
  }
}
