/// The identity of a commit. It is in the names of the records and of the temporary file, so that recovery can match them.
struct CommitID: Hashable, Sendable, CustomStringConvertible {
  private let number: UInt64

  /// Creates an ID from a random number.
  init(_ number: UInt64) {
    self.number = number
  }

  /// Creates an ID from the string that `description` returns; returns `nil` if the string is malformed.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, text.utf8.allSatisfy(\.isHexadecimal), let number = UInt64(text, radix: 16)
    else { return nil }
    self.number = number
  }

  /// Sixteen hexadecimal digits.
  var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }
}
