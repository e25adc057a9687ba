/// The form's descriptions of the parts of a value: the elements of a list, the entries of a dictionary, the members of an object.
extension FormSetting {
  /// Describes an element of a list.
  ///
  /// The description of a part is a setting, too, so all code for settings works for parts: texts, kinds, masks,
  /// limits. A part inherits what concerns the whole: secrecy, the unit, and whether it can be changed. It has no key
  /// and no default.
  ///
  /// - Parameter kind: The kind of the list's elements.
  package func element(_ index: Int, kind: FormKind) -> FormSetting {
    guard let place = kind.place(at: index) else {
      return part(
        title: elementTitle(index), secrecy.element(index), shape: shape(ofParts: kind, under: "items"))
    }
    let title = place.title.isEmpty ? elementTitle(index) : place.title
    var element = part(title: title, secrecy.element(index), shape: FormShape(values(ofPart: place.kind)))
    if !place.help.isEmpty { element.help = place.help }
    return element
  }

  /// Whether an object at this place is secret as a whole, with its keys. A value of another type can be public.
  package var hidesKeys: Bool { secrecy.hides(.object) }

  /// Describes an entry of a dictionary, or one beside the fields of an object. Its key is its title, masked if it is
  /// secret.
  package func entry(_ key: String, kind: FormKind) -> FormSetting {
    // The keys of a secret dictionary are secret, too.
    part(
      title: hidesKeys ? Secrecy.maskText : key, secrecy.member(key),
      shape: shape(ofParts: kind, under: "additionalProperties"))
  }

  /// Whether the members of an object are told by its own keys, which are secret.
  private var hidesMembers: Bool { hidesKeys && traits.contains(.anyType) }

  /// Describes a member of an object: the setting of the form, with the secrecy that the object gives it. If the form doesn't
  /// describe the object, the title is a key of the value.
  package func member(_ member: FormSetting) -> FormSetting {
    var member = member
    if hidesMembers { member.title = Secrecy.maskText }
    if traits.contains(.readOnly) { member.traits.insert(.readOnly) }
    return member.inheriting(secrecy.member(member.key))
  }

  /// Describes an object inside an object, as a setting whose value has members.
  package func section(_ section: FormSection) -> FormSetting {
    let setting = FormSetting(
      key: section.key, title: hidesMembers ? Secrecy.maskText : section.title, help: section.help,
      kind: .object(section),
      traits: traits.intersection(.ofParts))
    return setting.inheriting(secrecy.member(section.key))
  }

  /// Creates the description of a part. It has the help of the whole, since the form has none for it.
  private func part(title: String, _ secrecy: Secrecy, shape: FormShape) -> FormSetting {
    FormSetting(key: "", title: FormText(title), help: FormText(help), defaultValue: nil, shape: shape)
      .inheriting(secrecy)
  }

  /// Returns the shape of the parts of a kind. If all parts have one kind, they share it, and so their suggestions and
  /// their compiled checks.
  ///
  /// - Parameter keyword: The keyword with the schema of the parts, which can suggest values.
  private func shape(ofParts partKind: FormKind, under keyword: String) -> FormShape {
    switch kind.parts {
    // All parts have one kind.
    case .elements, .entries:
      shape.parts {
        var values = values(ofPart: partKind)
        if let schema = otherKeywords[keyword]?.schemas.first {
          values.otherKeywords = schema.suggestingKeywords
          if schema.allowsNull { values.isOptional = true }
        }
        return values
      }
    case .none, .fields, .alternatives, .definition:
      FormShape(values(ofPart: partKind))
    }
  }

  /// Returns the properties of a part of a kind. A part about which the schema says nothing can be `null`.
  private func values(ofPart kind: FormKind) -> FormShape.Values {
    var values = FormShape.Values(kind: kind)
    values.traits = traits.intersection(.ofParts)
    values.isOptional = kind == .anything
    values.attributes.unit = self.unit
    return values
  }
}

extension JSONSchema {
  /// Whether a schema names null among the values: by its types, its choices or one of its alternatives. A schema that
  /// allows it only by saying nothing doesn't count.
  fileprivate var allowsNull: Bool {
    if !types.isEmpty { return types.contains(.null) }
    for case .enumeration(let choices) in keywords { return choices.contains(.null) }
    return ((self[.anyOf] ?? []) + (self[.oneOf] ?? [])).contains(where: \.allowsNull)
  }
}

extension FormTraits {
  /// The flags that the parts of a value have, too.
  fileprivate static let ofParts: FormTraits = [.readOnly, .anyType, .withoutApp]
}

/// The form's descriptions of the elements of a list, whatever the kind of the setting.
///
/// They differ in their titles, and in their kind and their secrecy if these depend on the position. What they have in
/// common is made once.
///
/// A list of a million numbers needs one description and a million titles. In a tuple of a name and a password, each
/// position has its own.
struct ElementDescriptions {
  private let setting: FormSetting
  /// The description of every element except for its title; `nil` if elements differ by position.
  private let common: FormSetting?

  init(of setting: FormSetting) {
    self.setting = setting
    let isUniform = !setting.secrecy.dependsOnPosition && setting.kind.elementKind?.place(at: 0) == nil
    common = isUniform ? setting.part(at: 0) : nil
  }

  /// The description of the element at an index. There is one for every index, also behind the end.
  subscript(index: Int) -> FormSetting {
    guard var element = common else { return setting.part(at: index) }
    element.title = setting.elementTitle(index)
    return element
  }
}

extension FormSetting {
  /// Returns the title of an element: the list's title with the index, `Servers 0`.
  fileprivate func elementTitle(_ index: Int) -> String { "\(title) \(index)" }

  /// Describes an element; any JSON for an element of a value that isn't a list by the form.
  fileprivate func part(at index: Int) -> FormSetting {
    element(index, kind: kind.elementKind ?? .json)
  }

  /// Describes the member with a key of a value, whatever the kind of the setting. For alternatives, the value tells
  /// which one it belongs to; a member that no kind describes is any JSON.
  func part(_ key: String, of value: JSONValue) -> FormSetting {
    switch kind {
    case .object(let section): return part(key, in: section)
    case .variants(let variants):
      guard let variant = variants.variant(of: value) else { break }
      var chosen = self
      chosen.kind = variant.kind.resolved
      return chosen.part(key, of: value).choosing(key, among: variants)
    case .dictionary(let kind): return entry(key, kind: kind)
    default: break
    }
    return entry(key, kind: .json)
  }

  /// Returns the description of a member of an alternative: what tells the alternatives apart can be any of their constants, also that of
  /// another alternative.
  package func choosing(_ key: String, among variants: [FormVariant]) -> FormSetting {
    guard let choices = variants.constants(of: key) else { return self }
    var part = self
    part.kind = .choice(choices)
    for keyword in ["const", "enum"] { part.otherKeywords[keyword] = nil }
    return part
  }

  /// Describes a member of a struct: a field, a struct inside, or an entry beside the fields.
  private func part(_ key: String, in section: FormSection) -> FormSetting {
    switch section.items.first(where: { $0.key.hasSameScalars(as: key) }) {
    case .setting(let setting)?: member(setting)
    case .section(let inner)?: self.section(inner)
    case nil: entry(key, kind: section.kind(ofEntry: key) ?? .json)
    }
  }
}

extension [FormVariant] {
  /// Returns the choices of a member that is a choice in several alternatives; `nil` if it is another kind in one of them, or if only one
  /// has it.
  fileprivate func constants(of key: String) -> [FormChoice]? {
    var all: [FormChoice] = []
    var count = 0
    for variant in self {
      guard case .object(let section) = variant.kind.resolved,
        case .setting(let setting)? = section.items.first(where: { $0.key.hasSameScalars(as: key) })
      else { continue }
      guard case .choice(let choices) = setting.kind else { return nil }
      count += 1
      for choice in choices where !all.contains(where: { $0.value == choice.value }) { all.append(choice) }
    }
    return count > 1 ? all : nil
  }
}

extension FormKind {
  /// The kind of the elements of a list, even if a list is one of several alternatives; `nil` for other values. Of
  /// several alternatives with lists, the first counts.
  var elementKind: FormKind? {
    switch parts {
    case .elements(let element): element
    case .alternatives(let variants): variants.lazy.compactMap(\.kind.elementKind).first
    case .definition(let recursive): recursive.kind.elementKind
    case .none, .entries, .fields: nil
    }
  }
}
