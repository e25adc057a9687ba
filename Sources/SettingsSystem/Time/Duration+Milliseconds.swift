extension Duration {
  /// The whole milliseconds, rounded toward zero and clamped to the range of `Int64`.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard !isTooLarge, !overflows else { return seconds < 0 ? .min : .max }
    return sum
  }
}
