/// The members of a document that the form doesn't list, as settings and sections.
///
/// A settings file is its owner's. A form describes, checks and suggests, but it never hides a member: `jest` in a `package.json`, whose
/// schema doesn't have it, is read, edited and removed like any other setting. So the members that a document has become items of the
/// form, each in its section, behind the items that the form describes:
///
/// | member | item |
/// |---|---|
/// | of a section that describes its entries (`additionalProperties`, `patternProperties`) | a setting of the entries' kind |
/// | any other: an object with members | a section that is undescribed, with its members as items |
/// | any other: another value | a setting that is undescribed, edited like a value of its type, for which any value is valid |
///
/// A file without a form is the same thing: a form that describes nothing, for which every member is undescribed
/// (``FormSchema/init(describingNothingIn:)``).
///
/// What a document has is only known when it is read, so a form with these items belongs to one document, or to the paths that a command
/// names. The items change neither what is valid nor what an apply writes. An undescribed item isn't part of the exported form, and a check
/// of an app's own form reports it as a key that the form doesn't know.
///
/// How a member of the file becomes a row, for `{"name": "x", "jest": {"verbose": true}}` and a schema that only has `name`:
///
///     FormIndex of the form          name
///     document                       name, jest
///     firstUnlistedMember            jest            (nil for most files, which then keep the index as it is)
///     MemberLister.section(root)     copies the section, and adds behind its items:
///                                      section jest (undescribed)
///                                        setting verbose: a flag, because the value is one
///     FormIndex of the copy          name, jest.verbose: both have positions, rows, edits
///
/// After an edit that adds or removes such a member, ``relisting(_:of:)`` makes the index again, since the positions of all settings behind
/// it change. Nothing that lasts has positions: an editor gives its draft the new index, and the store keeps its own.
extension FormIndex {
  /// Which members become items of the form: what a command or an editor asks for.
  ///
  /// The editor takes all members of the file. `settings-tui set FILE jest.verbose=true` names one path, and may add
  /// it. `get FILE` on a large file names a path, so the other members aren't even read.
  package struct Members: Sendable {
    /// The paths that a person names.
    ///
    /// A path that leads to an undescribed object makes the whole object one setting, which can be replaced or removed as a whole. One that
    /// leads to a section of the form includes all members of the section.
    package var named: [SettingPath]
    /// Whether all members of the document become items, or only members that lead to a named path.
    package var includesAll: Bool
    /// Whether members of a section that is secret as a whole become items, too. Their keys, which a person has chosen, are secret.
    package var includesSecretKeys = false
    /// Which named paths become items although the document doesn't have them.
    package var new: New
    /// The type of the value that takes the place of the whole document; `nil` if only members change.
    ///
    /// If the value or the document isn't an object, there are no members to compare: the document becomes one setting. An app's own form
    /// has sections in any case.
    package var replacingRoot: JSONValue.Kind?

    /// Which new members a person may add. A typing error must not become a new member, so callers ask for `unmistakable` unless the person
    /// insists.
    package enum New: Sendable {
      /// No members.
      case none
      /// Members that the form describes as entries of a section.
      case described
      /// Members that the form allows, unless the key is probably misspelled: one keystroke away from a key that the form describes and
      /// that isn't set.
      case unmistakable
      /// All members that the form allows.
      case allowed
    }

    package init(named: [SettingPath] = [], includesAll: Bool = false, new: New = .none) {
      self.named = named
      self.includesAll = includesAll
      self.new = new
    }

    package static let none = Members()
    package static let all = Members(includesAll: true)
  }

  /// Returns the index of the form that lists members of a document, too.
  ///
  /// If there is none to list, which is so for most files, the result is this index, and its positions stay valid.
  ///
  /// Cost: linear in the size of the form's sections and in the number of listed members. Without `includesAll`, only
  /// the sections on the named paths are read.
  package func listing(_ members: Members, of document: JSONDocument?) -> FormIndex {
    var listing = makeListing(members, of: document)
    listing.described = described
    return listing
  }

  private func makeListing(_ members: Members, of document: JSONDocument?) -> FormIndex {
    let root = document?.root
    if let kind = members.replacingRoot, form.source != nil,
      kind != .object || root.map({ $0.kind != .object }) ?? false
    {
      guard form.rootSetting == nil else { return self }
      var form = form
      form.rootSetting = .undescribed("", value: .null)
      form.rootSetting?.title = FormSection.rootTitle
      return FormIndex(form, hiding: recorded)
    }
    if members.named.isEmpty, !members.includesSecretKeys, form.rootSetting == nil {
      // Most files have no member to list. To see that takes less time than to list them.
      guard members.includesAll, let document, firstUnlistedMember(of: document) != nil else { return self }
    }
    var lister = MemberLister(index: self, members: members)
    if let setting = form.rootSetting {
      // A schema that says nothing about the members is one setting without a document. The document decides what it is.
      guard setting.kind.describesNothing, root == nil || root?.kind == .object else { return self }
      var form = form
      form.rootSetting = nil
      form.root.items = []
      form.root.isOpen = true
      return FormIndex(form, hiding: recorded).makeListing(members, of: document)
    }
    let listed = lister.section(
      0, of: root, named: members.named.map { $0.keys[...] },
      all: members.includesAll || members.named.contains(.root))
    guard lister.hasListed else { return self }
    var form = form
    form.root = listed
    // The rules stay the same, unless a section that they are about has been replaced.
    guard lister.hasReplacedSection, !form.rules.isEmpty else { return FormIndex(form, hiding: recorded) }
    // A rule about a replaced section can't be evaluated. It has the same verdict before and after the value in place of the section
    // is removed, because the settings of the section have their defaults in both cases.
    form.rules = []
    form.rules = FormIndex(form).compilable(self.form.rules)
    return FormIndex(form, hiding: recorded)
  }

  /// Returns the index of the form that lists the members that a document has now, and not what it had when this index
  /// was made.
  ///
  /// An item that is still there is listed again, perhaps at another position and with another kind.
  ///
  /// Cost: linear in the size of the form and in the number of listed members.
  package func relisting(_ members: Members, of document: JSONDocument?) -> FormIndex {
    (listsOthers ? FormIndex(described, hiding: recorded) : self).listing(members, of: document)
  }

  /// Whether the index lists exactly the members that a document has, each with the kind of its value. An editor asks this after each
  /// change of the file, and lists the members again if they aren't.
  ///
  /// A listed setting is outdated if its value is gone, has members now, or would get another kind: `"jest": 3` that
  /// has become `"jest": "x"` is edited as text from then on.
  ///
  /// Cost: linear in the number of settings, and in the size of the undescribed values.
  package func listsMembers(of document: JSONDocument) -> Bool {
    guard form.rootSetting == nil else {
      return document.root.kind != .object || form.rootSetting?.kind.describesNothing != true
    }
    guard firstUnlistedMember(of: document) == nil else { return false }
    guard listsOthers else { return true }
    // What was listed has to be there still, and as the same kind of value.
    let isOutdated = settings.indices.contains { position in
      guard traits(at: position).contains(.listed) else { return false }
      let entry = settings[position]
      guard let node = document.node(at: entry.path) else { return true }
      guard entry.setting.traits.contains(.undescribed), !entry.setting.hidesKeys else { return false }
      return node.kind == .object && node.count > 0 && entry.path.keys.count <= MemberLister.maxDepth
        || entry.setting.kind
          != FormSetting.undescribed("", value: node.value, depth: entry.path.keys.count - 1).kind
    }
    return !isOutdated
      && nodes.allSatisfy { node in
        guard node.section.isUndescribed else { return true }
        let value = document.node(at: node.path)
        return value?.kind == .object && value?.count != 0
      }
  }

  /// Returns the first member of a document that is no item of the form and that ``listing(_:of:)`` would list; `nil`
  /// if the form lists all members.
  ///
  /// The version of the document, values at former paths, and members of secret objects aren't listed.
  ///
  /// Cost: linear in the number of members in the sections that the form lists, without their values.
  package func firstUnlistedMember(of document: JSONDocument) -> SettingPath? {
    form.rootSetting == nil ? firstUnlistedMember(of: document.root, in: 0) : nil
  }

  /// Returns the first member inside an object of a section, in the order of the document.
  private func firstUnlistedMember(of object: JSONNode, in section: Int) -> SettingPath? {
    let showsKeys = !nodes[section].secrecy.hides(.object)
    let keys = nodes[section].keys
    var first: SettingPath?
    object.forEachMember(of: keys.table) { place, key, value in
      // The walk can't be ended, but what follows costs only this comparison.
      guard first == nil else { return }
      if let place {
        guard case .section(let inner) = keys.items[place].target else { return }
        // A value in place of the section is listed as a setting.
        first = value.kind == .object ? firstUnlistedMember(of: value, in: inner) : nodes[inner].path
        return
      }
      let key = key.text
      guard showsKeys, section != 0 || !reservedKeys.contains(key) else { return }
      let path = nodes[section].path.appending(key)
      if entry(formerlyAt: path) == nil, !isFormerContainer(path) { first = path }
    }
    return first
  }

  /// Returns the sections of the form that a document has as an object without members. No setting tells that they are
  /// there, so an editor shows them by this list, and they can be removed.
  ///
  /// Cost: as ``firstUnlistedMember(of:)``.
  package func emptySections(of document: JSONDocument) -> [SettingPath] {
    var empty: [SettingPath] = []
    func visit(_ object: JSONNode, in section: Int) {
      let keys = nodes[section].keys
      object.forEachMember(of: keys.table) { place, _, value in
        guard let place, case .section(let inner) = keys.items[place].target, value.kind == .object else {
          return
        }
        if value.count == 0 { empty.append(nodes[inner].path) } else { visit(value, in: inner) }
      }
    }
    if form.rootSetting == nil, document.root.kind == .object { visit(document.root, in: 0) }
    return empty
  }

  /// Returns the path of the new member at or around a path that ``listing(_:of:)`` would list, although no document
  /// has it; `nil` if the form lists the path already, or allows no new member there.
  ///
  /// For `jest.verbose` in an open form without `jest`, it is `jest`: the member that would be new.
  package func unlistedMember(at path: SettingPath) -> SettingPath? {
    guard form.rootSetting == nil else { return nil }
    let sections = positions(around: path).sections
    guard sections.count <= path.keys.count, let last = sections.last else { return nil }
    let key = path.keys[sections.count - 1]
    let lister = MemberLister(index: self, members: Members(new: .allowed))
    guard nodes[last].keys[key] == nil, lister.kind(ofNew: key, in: last, of: nil) != nil else { return nil }
    return SettingPath(Array(path.keys.prefix(sections.count)))
  }

  /// Returns the described key that a new key was probably meant to be, which is why it isn't allowed; `nil` if the
  /// form allows the new key, or if the section allows no new keys at all.
  ///
  /// A described key that is already set wasn't meant: with `port` in the file, `ports` is something else.
  package func similarKey(toNewMemberAt path: SettingPath, of document: JSONDocument?) -> SettingPath? {
    let sections = positions(around: path).sections
    guard form.rootSetting == nil, sections.count <= path.keys.count, let last = sections.last,
      nodes[last].section.isOpen
    else { return nil }
    return similarKey(to: path.keys[sections.count - 1], in: last, of: document?.node(at: nodes[last].path))
      .map(nodes[last].path.appending)
  }

  /// Returns the key of a section from which a new key is one keystroke away, and that the object doesn't have.
  ///
  /// - Parameter near: All keys from which it is one keystroke away, if they are known.
  func similarKey(
    to key: String, in section: Int, of object: JSONNode?, among near: [String]? = nil
  ) -> String? {
    if let near { return near.first { object?[$0] == nil } }
    return nodes[section].section.items.first {
      !$0.isUndescribed && object?[$0.key] == nil && EditDistance.isOneKeystroke($0.key, from: key)
    }?.key
  }

  /// Returns the secrecy of a member that the form doesn't describe, and that is found alone; see
  /// ``MisspelledSecrets``.
  ///
  /// - Parameter section: The position of the innermost section on the path.
  func secrecy(ofUndescribed path: SettingPath, in section: Int) -> Secrecy {
    var misspelled = MisspelledSecrets()
    let inherited = nodes[section].secrecy.member(path.keys.last ?? "")
    return misspelled.secrecy(at: path, inherited: inherited, in: self)
  }

  /// Returns the paths of the members in a section that are listed although no form describes them; each with everything
  /// in it.
  package func undescribedMembers(of path: SettingPath) -> [SettingPath] {
    guard let section = section(at: path) else { return [] }
    return section.items.flatMap { item -> [SettingPath] in
      let path = path.appending(item.key)
      return item.isUndescribed ? [path] : undescribedMembers(of: path)
    }
  }
}

extension FormSchema {
  /// The form of a file without one. It describes nothing and allows everything; see ``FormIndex/listing(_:of:)``.
  ///
  /// A document that isn't an object is one setting, with the kind of its value: for `[1, 2]`, a list of whole numbers.
  package init(describingNothingIn document: JSONDocument?) {
    self.init(root: FormSection(key: "", title: FormSection.rootTitle))
    source = .anything
    if let root = document?.root, root.kind != .object {
      rootSetting = .undescribed("", value: root.value)
      rootSetting?.title = FormSection.rootTitle
    } else {
      root.isOpen = true
    }
  }

  /// Whether the form stands for a file without a form. Such a form checks nothing, not even whether a path exists.
  package var describesNothing: Bool { source == .anything }
}

extension SourceSchema {
  /// The schema of a file without a form, which every value meets.
  fileprivate static let anything = SourceSchema(
    root: JSONSchema(keywords: [.other("$comment", "No form describes this file.")]))
}

extension FormSetting {
  /// Creates the setting of a member that no form describes. The type of its value tells how it is edited; any other
  /// value is valid.
  ///
  /// A member with `null` has no type, so it is edited as anything.
  ///
  /// - Parameter depth: The number of objects around the value. Inside very deep ones, kinds aren't inferred.
  package static func undescribed(_ key: String, value: JSONValue, depth: Int = 0) -> FormSetting {
    FormSetting(key: key, shape: FormShape(undescribed: .inferred(from: [value], depth: depth)))
  }

  /// Creates a setting that has the title of its key.
  init(key: String, shape: FormShape) {
    self.init(
      key: key, title: FormText(SettingPath.shown(key: key)), help: FormText(""), defaultValue: nil,
      shape: shape)
  }
}

extension FormKind {
  /// The depth up to which the kinds of a value's parts are inferred.
  private static let maxInferredDepth = 32

  /// The kind that describes all values except `null`; ``anything`` if they have different types.
  ///
  /// `[80, 443]` is a list of whole numbers, `[80, "x"]` a list of anything, and `[{"a": 1}, {"b": true}]` a list of
  /// structs with the keys `a` and `b`. A number is whole by its spelling here: somebody who has written `1.0` may
  /// write `1.5` next.
  static func inferred(from values: [JSONValue], depth: Int = 0) -> FormKind {
    let values = values.filter { $0 != .null }
    guard depth < maxInferredDepth, let first = values.first, values.allSatisfy({ $0.kind == first.kind })
    else {
      return .anything
    }
    switch first {
    case .null: return .anything
    case .bool: return .boolean
    case .number:
      return values.allSatisfy(\.isSpelledAsInteger) ? .integer(NumberLimits()) : .number(NumberLimits())
    case .string:
      return .string(TextLimits(isMultiline: values.contains { $0.text?.contains("\n") == true }))
    case .array:
      return .list(inferred(from: values.flatMap(\.elementList), depth: depth + 1), ListLimits())
    case .object:
      let objects = values.compactMap(\.object).filter { !$0.members.isEmpty }
      if objects.isEmpty { return .dictionary(.anything) }
      return .object(section(inferredFrom: objects, depth: depth + 1))
    }
  }

  /// Returns a section with the keys of several objects, in the order of their first occurrence. It is open, and
  /// describes entries of any kind, since the next object can have other keys.
  private static func section(inferredFrom objects: [JSONObject], depth: Int) -> FormSection {
    var keys: [String] = []
    var values: [ExactText: [JSONValue]] = [:]
    for member in objects.lazy.flatMap(\.members) {
      if values[ExactText(member.key)] == nil { keys.append(member.key) }
      values[ExactText(member.key), default: []].append(member.value)
    }
    var section = FormSection(key: "", title: "", entries: [FormEntries(kind: .anything)])
    section.isOpen = true
    section.items = keys.map { key in
      let values = values[ExactText(key)] ?? []
      let objects = values.compactMap(\.object)
      if objects.count == values.count, objects.contains(where: { !$0.members.isEmpty }),
        depth < maxInferredDepth
      {
        var inner = self.section(inferredFrom: objects, depth: depth + 1)
        (inner.key, inner.title) = (key, SettingPath.shown(key: key))
        return .section(inner)
      }
      return .setting(
        FormSetting(
          key: key, title: SettingPath.shown(key: key), kind: inferred(from: values, depth: depth),
          isOptional: values.contains(.null),
          traits: [.withoutApp, .anyType]))
    }
    return section
  }

  /// Whether the kind accepts every value, or every object. Then it says nothing about members, so they are listed as if there were no
  /// form.
  fileprivate var describesNothing: Bool {
    switch self {
    case .dictionary(.anything), .json: true
    default: isAnything
    }
  }
}

extension JSONValue {
  /// Whether a number is spelled with digits only, perhaps after a minus sign.
  fileprivate var isSpelledAsInteger: Bool {
    number?.spelling.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit } ?? false
  }
}
