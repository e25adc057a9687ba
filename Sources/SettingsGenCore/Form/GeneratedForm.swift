import SettingsForm

/// The result of the generator: the form, and the data for the generated Swift.
struct GeneratedForm {
  /// The import of a module.
  struct Import: Hashable {
    var module: String
    /// Whether the imports of the module state an access level. All of them have to.
    var statesAccess: Bool
  }

  /// A key path and the path in the document.
  struct KeyPath: Hashable {
    /// The names of the properties, starting at the root.
    var properties: [String]
    /// The keys in the document.
    var path: [String]
    /// Whether a use of the properties causes a warning.
    var isDeprecated: Bool
  }

  /// A function or code that the app provides for settings.
  struct Hook: Hashable {
    enum Kind: Hashable {
      /// Runs after changes.
      case sideEffect
      /// Returns the text above or below a section.
      case text
      /// Provides the text of a row.
      case detail
      /// Offers values of settings.
      case choices
      /// Runs when a person chooses a row.
      case action
    }

    var kind: Kind
    /// The function's name, or the code to run.
    var name: String
    /// The settings or sections that need it.
    var paths: [SettingPath]
    /// The line that the code comes from.
    var origin: Origin?
  }

  /// A line of a source.
  struct Origin: Hashable {
    var path: String
    var line: Int
  }

  /// A conformance to `Codable`, or an option set that is generated from an enum.
  struct TypeSupport: Hashable {
    enum Kind: Hashable {
      /// An option set of an enum's cases.
      case options
      /// `Codable` for an enum with raw values.
      case rawValue
      /// `Codable` for an enum without raw values, by case name.
      case caseNames
      /// The coding of an option set by the names of its flags, with or without the conformance.
      case flagNames(conforms: Bool)
    }

    var kind: Kind
    /// The full name as Swift spells it.
    var type: String
    var access: AccessLevel
    /// The cases or flags.
    var names: [String]
    /// Whether a use of one of the cases or flags causes a warning.
    var isDeprecated: Bool
  }

  /// The titles and help that types give themselves, and that only the running app knows.
  struct Displayed: Hashable {
    /// The title of a setting or section.
    struct Title: Hashable {
      var type: String
      var path: SettingPath
    }

    /// The title and help of a choice of a setting.
    struct Choice: Hashable {
      var choice: DisplayedChoice
      var path: SettingPath
    }

    var titles: [Title] = []
    var choices: [Choice] = []
  }

  /// A case whose title or help only the running app knows.
  struct DisplayedChoice: Hashable {
    var type: String
    var name: String
    var value: JSONValue
    var hasTitle: Bool
    var hasHelp: Bool
  }

  var schema: FormSchema
  /// The root's full name.
  var rootName: [String]
  /// The root's mangled name without its module; `nil` if the sources don't show it.
  var rootSymbol: String?
  var rootAccess: AccessLevel
  /// Whether the app's imports of the framework state an access level.
  var statesAccessOfSettings: Bool
  /// The imports of the other modules whose members the generated code names.
  var imports: [Import] = []
  var keyPaths: [KeyPath] = []
  var hooks: [Hook] = []
  var displayed = Displayed()
  var types: [TypeSupport] = []
  /// The differences under conditions that only the build decides; at most one condition is true.
  var variants: [Variant] = []

  /// The code under a condition.
  struct Variant {
    indirect enum Content {
      case form(GeneratedForm)
      /// The sources have an error under the condition.
      case error(String)
      /// The sources have no settings under the condition.
      case nothing
    }

    /// The condition of `#if`.
    var condition: String
    var content: Content
  }
}

extension GeneratedForm {
  /// The access level of the root, or that of the root under a condition if it is higher.
  var highestAccess: AccessLevel {
    variants.reduce(rootAccess) { access, variant in
      if case .form(let form) = variant.content { max(access, form.highestAccess) } else { access }
    }
  }

  /// Returns the form without the support of types that is written elsewhere.
  func droppingTypes(_ known: Set<TypeSupport>) -> GeneratedForm {
    var form = self
    form.types.removeAll(where: known.contains)
    form.variants = variants.map { variant in
      guard case .form(let inner) = variant.content else { return variant }
      return Variant(condition: variant.condition, content: .form(inner.droppingTypes(known)))
    }
    return form
  }
}
