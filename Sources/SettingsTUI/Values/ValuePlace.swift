import SettingsEditing

/// The place of an edited value: a setting's own, or one inside it (an element of a list, a member of an object).
///
///     setting  servers            entry: servers    steps: []
///     element  servers.0          entry: servers    steps: [.index(0)]
///     member   servers.0.port     entry: servers    steps: [.index(0), .key("port")]
///
/// Only whole settings are staged. So a place knows its setting, the way into the setting's value, and what the form says at the end of the
/// way. To change the part, ``replacing(in:with:)`` builds the setting's value with the new part, and that is staged. The description is
/// carried along from step to step, because it needs more than the path: secrecy, for example, is inherited from the list to its elements.
///
///     value of servers                             [{"name": "eu", "port": 1}, {"name": "us"}]
///     value(in:) at servers.0.port                 1
///     replacing(in:with: 2) at servers.0.port      [{"name": "eu", "port": 2}, {"name": "us"}]
///     replacing(in:with: nil) at servers.0         [{"name": "us"}]
///
/// A place is a value without the document. It stays valid while the document changes, and may then lead to another value or to none: an
/// index counts elements and doesn't follow one that is moved. Cost: a step into a value copies the lists and objects on the way, not what
/// is beside it.
///
/// The screens come to a place step by step (``element(_:kind:)``, ``member(_:)``); commands have a path (``places(on:in:_:)``).
package struct ValuePlace: Hashable, Sendable {
  /// One step into a value. `before` is only the last step, and only until the new element is there (``inserted``).
  package enum Step: Hashable, Sendable {
    case index(Int)
    /// A new element before the element at an index.
    case before(Int)
    case key(String)
  }

  /// The setting that is staged when the value changes.
  package let entry: FormIndex.Entry
  /// The steps from the setting's value to this value.
  let steps: [Step]
  /// The form's description of this value: for an element, a setting made of the list's kind of element, with the traits that it inherits.
  package let setting: FormSetting

  package init(_ entry: FormIndex.Entry) {
    self.entry = entry
    steps = []
    setting = entry.setting
  }

  private init(entry: FormIndex.Entry, steps: [Step], setting: FormSetting) {
    self.entry = entry
    self.steps = steps
    self.setting = setting
  }

  /// The path in the document. A new element has the path that it gets, which is the path of the element that is there now.
  package var path: SettingPath {
    steps.reduce(entry.path) { path, step in
      switch step {
      case .index(let index), .before(let index): path.appending(index)
      case .key(let key): path.appending(key)
      }
    }
  }

  /// Whether the value is hidden while it is typed: it is a secret, or a scalar that can be one.
  ///
  /// A list or an object isn't hidden as a whole, unless it is secret as a whole: its parts decide for themselves.
  var isSecret: Bool {
    guard setting.holdsSecrets, !setting.isSecret else { return setting.isSecret }
    return setting.kind.isChangedAsWhole
  }

  /// Whether the text of a value is hidden while it is typed here: the place is secret, or the value has a secret in it.
  func isSecret(holding value: JSONValue?) -> Bool { isSecret || setting.hidesPart(of: value) }

  /// Whether the form forbids changes: of this value, or of the setting that it is in.
  package var isReadOnly: Bool {
    entry.setting.traits.contains(.readOnly) || setting.traits.contains(.readOnly)
  }

  /// Whether each place of a list has a kind or a secrecy of its own: an element at another place would be another thing.
  ///
  /// In `["host", 8080]` with a schema for each place, the first element is a host and the second a port. They can't be swapped, and only
  /// the last one can be removed. Where a list has its secrets at certain places, a move would show one.
  var hasFixedPlaces: Bool {
    guard case .list(let kind, _) = setting.kind else { return false }
    return kind.place(at: 0) != nil || setting.secrecy.dependsOnPosition
  }

  /// Returns the place of an element of a list, or of an entry of a dictionary, described by a kind and the traits of the collection.
  func element(_ step: Step, kind: FormKind) -> ValuePlace {
    let element =
      switch step {
      case .index(let index), .before(let index): setting.element(index, kind: kind)
      case .key(let key): setting.entry(key, kind: kind)
      }
    return ValuePlace(entry: entry, steps: steps + [step], setting: element)
  }

  /// Returns the place of an object's member.
  func member(_ member: FormSetting) -> ValuePlace {
    ValuePlace(entry: entry, steps: steps + [.key(member.key)], setting: setting.member(member))
  }

  /// Returns the place of an object inside an object.
  func section(_ section: FormSection) -> ValuePlace {
    ValuePlace(entry: entry, steps: steps + [.key(section.key)], setting: setting.section(section))
  }

  /// The same place, after a new element was inserted there: `before(2)` becomes `index(2)`.
  var inserted: ValuePlace {
    guard case .before(let index)? = steps.last else { return self }
    return ValuePlace(entry: entry, steps: steps.dropLast() + [.index(index)], setting: setting)
  }

  /// Returns the same place with other elements on the way, by a path that differs only in them.
  func moved(to path: SettingPath) -> ValuePlace {
    let steps = zip(steps, path.keys.dropFirst(entry.path.keys.count)).map { step, key in
      switch step {
      case .index(let index): Step.index(SettingPath.elementIndex(key) ?? index)
      case .before(let index): Step.before(SettingPath.elementIndex(key) ?? index)
      case .key: step
      }
    }
    return ValuePlace(entry: entry, steps: steps, setting: setting)
  }

  /// Returns the same place after elements of lists have moved between two drafts; `nil` if an element on the way is gone.
  func followed(from old: Draft, to new: Draft) -> ValuePlace? {
    let isInList = steps.contains { if case .key = $0 { false } else { true } }
    guard isInList, let before = old.value(at: entry.path) else { return self }
    let difference = ValueDifference(before, new.value(at: entry.path) ?? .null, setting: entry.setting)
    let keys = path.keys.dropFirst(entry.path.keys.count)
    return difference.newPlace(of: keys, at: entry.path).map(moved)
  }

  /// Becomes the place that ``followed(from:to:)`` returns; returns `false` if the element is gone.
  mutating func follow(from old: Draft, to new: Draft) -> Bool {
    guard let place = followed(from: old, to: new) else { return false }
    self = place
    return true
  }

  /// Whether a value has the elements of lists on the way to this place.
  func hasElements(in root: JSONValue?) -> Bool {
    var value = root
    for step in steps {
      switch step {
      case .index(let index):
        guard let elements = value?.elements, elements.indices.contains(index) else { return false }
        value = elements[index]
      case .key(let key): value = value?.member(key)
      case .before: return true
      }
    }
    return true
  }

  /// Returns the place of a value's alternative, as it is edited; `nil` if there is nothing to edit in it.
  ///
  /// An alternative that is told by a key has its members in the object under that key: for `{"file": {"path": "a"}}`, the place is that of
  /// `file`, so `path` is a row. An alternative without members (`{"none": {}}`) is chosen, and has nothing to edit.
  ///
  /// A value that fits no alternative, or that may be anything, has no description from the form. If it is a list or an object, it gets a
  /// description from its own content, with which it can be edited all the same.
  func alternative(of value: JSONValue?) -> ValuePlace? {
    guard case .variants(let variants) = setting.kind else { return nil }
    guard let variant = variants.variant(of: value), !setting.kind.isAnything || value?.hasParts != true
    else {
      return value.flatMap { $0.hasParts ? described(by: $0) : nil }
    }
    guard let members = variant.members else { return described(as: variant.kind) }
    let inner = value?.member(at: members.keys)
    if members.section.items.isEmpty, members.section.entries.isEmpty, inner?.hasMembers != true {
      return nil
    }
    // A key that the alternative doesn't describe is beside the object under its key.
    let hasOthers = !members.keys.isEmpty && value?.object.map { $0.members.count > 1 } == true
    return hasOthers || members.keys.isEmpty ? described(as: variant.kind) : section(members.section)
  }

  /// Returns the same place, described by its value, of which the form describes no parts: a list has its elements as rows, an object its
  /// members.
  func described(by value: JSONValue) -> ValuePlace {
    var described = setting
    described.kind = FormSetting.undescribed("", value: value).kind
    described.isOptional = false
    described.traits.insert(.anyType)
    return ValuePlace(entry: entry, steps: steps, setting: described)
  }

  private func choosing(_ key: String, among variants: [FormVariant]) -> ValuePlace {
    ValuePlace(entry: entry, steps: steps, setting: setting.choosing(key, among: variants))
  }

  /// Returns the same place, with its value described as one of another kind.
  func described(as kind: FormKind) -> ValuePlace {
    var whole = setting
    whole.kind = kind
    whole.isOptional = false
    return ValuePlace(entry: entry, steps: steps, setting: whole)
  }

  /// Returns the value at this place inside the setting's value; `nil` if there is none, as for a step into a scalar, a missing key, an
  /// index behind the end, or a new element.
  package func value(in root: JSONValue?) -> JSONValue? {
    var value = root
    for step in steps {
      switch (step, value) {
      case (.index(let index), .array(let elements)?) where elements.indices.contains(index):
        value = elements[index]
      case (.key(let key), .object(let object)?): value = object[key]
      default: return nil
      }
    }
    return value
  }

  /// Returns the setting's value with another value at this place; `nil` removes it. The setting's own place without a value becomes
  /// `null`.
  ///
  /// All members and elements beside it stay as they are, in their order.
  package func replacing(in root: JSONValue?, with value: JSONValue?) -> JSONValue {
    var root = root
    replace(in: &root, with: value)
    return root ?? .null
  }

  /// Changes a value as ``replacing(in:with:)`` does, without a copy if nothing else refers to it.
  package func replace(in root: inout JSONValue?, with value: JSONValue?) {
    Self.replace(&root, steps: steps[...], with: value)
  }

  /// It goes down the steps and takes each list and object out of what is around it while it changes.
  ///
  /// What is missing on the way, or has another type, is created: an empty list for an index, an object for a key. An index behind the end
  /// appends, because the row of a new element has the index after the last element.
  private static func replace(_ root: inout JSONValue?, steps: ArraySlice<Step>, with value: JSONValue?) {
    guard let step = steps.first else {
      root = value
      return
    }
    let rest = steps.dropFirst()
    switch step {
    case .index(let index), .before(let index):
      var elements: [JSONValue] = []
      if case .array(let old)? = root { elements = old }
      root = nil
      var isNew = true
      if case .index = step { isNew = !elements.indices.contains(index) }
      var element: JSONValue?
      if !isNew {
        element = elements[index]
        elements[index] = .null
      }
      replace(&element, steps: rest, with: value)
      switch element {
      case let new? where isNew: elements.insert(new, at: min(index, elements.count))
      case let new?: elements[index] = new
      case nil: if !isNew { elements.remove(at: index) }
      }
      root = .array(elements)
    case .key(let key):
      var object = JSONObject()
      if case .object(let old)? = root { object = old }
      root = nil
      var member = object[key]
      if member != nil { object[key] = .null }
      replace(&member, steps: rest, with: value)
      object[key] = member
      root = .object(object)
    }
  }
}

extension Draft {
  /// Returns what to stage to give a place another value; `nil` removes what is there.
  ///
  /// - Parameter whole: The setting's value, which the draft may not have yet.
  package func staged(_ value: JSONValue?, at place: ValuePlace, in whole: JSONValue?) -> StagedValue {
    var changed = place.replacing(in: whole, with: value)
    if value == nil, place.path != place.entry.path {
      var edits = JSONEdits()
      for part in index.removals(of: place.path, in: changed, of: place.entry).dropFirst() {
        edits.remove(at: part)
      }
      if !edits.isEmpty { changed = (try? changed.applying(edits)) ?? changed }
    }
    return StagedValue(place.entry, value: stored(changed, of: place.entry, setting: [place.path]))
  }
}

extension JSONValue {
  /// Whether the value is a list or an object.
  package var hasParts: Bool { kind == .array || kind == .object }

  /// Whether the value is an object that isn't empty.
  var hasMembers: Bool { object.map { !$0.members.isEmpty } ?? false }
}

/// Why a path doesn't lead to a part of a setting. The commands make a sentence of it that says what to write instead.
package enum PartError: Error, Hashable {
  /// The form doesn't describe such a part.
  case unknown(SettingPath)
  /// The path leads into an alternative that isn't chosen.
  case notChosen(FormVariant, of: SettingPath)
}

extension ValuePlace {
  /// Returns the places on a path into a setting, from the setting itself to the part that the path names: an element of a list, an entry
  /// of a dictionary, a member of a struct or of the chosen alternative. `-` is the place after the last element.
  ///
  /// For `servers.-.port` with two servers, these are the places of `servers`, `servers.2` and `servers.2.port`. The part needn't exist,
  /// only be possible: a path that the form doesn't describe is accepted where the value has it, or where the schema is open.
  ///
  /// - Parameter value: The setting's value, which decides which alternative is chosen and how many elements there are.
  /// - Throws: ``PartError``, if the form and the value know no such part, or if it belongs to an alternative that isn't chosen.
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
  ///
  /// Unlike ``places(on:in:_:)``, the value decides, and the form only describes what is there: whatever is in the file can be removed or
  /// moved.
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

  /// Returns a part of the value: what the form describes, what the value has, or something new that the form allows.
  ///
  /// What the form describes wins over what the value has: `-` in a list is a new element, even if the value is an object with the key `-`.
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

  /// Returns the part that the form describes; `nil` if it describes none of this name.
  ///
  /// The index of an element can be up to the number of elements, which is the place of a new one. Of alternatives, the chosen one decides.
  /// The name of another alternative is an error of its own, so the message can say what to choose first.
  private func describedPart(_ key: String, of value: JSONValue?) throws(PartError) -> ValuePlace? {
    switch setting.kind {
    case .list(let kind, _):
      var count = 0
      if case .array(let elements)? = value { count = elements.count }
      guard let index = key == "-" ? count : SettingPath.elementIndex(key), (0...count).contains(index) else {
        return nil
      }
      return element(.index(index), kind: kind)
    // An option set is changed as a whole, or by one option more or less.
    case .flags(let choices) where key == "-":
      return element(.index(value?.elements?.count ?? 0), kind: .choice(choices))
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
        if let part = try described(as: chosen.kind).part(key, of: value) {
          return part.choosing(key, among: variants)
        }
      } else if let part = try firstPart(key, of: variants) {
        return part
      }
      guard let other = variants.first(where: { $0.name == key }), other != chosen else { return nil }
      throw .notChosen(other, of: path)
    default: return nil
    }
  }

  /// Returns the part of a value that isn't set yet, in the first alternative that has such a part and doesn't need to be chosen.
  ///
  /// Example: for a port that is a number or `{"from", "to"}`, `port.from` is a part even while no port is set. An alternative that is told
  /// by a key must be chosen first.
  private func firstPart(_ key: String, of variants: [FormVariant]) throws(PartError) -> ValuePlace? {
    for variant in variants where variant.mark == .kind {
      if let part = try described(as: variant.kind).part(key, of: nil) {
        return part.choosing(key, among: variants)
      }
    }
    return nil
  }

  /// Returns the setting's value, completed with the structs around a missing part, without which the part couldn't be set.
  ///
  /// For example, to set `proxy.host` while `proxy` is missing or `null`, `proxy` first becomes a new object with the fields that it must
  /// have (``NewValue``); then its host is set. The last place, the part itself, isn't filled.
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
  /// Whether an object of the kind can have members that the form doesn't describe.
  fileprivate var isOpen: Bool {
    switch parts {
    case .fields(let section): section.isOpen
    case .alternatives(let variants): variants.contains { $0.kind.isOpen }
    case .definition(let recursive): recursive.kind.isOpen
    case .none: self == .json
    case .elements, .entries: false
    }
  }
}
