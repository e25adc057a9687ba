/// The name of an apply that has to be confirmed. Pass it to confirm or cancel the apply.
public struct ConfirmationID: Hashable, Sendable {
  private let number: UInt32

  /// Creates an ID from a random number.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Creates an ID from the string that `description` returns, in either letter case; returns `nil` if the string is malformed.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 8, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16) else {
      return nil
    }
    self.number = number
  }
}

extension ConfirmationID: CustomStringConvertible {
  /// Eight hexadecimal digits.
  public var description: String { String(number, digits: 8, radix: 16) }
}
