import SettingsForm

/// The known annotations.
enum AnnotationKey: String, CaseIterable, Sendable {
  case skipSetting, requiresRestart, sideEffect, range, step, title, unit, pattern, length, choices, secret,
    readOnly
  case advanced, multiline, deprecated, was, keywords, order, required
  case injectHeader, injectFooter, detail, action
  case json
  case app
  case optionsBinding = "OptionsBinding"

  /// The kinds of declarations that an annotation can apply to.
  enum Place: String, Sendable {
    case setting = "a setting"
    case section = "a section"
    case enumeration = "an enum"
    case enumCase = "an enum's case"
    case associatedValue = "an associated value"
    case optionSet = "an option set"
  }

  /// Whether the annotation applies to a kind of declaration.
  func applies(to place: Place) -> Bool {
    switch place {
    case .setting:
      switch self {
      case .injectHeader, .injectFooter, .detail, .action, .optionsBinding, .app: false
      default: true
      }
    case .section:
      switch self {
      case .title, .injectHeader, .injectFooter, .detail, .action: true
      case .skipSetting, .requiresRestart, .advanced, .was, .keywords, .order, .app: true
      default: false
      }
    case .enumeration, .optionSet: self == .optionsBinding
    case .enumCase:
      self == .title || self == .deprecated || self == .skipSetting || self == .secret || self == .was
    case .associatedValue:
      switch self {
      case .title, .secret, .range, .step, .unit, .pattern, .length, .multiline, .was: true
      default: false
      }
    }
  }

  /// Whether a string is the name of an annotation, regardless of case.
  static func isKnown(_ text: String) -> Bool {
    allCases.contains { $0.rawValue.lowercased() == text.lowercased() }
  }

  /// Returns the key that a misspelled name is closest to; `nil` if no key is similar.
  static func nearest(to name: String) -> AnnotationKey? {
    EditDistance.nearest(to: name, among: allCases.map(\.rawValue)).flatMap(AnnotationKey.init)
  }
}
