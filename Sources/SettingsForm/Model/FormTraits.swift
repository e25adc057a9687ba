/// The flags of a setting.
public struct FormTraits: OptionSet, Hashable, Sendable {
  /// One bit a flag.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A change is used by the next process, not by the running one.
  public static let requiresRestart = FormTraits(rawValue: 1 << 0)
  /// The value is masked wherever it would be shown. Parts of a value and whole sections can be secret, too: see
  /// `FormSetting.isSecret` and `FormSetting.holdsSecrets`.
  public static let secret = FormTraits(rawValue: 1 << 1)
  /// The value is shown but not edited.
  public static let readOnly = FormTraits(rawValue: 1 << 2)
  /// The setting is for the few who look for it.
  public static let advanced = FormTraits(rawValue: 1 << 3)
  /// The setting works still but is on its way out.
  public static let deprecated = FormTraits(rawValue: 1 << 4)
}
