/// The name of one confirmed apply, by which it is confirmed or cancelled.
public struct ConfirmationID: Hashable, Sendable {
  private let text: String

  /// Reads an id as `description` writes it; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let digits = text.lowercased()
    guard digits.utf8.count == 8, UInt32(digits, radix: 16) != nil, !digits.hasPrefix("+") else { return nil }
    self.text = digits
  }

  private init(digits: String) {
    text = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
  }

  /// An id that no other has.
  static func new() -> ConfirmationID {
    ConfirmationID(digits: String(UInt32.random(in: .min ... .max), radix: 16))
  }
}

extension ConfirmationID: CustomStringConvertible {
  /// Eight hexadecimal digits.
  public var description: String { text }
}
