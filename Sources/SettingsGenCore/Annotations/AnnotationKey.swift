/// What annotations can say.
enum AnnotationKey: String, CaseIterable, Sendable {
  case skipSetting, requiresRestart, sideEffect, range, step, title, unit, pattern, length, secret, readOnly
  case advanced, multiline, deprecated, was, order
  case injectHeader, injectFooter
  case json
  case optionsBinding = "OptionsBinding"

  /// What an annotation can stand at.
  enum Place: String, Sendable {
    case setting = "a setting"
    case section = "a section"
    case enumeration = "an enum"
    case enumCase = "an enum's case"
    case optionSet = "an option set"
  }

  /// Whether the annotation means something there.
  func applies(to place: Place) -> Bool {
    switch place {
    case .setting:
      switch self {
      case .injectHeader, .injectFooter, .optionsBinding: false
      default: true
      }
    case .section:
      switch self {
      case .title, .injectHeader, .injectFooter, .skipSetting, .requiresRestart, .advanced, .order: true
      default: false
      }
    case .enumeration, .optionSet: self == .optionsBinding
    case .enumCase: self == .title || self == .deprecated || self == .skipSetting
    }
  }

  /// Whether a text is the name of an annotation, in small letters or capitals.
  static func isKnown(_ text: String) -> Bool {
    allCases.contains { $0.rawValue.lowercased() == text.lowercased() }
  }

  /// The key most like a misspelt one; `nil` if none is like it.
  static func nearest(to text: String) -> AnnotationKey? {
    let limit = max(1, min(3, text.unicodeScalars.count / 3))
    var best: (key: AnnotationKey, distance: Int)?
    for key in allCases {
      let distance = Spelling.distance(text.lowercased(), key.rawValue.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (key, distance) }
    }
    return best?.key
  }
}
