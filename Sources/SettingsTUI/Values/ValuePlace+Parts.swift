import Settings

/// Why a path doesn't lead to a part of a setting.
package enum PartError: Error, Hashable {
  /// The form doesn't describe such a part.
  case unknown(SettingPath)
  /// The path leads into an alternative that isn't chosen.
  case notChosen(FormVariant, of: SettingPath)
}

extension ValuePlace {
  /// Returns the places on a path into a setting, from the setting itself to the part that the path names: an element of a
  /// list, an entry of a dictionary, a member of a struct or of the chosen alternative. `-` is the place after the last
  /// element.
  ///
  /// - Parameter value: The setting's value.
  package static func places(
    on path: SettingPath, in entry: FormIndex.Entry, _ value: JSONValue?
  ) throws(PartError) -> [ValuePlace] {
    var places = [ValuePlace(entry)]
    var last = places[0]
    for key in path.keys.dropFirst(entry.path.keys.count) {
      guard let next = try last.part(key, of: last.value(in: value)) else { throw .unknown(path) }
      last = next
      places.append(next)
    }
    return places
  }

  /// Returns the place of a value that is stored, also under keys that the form doesn't know; `nil` if there is no such value.
  package static func stored(
    at path: SettingPath, in entry: FormIndex.Entry, _ value: JSONValue?
  ) -> ValuePlace? {
    var last = ValuePlace(entry)
    for key in path.keys.dropFirst(entry.path.keys.count) {
      let known = (try? last.part(key, of: last.value(in: value))) ?? nil
      let step: Step =
        if case .array? = last.value(in: value), let index = SettingPath.elementIndex(key) {
          .index(index)
        } else {
          .key(key)
        }
      last = known ?? last.element(step, kind: .json)
    }
    return last.value(in: value) == nil ? nil : last
  }

  /// Returns a part that the form describes, or one that the value has, or a new one that the form allows.
  private func part(_ key: String, of value: JSONValue?) throws(PartError) -> ValuePlace? {
    if let part = try describedPart(key, of: value) { return part }
    switch value {
    case .array(let elements)?:
      guard let index = SettingPath.elementIndex(key), elements.indices.contains(index) else { return nil }
      return element(.index(index), kind: .anything)
    case .object(let object)? where object[key] != nil: return element(.key(key), kind: .anything)
    case .object?, .null?, nil: return setting.kind.isOpen ? element(.key(key), kind: .anything) : nil
    case .bool?, .number?, .string?: return nil
    }
  }

  private func describedPart(_ key: String, of value: JSONValue?) throws(PartError) -> ValuePlace? {
    switch setting.kind {
    case .list(let kind, _):
      var count = 0
      if case .array(let elements)? = value { count = elements.count }
      guard let index = key == "-" ? count : SettingPath.elementIndex(key), (0...count).contains(index) else {
        return nil
      }
      return element(.index(index), kind: kind)
    case .dictionary(let kind): return element(.key(key), kind: kind)
    case .object(let section):
      switch section.items.first(where: { $0.key == key }) {
      case .setting(let setting)?: return member(setting)
      case .section(let section)?: return self.section(section)
      case nil: return section.kind(ofEntry: key).map { element(.key(key), kind: $0) }
      }
    case .variants(let variants):
      let chosen = variants.variant(of: value)
      if let chosen {
        if let part = try described(as: chosen.kind).part(key, of: value) { return part }
      } else if let part = try firstPart(key, of: variants) {
        return part
      }
      guard let other = variants.first(where: { $0.name == key }), other != chosen else { return nil }
      throw .notChosen(other, of: path)
    case .boolean, .integer, .number, .string, .choice, .flags, .recursive, .json: return nil
    }
  }

  /// Returns the part of a value that isn't set yet, in the first alternative that has such a part and doesn't need to be chosen.
  private func firstPart(_ key: String, of variants: [FormVariant]) throws(PartError) -> ValuePlace? {
    for variant in variants where variant.mark == .kind {
      if let part = try described(as: variant.kind).part(key, of: nil) { return part }
    }
    return nil
  }

  /// Returns the setting's value, completed with the structs and alternatives around a missing part, so that the part
  /// can be set.
  package static func filling(_ value: JSONValue?, on places: [ValuePlace]) -> JSONValue? {
    places.dropLast().reduce(value) { value, place in
      switch (place.setting.kind, place.value(in: value)) {
      case (.object, nil), (.object, .null?):
        place.replacing(in: value, with: NewValue.of(place.setting.kind))
      default: value
      }
    }
  }
}

extension FormKind {
  /// Whether an object of the kind may have members that the form doesn't describe.
  fileprivate var isOpen: Bool {
    switch self {
    case .object(let section): section.isOpen
    case .json: true
    case .variants(let variants): variants.contains { $0.kind.isOpen }
    case .recursive(let recursive): recursive.kind.isOpen
    case .boolean, .integer, .number, .string, .choice, .flags, .list, .dictionary: false
    }
  }
}
