import TrendCore

/// A series whose days are counted from 2025-01-01 = 1.
func series(_ values: KeyValuePairs<Int, Double>) -> Series {
  Series(values.map { Reading(day: Day(number: 20_088 + $0.key), value: $0.value) })
}

/// The values of a series, rounded to 1/1000 as the sums in the tests are.
func rounded(_ series: Series) -> [Double] {
  series.readings.map { ($0.value * 1000).rounded() / 1000 }
}
