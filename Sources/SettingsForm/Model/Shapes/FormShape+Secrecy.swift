extension FormShape.Values {
  /// The secret parts of a value of the shape.
  ///
  /// Cost: small if the shape has no `writeOnly`.
  var secrecy: Secrecy {
    if traits.contains(.secret) { return .whole }
    // A foreign schema determines the secrecy of each place. A kind can be that of several places, so it would allow types that the
    // schema of its place doesn't, and values of these types wouldn't be masked.
    if traits.contains(.withoutApp) { return .none }
    guard kind.mayMarkSecrets || otherKeywords.holdsSecrets else { return .none }
    return Secrecy(checks)
  }
}

extension FormSection {
  /// The secrecy that the section's keywords add to its items.
  package var ownSecrecy: Secrecy {
    guard otherKeywords.holdsSecrets else { return .none }
    return Secrecy(schemaOfOthers)
  }

  /// The other keywords, with the properties that they depend on.
  package var schemaOfOthers: JSONSchema {
    let anything = JSONSchema(keywords: [])
    let properties = items.map { SchemaKeyword.Named(name: $0.key, schema: anything) }
    return JSONSchema(keywords: [.properties(properties)]).replacing(otherKeywords)
  }

  /// Whether keywords of the section or of a section inside it mark secrets.
  package var hasSecretSections: Bool {
    otherKeywords.holdsSecrets
      || items.contains { item in
        if case .section(let section) = item { section.hasSecretSections } else { false }
      }
  }

  /// Returns the section with the secrets that its keywords, and those of the sections around it, add to its settings.
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
  /// Returns the secrecy of a setting in a section.
  fileprivate func member(of setting: FormSetting) -> Secrecy {
    guard holdsSecrets else { return .none }
    // The value can be under a former key.
    return setting.formerKeys.reduce(member(setting.key)) { secrecy, key in secrecy.joined(with: member(key))
    }
  }
}

extension FormKind {
  /// Whether a schema inside the kind can mark secrets.
  fileprivate var mayMarkSecrets: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .choice, .flags, .recursive, .json: false
    case .list(let element, _), .dictionary(let element): element.mayMarkSecrets
    case .object(let section): section.mayMarkSecrets
    case .variants(let variants): variants.contains(where: \.kind.mayMarkSecrets)
    }
  }
}

extension FormSection {
  fileprivate var mayMarkSecrets: Bool {
    otherKeywords.holdsSecrets
      || items.contains { item in
        switch item {
        case .section(let section): section.mayMarkSecrets
        case .setting(let setting): setting.holdsSecrets
        }
      }
  }
}

extension JSONObject {
  /// Whether `writeOnly` is set anywhere inside.
  fileprivate var holdsSecrets: Bool {
    members.contains { $0.key == "writeOnly" && $0.value == .bool(true) || $0.value.holdsSecrets }
  }
}

extension JSONValue {
  fileprivate var holdsSecrets: Bool {
    switch self {
    case .object(let object): object.holdsSecrets
    case .array(let elements): elements.contains(where: \.holdsSecrets)
    case .null, .bool, .number, .string: false
    }
  }
}
