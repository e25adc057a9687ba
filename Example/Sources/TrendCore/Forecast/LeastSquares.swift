/// Ordinary least squares with days counted back from the last one: slope = Σ(x-x̄)(y-ȳ) / Σ(x-x̄)².
///
/// <https://en.wikipedia.org/wiki/Simple_linear_regression>
func leastSquares(of readings: ArraySlice<Reading>, last: Reading) -> Forecast {
  let count = Double(readings.count)
  let points = readings.map { (x: -Double($0.day.distance(to: last.day)), y: $0.value) }
  let meanX = points.reduce(0) { $0 + $1.x } / count
  let meanY = points.reduce(0) { $0 + $1.y } / count
  let covariance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
  let variance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
  guard variance > 0 else { return Forecast(start: last.day, value: last.value, slope: 0) }
  let slope = covariance / variance
  return Forecast(start: last.day, value: meanY - slope * meanX, slope: slope)
}
