extension Duration {
  /// The whole milliseconds, rounded toward zero; the most or the fewest that 64 bits can hold if they can't hold them.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard !isTooLarge, !overflows else { return seconds < 0 ? .min : .max }
    return sum
  }
}
