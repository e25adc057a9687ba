extension String {
  /// Creates the digits of a number, with zeros before them up to a number of digits.
  @inlinable
  package init(_ number: some BinaryInteger, digits count: Int, radix: Int = 10, uppercase: Bool = false) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }

  /// Returns the text with spaces after it up to a number of characters.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
