import Synchronization

/// The properties of a setting except its key, its title, its help and its default.
///
/// The settings of a form have few different shapes; most consist of a type only. So a form that is read keeps each
/// shape once, and a setting is small and cheap to copy. What takes time to compute is kept with the shape, and
/// computed at most once for all its settings: the compiled checks, the suggestions, the shape of the elements.
///
/// A shape is a value: changing it creates another box. Two shapes are equal if their values are; which box they share
/// is invisible, except for the time.
///
/// If a form has 50 000 flags and 50 000 whole numbers from 1 to 10, it has two shapes, and its documents are checked by two compiled
/// schemas.
package struct FormShape: Sendable {
  /// The properties themselves, which ``FormSetting`` documents.
  package struct Values: Hashable, Sendable {
    package var kind: FormKind
    package var isOptional = false
    package var traits: FormTraits = []
    package var attributes = SettingKeyword.Attributes()
    package var formerKeys: [String] = []
    package var otherKeywords = JSONSchema(keywords: [])
  }

  /// The shared part of a shape.
  ///
  /// Everything in it is either constant or computed at most once. Two threads that compute the checks at the same time
  /// both compile them, and one of the results is thrown away: that is cheaper than a lock for each check.
  fileprivate final class Box: Sendable {
    let values: Values
    /// The secrecy that the sections around the setting add.
    let inherited: Secrecy
    let secrecy: Secrecy
    /// The compiled checks, retained; `nil` until a value is first checked. Most forms have many shapes without a value in any
    /// document.
    ///
    /// The pointer is loaded for each value of a document. With `AtomicLazyReference`, that would take a quarter of the time of
    /// a check, because its generic code isn't specialized.
    private let checks = Atomic<Unmanaged<CompiledSchema>?>(nil)
    /// The suggested values; `nil` until they are first read.
    let suggestions = Lazy<[FormChoice]>()
    /// The shape of the parts; `nil` until it is first read.
    let parts = Lazy<FormShape>()

    init(_ values: Values, inherited: Secrecy) {
      self.values = values
      self.inherited = inherited
      secrecy = values.secrecy.joined(with: inherited)
    }

    deinit {
      checks.load(ordering: .acquiring)?.release()
    }

    /// Returns the checks, which the box retains.
    func compiledChecks(_ library: () -> SchemaLibrary) -> Unmanaged<CompiledSchema> {
      if let checks = checks.load(ordering: .acquiring) { return checks }
      let compiled = Unmanaged.passRetained(CompiledSchema(values.checks, library: library()))
      // Only the first of several results is stored, and the others are released.
      let other = checks.compareExchange(expected: nil, desired: compiled, ordering: .acquiringAndReleasing)
      guard let other = other.original else { return compiled }
      // Another thread has stored its checks first.
      compiled.release()
      return other
    }
  }

  private var box: Box

  package init(_ values: Values) {
    box = Box(values, inherited: .none)
  }

  /// The properties. Setting them makes a new box, whose checks are compiled again when they are needed.
  package var values: Values {
    get { box.values }
    set { box = Box(newValue, inherited: box.inherited) }
  }

  /// The secret parts of the value.
  package var secrecy: Secrecy { box.secrecy }

  /// Returns the checks of a value, compiled once. The library is only read, and so copied, for the compilation.
  ///
  /// All shapes of a form are compiled with the library of that form. A shape that comes into another form keeps the
  /// checks that it has.
  package func compiledChecks(_ library: @autoclosure () -> SchemaLibrary) -> CompiledSchema {
    box.compiledChecks(library).takeUnretainedValue()
  }

  /// The shape for a table that is read for each value of a document. The table, or what contains it, has to retain the
  /// shape.
  ///
  /// Reading it doesn't count references, which would take a quarter of the time of a check. If nothing retained the
  /// shape, the pointer would lead to freed memory: `FormIndex` keeps the settings beside its tables for that reason.
  package struct Unretained: Sendable {
    fileprivate let box: Unmanaged<Box>

    /// Returns the compiled checks, which the shape retains.
    package func compiledChecks(_ library: @autoclosure () -> SchemaLibrary) -> Unmanaged<CompiledSchema> {
      box._withUnsafeGuaranteedRef { $0.compiledChecks(library) }
    }
  }

  package var unretained: Unretained { Unretained(box: .passUnretained(box)) }

  /// Returns the suggested values, created once: that can take the compilation of several schemas.
  ///
  /// - Parameter make: Creates them. It is called by the first caller only, also if several ask at the same time.
  package func suggestions(_ make: () -> [FormChoice]) -> [FormChoice] { box.suggestions.value(make) }

  /// Returns the shape of the elements of a list or the entries of a dictionary, created once, because all parts share their suggestions.
  package func parts(_ make: () -> Values) -> FormShape { box.parts.value { FormShape(make()) } }

  /// Returns the shape with secrets that the sections around it add. Comparisons ignore them: the setting is the same,
  /// only its place is secret.
  func inheriting(_ secrecy: Secrecy) -> FormShape {
    guard secrecy.holdsSecrets else { return self }
    var shape = self
    shape.box = Box(values, inherited: box.inherited.joined(with: secrecy))
    return shape
  }
}

extension FormShape.Values {
  package init(kind: FormKind) {
    self.init(kind: kind, isOptional: false)
  }
}

extension FormShape {
  /// Creates the shape of a member that no form describes. Only `null` has no type, so it is what a member of any type can be.
  package init(undescribed kind: FormKind) {
    self.init(
      Values(
        kind: kind, isOptional: kind == .anything, traits: [.withoutApp, .anyType, .undescribed, .listed]))
  }
}

extension FormShape: Hashable {
  package static func == (left: FormShape, right: FormShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

extension FormShape.Values {
  /// The secret parts of a value of the shape, by the setting's own keywords.
  ///
  /// Cost: small if the shape has no `writeOnly`.
  var secrecy: Secrecy {
    if traits.contains(.secret) { return .whole }
    // In a form that was read from somebody else's schema, that schema says what is secret at each place, not the kind. Places share a
    // kind, and it can allow a type that the schema of this place refuses. A value of a refused type is masked, because it might be a
    // secret that was written a level too high. By the kind, it would be shown.
    if traits.contains(.withoutApp) { return .none }
    guard kind.mayMarkSecrets || otherKeywords.marksSecrets else { return .none }
    return Secrecy(checks)
  }
}

extension FormSection {
  /// The secrecy that the section's keywords add to its items: of an `if` with secrets in its `then`, for example. The
  /// items themselves aren't considered.
  package var ownSecrecy: Secrecy {
    guard otherKeywords.marksSecrets else { return .none }
    return Secrecy(schemaOfOthers)
  }

  /// The other keywords, with the properties that they depend on: `additionalProperties` has to know which keys are
  /// items. The items' own schemas aren't in it, because the items are checked one by one.
  package var schemaOfOthers: JSONSchema {
    let anything = JSONSchema(keywords: [])
    let properties = items.map { SchemaKeyword.Named(name: $0.key, schema: anything) }
    return JSONSchema(keywords: [.table(.properties, properties)]).replacing(otherKeywords)
  }

  /// Whether keywords of the section or of a section inside it mark secrets. If none does, which is nearly always so,
  /// settings need no secrecy besides their own.
  package var hasSecretSections: Bool {
    otherKeywords.marksSecrets
      || items.contains { item in
        if case .section(let section) = item { section.hasSecretSections } else { false }
      }
  }

  /// Returns the section with the secrets that its own keywords, and the keywords of the sections around it, add to its settings.
  ///
  /// - Parameter secrecy: The secrecy that the sections around the section give it.
  package func inheriting(_ secrecy: Secrecy) -> FormSection {
    let secrecy = ownSecrecy.joined(with: secrecy)
    var section = self
    section.items = items.map { item in
      switch item {
      case .section(let inner): .section(inner.inheriting(secrecy.member(inner.key)))
      case .setting(let setting): .setting(setting.inheriting(secrecy.member(of: setting)))
      }
    }
    return section
  }
}

extension Secrecy {
  /// Returns the secrecy that a section's keywords give to a setting, under its key and under each of its former keys.
  fileprivate func member(of setting: FormSetting) -> Secrecy {
    guard holdsSecrets else { return .none }
    // The value can be under a former key.
    return setting.formerKeys.reduce(member(setting.key)) { secrecy, key in secrecy.joined(with: member(key))
    }
  }
}

extension FormKind {
  /// Whether a schema inside the kind can mark secrets. Only structs and other keywords can, so most kinds are ruled
  /// out without a look at their schema.
  fileprivate var mayMarkSecrets: Bool {
    switch parts {
    case .none, .definition: false
    case .elements(let element), .entries(let element): element.mayMarkSecrets
    case .fields(let section): section.mayMarkSecrets
    case .alternatives(let variants): variants.contains(where: \.kind.mayMarkSecrets)
    }
  }
}

extension FormSection {
  fileprivate var mayMarkSecrets: Bool {
    otherKeywords.marksSecrets
      || items.contains { item in
        switch item {
        case .section(let section): section.mayMarkSecrets
        case .setting(let setting): setting.holdsSecrets
        }
      }
  }
}

/// The flags of a setting. The first six are attributes of the form, and are written; the others say where a form, or
/// an item of it, comes from, and exist only in memory.
package struct FormTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// A change takes effect in the next process, not in the running process. It is stored at once; an editor says that a
  /// restart is needed.
  package static let requiresRestart = FormTraits(rawValue: 1 << 0)
  /// The value is masked wherever it would be shown. Parts of a value and whole sections can be secret, too; see
  /// ``FormSetting/isSecret`` and ``FormSetting/holdsSecrets``.
  package static let secret = FormTraits(rawValue: 1 << 1)
  /// The value is shown but can't be edited, unless somebody edits the file: a document with another value is valid.
  package static let readOnly = FormTraits(rawValue: 1 << 2)
  /// The setting is hidden by default, until a person asks for all settings.
  package static let advanced = FormTraits(rawValue: 1 << 3)
  /// The setting still works but is deprecated.
  package static let deprecated = FormTraits(rawValue: 1 << 4)
  /// Only the app's code uses the setting: no editor shows it, and exported forms lack it.
  package static let skipped = FormTraits(rawValue: 1 << 5)
  /// A type of the app reads the value with code of its own, so only the app can tell whether the value is valid.
  package static let codedByApp = FormTraits(rawValue: 1 << 10)
  /// The form isn't an app's own, so no app chooses a value for the setting when the file has none. A missing default
  /// then means that nobody knows what applies.
  package static let withoutApp = FormTraits(rawValue: 1 << 6)
  /// Values of any type are valid; the kind only tells how the value is usually edited. Members that no form describes have the flag, and
  /// so do their parts.
  package static let anyType = FormTraits(rawValue: 1 << 7)
  /// No form describes the setting. It is listed because a document has it, or because a person names its path.
  package static let undescribed = FormTraits(rawValue: 1 << 8)
  /// The setting is listed because a document has it, or because a person names its path: it is undescribed, or an entry of a section.
  package static let listed = FormTraits(rawValue: 1 << 9)
}
