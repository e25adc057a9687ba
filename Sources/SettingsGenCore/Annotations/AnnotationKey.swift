import SettingsForm

/// The known annotations: one table, from which everything else that is known about them follows.
///
/// A row says how an annotation is written, where it belongs, which values it has, and what it does to a setting. The check of an
/// annotation, the messages and the help are made of it, and a test compares `Documentation/Annotations.md` with it. So a new
/// annotation is a case, its row, and its line in that page. What an annotation does to more than its setting, such as the rows
/// that it adds to a section, is the business of `FormBuilder`.
///
/// The raw value is the word in the comment. Limits are applied in the order of the cases.
enum AnnotationKey: String, CaseIterable, Sendable {
  case range, step, unit, length, pattern, multiline, choices
  case title, secret, readOnly, advanced, deprecated, requiresRestart, sideEffect, was, keywords, order,
    skipSetting
  case required, json, computedDefault, detail, action
  case injectHeader, injectFooter, headerAction, footerAction, inline
  case app
  case optionsBinding = "OptionsBinding"

  /// The kinds of declarations that an annotation can apply to. The raw values are parts of messages: "'range' has no
  /// meaning for a section".
  enum Place: String, CaseIterable, Sendable {
    case setting = "a setting"
    case section = "a section"
    /// The struct of all settings. What applies to a section applies to it, too, except its place among others.
    case root = "the root of the settings"
    case enumeration = "an enum"
    case enumCase = "an enum's case"
    case associatedValue = "an associated value"
  }

  /// The values that an annotation has.
  enum Value: Sendable {
    /// None, `true` or `false`.
    case flag
    /// As a flag, or a reason in quotes.
    case reason
    /// A text, in quotes or not, that isn't empty.
    case text
    case wholeNumber
    /// One name or a list of names, which can be code.
    case names
    /// The name of a function of the app.
    case function
    /// The name of a function of the app, or a list of names.
    case functions
    /// The name of a function that returns a text; without it, the function has the name of the struct.
    case textHook
    /// A limit, whose form depends on the type of the setting. `AnnotationEffect` checks it.
    case limit
  }

  /// A row of the table.
  struct Row {
    /// How the annotation is written, for the help and for messages.
    let example: String
    /// The declarations that it applies to, in the order in which a message lists them.
    let places: [Place]
    let value: Value
    /// Whether several of them at one declaration are combined.
    let isRepeatable: Bool

    init(_ example: String, at places: [Place], _ value: Value = .flag, isRepeatable: Bool = false) {
      (self.example, self.places, self.value, self.isRepeatable) = (example, places, value, isRepeatable)
    }
  }

  /// What the table says about the annotation.
  var row: Row {
    switch self {
    case .range: Row("range = 1...30", at: [.setting, .associatedValue], .limit)
    case .step: Row("step = 5", at: [.setting, .associatedValue], .limit)
    case .unit: Row("unit = \"days\"", at: [.setting, .associatedValue], .text)
    case .length: Row("length = 1...80", at: [.setting, .associatedValue], .limit)
    case .pattern: Row("pattern = \"^[a-z]+$\"", at: [.setting, .associatedValue], .text)
    case .multiline: Row("multiline", at: [.setting, .associatedValue])
    case .choices: Row("choices = columns", at: [.setting], .function)
    case .title: Row("title = \"Look-back\"", at: [.setting, .section, .enumCase, .associatedValue], .text)
    case .secret: Row("secret", at: [.setting, .enumCase, .associatedValue])
    case .readOnly: Row("readOnly", at: [.setting])
    case .advanced: Row("advanced", at: [.setting, .section])
    case .deprecated: Row("deprecated", at: [.setting, .enumCase], .reason)
    case .requiresRestart: Row("requiresRestart", at: [.setting, .section])
    case .sideEffect: Row("sideEffect = reload", at: [.setting], .names, isRepeatable: true)
    case .was:
      Row(
        "was = \"period\"", at: [.setting, .section, .enumCase, .associatedValue], .names, isRepeatable: true)
    case .keywords:
      Row("keywords = [\"proxy\", \"gateway\"]", at: [.setting, .section], .names, isRepeatable: true)
    case .order: Row("order = 1", at: [.setting, .section], .wholeNumber)
    case .skipSetting: Row("skipSetting", at: [.setting, .section, .enumCase])
    case .required: Row("required", at: [.setting])
    case .json: Row("json", at: [.setting])
    case .computedDefault: Row("computedDefault", at: [.setting])
    case .detail: Row("detail = fileSize", at: [.setting, .section], .functions, isRepeatable: true)
    case .action: Row("action = forgetCache", at: [.setting, .section], .functions, isRepeatable: true)
    case .injectHeader: Row("injectHeader = greeting", at: [.section], .textHook)
    case .injectFooter: Row("injectFooter = license", at: [.section], .textHook)
    case .headerAction: Row("headerAction = help", at: [.section], .functions, isRepeatable: true)
    case .footerAction: Row("footerAction = renew", at: [.section], .functions, isRepeatable: true)
    case .inline: Row("inline", at: [.section])
    case .app: Row("app = \"trend\"", at: [.root], .text)
    case .optionsBinding: Row("OptionsBinding", at: [.enumeration])
    }
  }

  /// Whether the annotation applies to a kind of declaration. If it doesn't, it is an error there, with the places
  /// where it would.
  ///
  /// This is about the declaration only. Whether a setting has a fitting type, such as a number for `range`, is checked
  /// when its limits are made.
  func applies(to place: Place) -> Bool {
    let places = row.places
    return places.contains(place) || place == .root && places.contains(.section) && self != .inline
  }
}

/// What is wrong with the value of an annotation.
extension AnnotationKey {
  /// Returns the fault of a value, with an example of the right form; `nil` if it is as the table says.
  func fault(of annotation: Annotation, at place: Place) -> String? {
    let (value, row) = (annotation.value, row)
    func unless(_ isValid: Bool, _ needed: String) -> String? {
      isValid ? nil : "'\(rawValue)' needs \(needed): \(row.example)"
    }
    let names = value.listed.mapAll(\.text)
    switch row.value {
    case .limit: return nil
    case .flag, .reason:
      if case .string = value, row.value == .reason { return nil }
      return value.isSwitch ? nil : "'\(rawValue)' is on or off: write it alone, or with '= false'"
    case .text:
      switch value {
      case .none, .list, .object: return unless(false, "a string")
      default: return unless(!annotation.spelling.isEmpty, "a string that isn't empty")
      }
    case .wholeNumber: return unless(value.integer != nil, "a whole number")
    case .names:
      if self == .sideEffect,
        let name = names?.first(where: { SwiftName.isPlain($0) && !SwiftName.isFunction($0) })
      {
        return "'\(name)' isn't the name of a function, which 'sideEffect' needs: \(row.example)"
      }
      // An enum's case can have been a number.
      if self == .was, place == .enumCase {
        return unless(
          value.listed.allSatisfy { $0.text?.isEmpty == false || $0.number != nil }, "a name or a number")
      }
      return unless(names?.contains("") == false, self == .keywords ? "words" : "a name")
    case .function, .functions:
      guard let names, !names.isEmpty, names.allSatisfy(SwiftName.isFunction) else {
        return unless(false, "the name of a function")
      }
      return unless(row.value == .functions || names.count == 1, "one function")
    case .textHook:
      return unless(
        value.isSwitch || value.text.map(SwiftName.isFunction) == true, "the name of a function")
    }
  }
}

/// The names of annotations, as people write them.
extension AnnotationKey {
  /// Whether a string is the name of an annotation, regardless of case. It helps to recognize annotations behind a
  /// misspelled marker.
  static func isKnown(_ text: String) -> Bool {
    allCases.contains { $0.rawValue.lowercased() == text.lowercased() }
  }

  /// Whether a name is `secret`, or is meant to be: `Secret`, `secrets`, `sekret`.
  static func isSecret(_ name: String) -> Bool {
    name == secret.rawValue || EditDistance.isOneKeystroke(name, from: secret.rawValue)
  }

  /// Returns the key that a misspelled name is closest to, for "perhaps you mean 'range'"; `nil` if no key is similar.
  static func nearest(to name: String) -> AnnotationKey? {
    EditDistance.nearest(to: name, among: allCases.map(\.rawValue)).flatMap(AnnotationKey.init)
  }
}
