import SettingsForm

/// All that is made of the sources: the form, and what Swift code needs to know besides.
struct GeneratedForm {
  /// A property that a key path reaches.
  struct KeyPath: Hashable {
    /// The names of the properties, from the root inwards.
    var properties: [String]
    /// The keys in the document.
    var path: [String]
    /// Whether a use of the properties is a warning.
    var isDeprecated: Bool
  }

  /// Something that the app's code does for settings.
  struct Hook: Hashable {
    enum Kind: Hashable {
      /// Runs after changes.
      case sideEffect
      /// Writes a text above or below a section.
      case text
    }

    var kind: Kind
    /// The function's name, or the code to run.
    var name: String
    /// The settings or sections that it is for.
    var paths: [SettingPath]
    /// Where the code to run is written.
    var origin: Origin?
  }

  /// A line of a source.
  struct Origin: Hashable {
    var path: String
    var line: Int
  }

  /// Code that lets a type be coded, or an option set that is made from an enum.
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
    /// Whether a use of one of them is a warning.
    var isDeprecated: Bool
  }

  var schema: FormSchema
  /// The root's full name.
  var rootName: [String]
  var rootAccess: AccessLevel
  var keyPaths: [KeyPath] = []
  var hooks: [Hook] = []
  var types: [TypeSupport] = []
  /// What is different under conditions that only the build decides; at most one of the conditions holds.
  var variants: [Variant] = []

  /// What is generated under a condition.
  struct Variant {
    indirect enum Content {
      case form(GeneratedForm)
      /// The sources are wrong then, for the reason given.
      case error(String)
      /// The sources have no settings then.
      case nothing
    }

    /// The condition of `#if`.
    var condition: String
    var content: Content
  }
}

extension GeneratedForm {
  /// The form without code for types that is written elsewhere.
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
