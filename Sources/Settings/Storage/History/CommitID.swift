/// The identity of a commit. It is in the names of the records and of the temporary file, so that recovery can match them.
struct CommitID: Hashable, Sendable, CustomStringConvertible {
  private let number: UInt64

  /// Creates an ID from a random number.
  init(_ number: UInt64) {
    self.number = number
  }

  /// Creates an ID from the string that `description` returns; returns `nil` if the string is malformed.
  init?(_ text: some StringProtocol) {
    guard let number = UInt64(text, radix: 16), Self(number).description == text else { return nil }
    self.number = number
  }

  /// Sixteen hexadecimal digits.
  var description: String { String(number, digits: 16, radix: 16) }
}
