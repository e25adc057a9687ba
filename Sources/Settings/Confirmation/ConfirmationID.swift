/// The name of one confirmed apply, by which it is confirmed or canceled.
public struct ConfirmationID: Hashable, Sendable {
  private let number: UInt32

  /// Creates an ID of a random number.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Reads an ID as `description` writes it, in either case; returns `nil` if the text is malformed.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 8, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16) else {
      return nil
    }
    self.number = number
  }
}

extension ConfirmationID: CustomStringConvertible {
  /// Eight hexadecimal digits.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
