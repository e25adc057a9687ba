/// One of the alternatives of a value, such as a case of an enum with associated values.
///
/// For `enum Source { case file(path: String), url(URL) }`, there are two, with the keys `file` and `url`, and the
/// value `{"file": {"path": "a"}}` is the first one. An editor offers the titles, and then the members of the
/// alternative that was chosen.
package struct FormVariant: Hashable, Sendable {
  /// How a value is recognized as a value of an alternative.
  ///
  /// An enum of an app has keys: `{"file": {…}}`. A schema of another author rarely does; there, the alternative with the smallest distance
  /// counts, and a value can fit several.
  package enum Mark: Hashable, Sendable {
    /// The value is an object with this key, which no other alternative has.
    case key(String)
    /// The value is the element at this position of a list whose elements have kinds of their own.
    case position(Int)
    /// The value is nearer to this alternative's kind than to any other's.
    case kind
  }

  package var mark: Mark
  /// The name that people read.
  package var title: String
  /// The meaning of the alternative; can be empty.
  package var help: String
  package var isDeprecated: Bool
  /// The keys that the alternative had in earlier versions. A value under one of them is moved under the current key,
  /// with everything inside.
  package var formerKeys: [String] = []
  /// The kind of the whole value in this alternative. For one with a key, it is an object with this key as its only
  /// member.
  package var kind: FormKind

  package init(mark: Mark, title: String, help: String = "", isDeprecated: Bool = false, kind: FormKind) {
    self.mark = mark
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
    self.kind = kind
  }

  /// Creates the alternative whose values are objects with one key and an object with members under it, which is how Swift
  /// codes the cases of an enum with associated values: `{"file": {"path": "x"}}`.
  ///
  /// - Parameter required: The keys of the members that can't be left out.
  package init(
    key: String, title: String, help: String = "", isDeprecated: Bool = false, members: [FormItem],
    required: [String]
  ) {
    let inner = FormSection(
      key: key, title: title, otherKeywords: .requiring(required), items: members)
    let others = JSONSchema(keywords: [.required([key]), .schema(.additionalProperties, .never)])
    let section = FormSection(key: "", title: "", otherKeywords: others, items: [.section(inner)])
    self.init(
      mark: .key(key), title: title, help: help, isDeprecated: isDeprecated, kind: .object(section))
  }
}

extension FormVariant {
  /// Returns how far a value is from being one of this alternative; `nil` if it isn't. The value can still be invalid.
  /// A key decides alone: what is under it doesn't make the value a different case.
  fileprivate func distance(to value: JSONValue) -> Int? {
    switch (mark, value) {
    case (.key(let key), .object(let object)): object[key] == nil ? nil : 0
    case (.key, _): nil
    case (.kind, _), (.position, _): kind.distance(to: value)
    }
  }

  /// The name of the alternative by which a person or a command chooses it: its key in the document, or else its title.
  package var name: String {
    switch mark {
    case .key(let key): key
    case .kind, .position: title
    }
  }

  /// The title of the alternative of objects, if only their type tells them apart.
  package static let objectTitle = "Object"

  package var hasKey: Bool { if case .key = mark { true } else { false } }

  /// The object that a person edits: the whole value, or the object under the key if there is nothing else in the
  /// value; `nil` if the alternative isn't an object.
  ///
  /// For `{"file": {"path": "a"}}`, the keys are `["file"]`, and the section has the item `path`.
  package var members: (keys: [String], section: FormSection)? {
    guard case .object(let section) = kind.resolved else { return nil }
    if case .key = mark, section.items.count == 1, case .section(let inner)? = section.items.first {
      return ([inner.key], inner)
    }
    return ([], section)
  }

  /// The value of the alternative without members, `{"off": {}}`; `nil` if it requires members, or has no key of its
  /// own.
  package var bareValue: JSONValue? {
    guard let (keys, section) = members, !keys.isEmpty, section.requiredKeys.isEmpty else { return nil }
    return keys.reversed().reduce(.object([:])) { value, key in .object([key: value]) }
  }
}

extension FormKind {
  /// Returns the element at a position of a list with elements of this kind, as an alternative; `nil` if all elements
  /// have one kind.
  ///
  /// In a list whose first two elements are a name and a port, and whose others are tags, position 5 has the
  /// alternative of the tags.
  package func place(at position: Int) -> FormVariant? {
    guard case .variants(let variants) = self, variants.contains(where: { $0.mark == .position(0) }) else {
      return nil
    }
    return variants.first { $0.mark == .position(position) } ?? variants.first { $0.mark == .kind }
  }
}

extension [FormVariant] {
  /// Returns the alternative that a value belongs to; `nil` if it doesn't belong to any, and for no value.
  ///
  /// The first alternative that a value fits exactly wins; otherwise the nearest, which is what a person most probably
  /// meant.
  ///
  /// Cost: one comparison for each alternative.
  package func variant(of value: JSONValue?) -> FormVariant? {
    guard let value else { return nil }
    var best: (distance: Int, variant: FormVariant)?
    for variant in self {
      guard let distance = variant.distance(to: value), distance < best?.distance ?? .max else { continue }
      if distance == 0 { return variant }
      best = (distance, variant)
    }
    return best?.variant
  }
}

extension FormSection {
  /// The keys that a value needs, according to the section's own keyword `required`.
  package var requiredKeys: [String] {
    get { otherKeywords.required ?? [] }
    set { otherKeywords["required"] = JSONSchema.requiring(newValue)["required"] }
  }
}
