/// The table at the end: how each operation compares with what a user would use instead.
struct Summary {
  /// The time of an operation, and that of the alternative.
  struct Row {
    let operation: String
    let time: Duration
    let other: String
    let otherTime: Duration
  }

  let rows: [Row]

  /// Prints the rows.
  func print() {
    guard !rows.isEmpty else { return }
    Swift.print("\n# Summary\n\n" + line("operation", "Settings", "instead", "", "ratio"))
    for row in rows {
      let isFaster = row.time <= row.otherTime
      let ratio = isFaster ? row.otherTime / row.time : row.time / row.otherTime
      Swift.print(
        line(
          row.operation, text(row.time), row.other, text(row.otherTime),
          rounded(ratio, 1) + (isFaster ? " times as fast" : " times as long")))
    }
  }

  private func line(
    _ operation: String, _ time: String, _ other: String, _ otherTime: String, _ ratio: String
  ) -> String {
    pad(operation, 44) + pad(time, -10) + "   " + pad(other, 34) + pad(otherTime, -10) + "   " + ratio
  }
}
