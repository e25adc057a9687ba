/// For each reading the mean of the readings of the last `days` days; of itself alone if `days` is less than 2.
func movingAverage(of readings: ArraySlice<Reading>, days: Int) -> [Reading] {
  windows(of: readings, days: days).map { day, window in
    Reading(day: day, value: window.reduce(0) { $0 + $1.value } / Double(window.count))
  }
}

/// For each reading the readings of the last `days` days, at least itself.
func windows(of readings: ArraySlice<Reading>, days: Int) -> [(day: Day, window: ArraySlice<Reading>)] {
  var start = readings.startIndex
  return readings.indices.map { index in
    let day = readings[index].day
    while start < index && readings[start].day.distance(to: day) >= days {
      start += 1
    }
    return (day, readings[start...index])
  }
}
