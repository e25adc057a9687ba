extension FormShape.Values {
  /// Which parts of a value of the shape are secret.
  ///
  /// Cost: for a shape that no `writeOnly` is in, a look at its kind.
  var secrecy: Secrecy {
    if traits.contains(.secret) { return .whole }
    guard kind.maySaySecret || otherKeywords.saysSecret else { return .none }
    return Secrecy(checks)
  }
}

extension FormSection {
  /// What the keywords of the section say about its items, but for what the items say themselves.
  var ownSecrecy: Secrecy {
    guard otherKeywords.saysSecret else { return .none }
    return Secrecy(schemaOfOthers)
  }

  /// The keywords that the form has no word for, with as much of the rest as they look at.
  var schemaOfOthers: JSONSchema {
    let anything = JSONSchema(keywords: [])
    let properties = items.map { SchemaKeyword.Named(name: $0.key, schema: anything) }
    return JSONSchema(keywords: [.properties(properties)]).replacing(otherKeywords)
  }

  /// Whether keywords of the section or of one inside it say something about secrets.
  var hasSecretSections: Bool {
    otherKeywords.saysSecret
      || items.contains { item in
        if case .section(let section) = item { section.hasSecretSections } else { false }
      }
  }

  /// The section with what its keywords, and those around it, say about the secrets of its settings.
  ///
  /// - Parameter secrecy: What the surroundings say about the section.
  func inheriting(_ secrecy: Secrecy) -> FormSection {
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
  /// What is secret of a setting in a section.
  fileprivate func member(of setting: FormSetting) -> Secrecy {
    guard holdsSecrets else { return .none }
    // The value may stand under a key of an earlier version.
    return setting.formerKeys.reduce(member(setting.key)) { secrecy, key in secrecy.joined(with: member(key))
    }
  }
}

extension FormKind {
  /// Whether a schema inside of the kind may say that something is secret.
  fileprivate var maySaySecret: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .choice, .flags, .json: false
    case .list(let element, _), .dictionary(let element): element.maySaySecret
    case .object(let section): section.maySaySecret
    }
  }
}

extension FormSection {
  fileprivate var maySaySecret: Bool {
    otherKeywords.saysSecret
      || items.contains { item in
        switch item {
        case .section(let section): section.maySaySecret
        case .setting(let setting): setting.holdsSecrets
        }
      }
  }
}

extension JSONObject {
  /// Whether `writeOnly` is set somewhere inside.
  fileprivate var saysSecret: Bool {
    members.contains { $0.key == "writeOnly" && $0.value == .bool(true) || $0.value.saysSecret }
  }
}

extension JSONValue {
  fileprivate var saysSecret: Bool {
    switch self {
    case .object(let object): object.saysSecret
    case .array(let elements): elements.contains(where: \.saysSecret)
    case .null, .bool, .number, .string: false
    }
  }
}
