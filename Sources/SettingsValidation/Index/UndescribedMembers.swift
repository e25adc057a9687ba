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
/// it change.
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

    /// Which new members a person may add. A typing error isn't a member that somebody wants, so `unmistakable` is what
    /// is asked for unless the person insists.
    package enum New: Sendable {
      /// No members.
      case none
      /// Those that the form describes as entries of a section.
      case described
      /// Those that the form allows, except keys that are probably misspelled: they are one keystroke away from a key that the form
      /// describes and that isn't set.
      case unmistakable
      /// Those that the form allows.
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
    let root = document?.root
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
      return FormIndex(form, hiding: recorded).listing(members, of: document)
    }
    let listed = lister.section(
      0, of: root, named: members.named.map { $0.keys[...] }, all: members.includesAll)
    guard lister.hasListed else { return self }
    var form = form
    form.root = listed
    // The rules are the same unless a section is gone that they are about.
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
  /// The items that were listed before are removed first. An item that is still there is listed again, perhaps at
  /// another position and with another kind.
  ///
  /// Cost: linear in the size of the form and in the number of listed members.
  package func relisting(_ members: Members, of document: JSONDocument?) -> FormIndex {
    var form = form
    guard form.root.removeListedItems() else { return listing(members, of: document) }
    return FormIndex(form, hiding: recorded).listing(members, of: document)
  }

  /// Whether the index lists exactly the members that a document has, each as what its value is. An editor asks this
  /// after each change of the file, and lists the members again if they aren't.
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
  /// Keys of the reader such as `$schema`, values at former paths, and members of secret objects aren't listed.
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

  /// Whether a path names a member that belongs to the reader of a file, not to its settings.
  package static func isReserved(_ path: SettingPath) -> Bool {
    path.keys.count == 1 && path.keys.first.map(everyReader.contains) == true
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
  fileprivate func similarKey(to key: String, in section: Int, of object: JSONNode?) -> String? {
    nodes[section].section.items.first {
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

  /// Returns what is secret in a document, including members that the form doesn't describe. Content as a whole is
  /// shown by this; for a single setting, its own secrecy is enough.
  ///
  /// Cost: for a form with secrets and a document with undescribed members, makes an index.
  package func secrecy(in document: JSONDocument) -> Secrecy {
    holdsSecrets ? listing(.all, of: document).secrecy(at: .root) : .none
  }
}

/// Finds secrets under misspelled or misplaced keys, wherever values that no form describes are shown or recorded.
///
/// An undescribed member `passwrd` can be the password, so it is secret if the setting that was probably meant is.
/// That compares its key with those of all settings. When the budget for comparisons is used up, each undescribed value
/// counts as a secret, so a document full of undescribed members takes linear time and still shows none.
struct MisspelledSecrets {
  /// The number of keys that may still be compared.
  private var budget = 1_000_000

  /// Returns the secrecy of a member that the form doesn't describe.
  ///
  /// - Parameter inherited: What the section around it says about members that it doesn't name.
  mutating func secrecy(at path: SettingPath, inherited: Secrecy, in index: FormIndex) -> Secrecy {
    guard index.holdsSecrets, !inherited.isWhole else { return inherited }
    budget -= index.settings.count
    guard budget >= 0 else { return .whole }
    guard let meant = index.nearest(to: path, describedOnly: true), index.secrecy(at: meant).holdsSecrets
    else {
      return inherited
    }
    return .whole
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

  /// Whether the form stands for a file that has none. Nothing is checked by it, not even whether a path exists.
  package var describesNothing: Bool { source == .anything }
}

extension SourceSchema {
  /// The schema of a file without a form, which every value meets.
  fileprivate static let anything = SourceSchema(
    root: JSONSchema(keywords: [.other("$comment", "No form describes this file.")]))
}

extension FormIndex {
  /// Keys of the root that belong to the reader of a file, not to its settings: the name of its schema, the locks of layers, and, with an
  /// app's form, the version of the document.
  fileprivate var reservedKeys: Set<String> {
    let isOfApp = form.source == nil && !form.describesNothing
    return isOfApp ? Self.everyReader.union(JSONSchema.readerKeys) : Self.everyReader
  }

  private static let everyReader: Set<String> = ["$schema", "$locked"]
}

/// Lists members of a document in copies of the form's sections.
///
/// It walks the sections and the document together, and goes only into sections that the document has or that a named
/// path leads into. A section without a listed member isn't copied: `hasListed` tells each level whether anything was
/// added below it.
private struct MemberLister {
  /// The deepest undescribed section. The members of objects inside it are parts of a setting.
  fileprivate static let maxDepth = 32

  let index: FormIndex
  let members: FormIndex.Members
  private var misspelled = MisspelledSecrets()
  /// Whether a member has been added since this was last reset, which each level does for the section that it goes
  /// into.
  private(set) var hasListed = false
  /// Whether a setting has replaced a section that the form describes.
  private(set) var hasReplacedSection = false

  init(index: FormIndex, members: FormIndex.Members) {
    self.index = index
    self.members = members
  }

  /// Returns a section of the form with the members of its value.
  ///
  /// A value in place of a section, such as a string where the form has an object, becomes a setting instead of the
  /// section, if its path is named or all members are listed. Otherwise, it could be neither shown nor replaced, and
  /// `get FILE` would print an empty object in its place.
  ///
  /// - Parameters:
  ///   - node: The value; `nil` if the document doesn't have the section.
  ///   - named: The named paths that lead into the section, from the section on.
  ///   - all: Whether all members of the value become items.
  mutating func section(
    _ position: Int, of node: JSONNode?, named: [ArraySlice<String>], all: Bool
  ) -> FormSection {
    let indexed = index.nodes[position]
    var section = indexed.section
    for place in section.items.indices {
      guard case .section(let inner) = section.items[place],
        case .section(let target)? = indexed.keys[inner.key]
      else {
        continue
      }
      let value = node?[inner.key]
      let paths = named.into(inner.key)
      let isNamed = paths.contains(where: \.isEmpty)
      if let value, value.kind != .object && (all || isNamed) || inner.isUndescribed && isNamed {
        // The section's settings can neither show a value like this nor replace or remove it.
        replace(&section.items[place], by: value, at: indexed.path.appending(inner.key), section: position)
      } else if all && value != nil || !paths.isEmpty {
        let before = hasListed
        hasListed = false
        let listed = self.section(
          target, of: value, named: paths, all: all || paths.contains(where: \.isEmpty))
        if hasListed { section.items[place] = .section(listed) }
        hasListed = hasListed || before
      }
    }
    addMembers(to: &section, at: position, of: node, named, all: all)
    return section
  }

  /// Puts the setting of a value in the place of a section. Rules about that section's settings can't be evaluated any
  /// more, which `hasReplacedSection` reports.
  private mutating func replace(
    _ item: inout FormItem, by value: JSONNode, at path: SettingPath, section: Int
  ) {
    var setting = setting(at: path, value, in: section)
    if case .section(let described) = item, !described.isUndescribed {
      hasReplacedSection = true
      // The form knows the key, and what has to be there. A schema of another author says itself which values it allows.
      setting.traits.remove(.undescribed)
      if index.form.source == nil, case .object(let schema) = described.schema.json {
        setting.otherKeywords = schema
      }
    }
    hasListed = true
    item = .setting(setting)
  }

  /// Adds the members of a section's value that are no items yet: first those that the document has, then named ones
  /// that are new. Each key is added once, however many named paths begin with it.
  private mutating func addMembers(
    to section: inout FormSection, at position: Int, of node: JSONNode?, _ named: [ArraySlice<String>],
    all: Bool
  ) {
    let path = index.nodes[position].path
    var added: Set<ExactText> = []
    func isNew(_ key: String) -> Bool {
      index.nodes[position].keys[key] == nil && !(position == 0 && index.reservedKeys.contains(key))
        && added.insert(ExactText(key)).inserted
    }
    // Inside a secret, the keys that a person has chosen are secret, too.
    let showsKeys = members.includesSecretKeys || !index.nodes[position].secrecy.hides(.object)
    if all, showsKeys, let node {
      for (key, value) in node.members where isNew(key) {
        add(
          item(key, value: value, at: path.appending(key), in: position, named: named.into(key), all: true),
          to: &section)
      }
    }
    for keys in named where keys.first.map(isNew) == true {
      guard let key = keys.first else { continue }
      let paths = named.into(key)
      if let value = node?[key] {
        add(
          item(key, value: value, at: path.appending(key), in: position, named: paths, all: false),
          to: &section)
      } else if let kind = kind(ofNew: key, in: position, of: node) {
        add(
          newItem(key, kind: kind, isDescribed: section.kind(ofEntry: key) != nil, named: paths), to: &section
        )
      }
    }
  }

  /// Adds an item behind the others, if there is one.
  private mutating func add(_ item: FormItem?, to section: inout FormSection) {
    guard let item else { return }
    section.items.append(item)
    hasListed = true
  }

  /// Returns the kind of a member that the document doesn't have; `nil` if the form doesn't allow it, or if it is
  /// probably a misspelled key.
  func kind(ofNew key: String, in position: Int, of node: JSONNode?) -> FormKind? {
    let section = index.nodes[position].section
    guard members.new != .none, position > 0 || !index.reservedKeys.contains(key) else { return nil }
    if let kind = section.kind(ofEntry: key) { return kind }
    guard section.isOpen, members.new != .described,
      members.new == .allowed || index.similarKey(to: key, in: position, of: node) == nil
    else { return nil }
    return .anything
  }

  // MARK: - Items

  /// Returns the item of a member that the document has; `nil` if it is a value of an earlier version, which belongs to
  /// a setting.
  ///
  /// An entry that the section describes is a setting of the entry's kind and isn't undescribed. Any other member is.
  private mutating func item(
    _ key: String, value: JSONNode, at path: SettingPath, in section: Int, named: [ArraySlice<String>],
    all: Bool
  ) -> FormItem? {
    guard index.entry(formerlyAt: path) == nil else { return nil }
    if let kind = index.nodes[section].section.kind(ofEntry: key) {
      return .setting(FormSetting(key: key, title: key, kind: kind, traits: [.withoutApp, .listed]))
    }
    let secrecy = index.nodes[section].secrecy.member(key)
    return undescribed(key, value: value, at: path, in: section, secrecy: secrecy, named: named, all: all)
  }

  /// Returns the item of an undescribed member: a section for an object with members, and a setting for any other
  /// value, for an object that a person names, and for one whose keys are secret.
  private mutating func undescribed(
    _ key: String, value: JSONNode, at path: SettingPath, in section: Int, secrecy: Secrecy,
    named: [ArraySlice<String>], all: Bool
  ) -> FormItem? {
    let isNamed = named.contains { $0.isEmpty }
    // In an object that is secret as a whole, the keys are secret, too.
    let showsKeys = members.includesSecretKeys || !secrecy.hides(.object)
    // An object that a person names is one setting, so that it can be replaced as a whole.
    guard !isNamed, showsKeys, value.kind == .object, value.count > 0, path.keys.count <= Self.maxDepth else {
      return .setting(setting(at: path, value, in: section))
    }
    var inner = FormSection(key: key, title: key)
    inner.isUndescribed = true
    inner.isOpen = index.nodes[section].section.isOpen
    var added: Set<ExactText> = []
    for (key, value) in value.members where all || named.contains(where: { $0.first == key }) {
      guard added.insert(ExactText(key)).inserted, index.entry(formerlyAt: path.appending(key)) == nil,
        let item = undescribed(
          key, value: value, at: path.appending(key), in: section, secrecy: secrecy.member(key),
          named: named.into(key), all: all)
      else { continue }
      inner.items.append(item)
    }
    for key in named.compactMap(\.first) where inner.isOpen && members.new != .none && value[key] == nil {
      guard added.insert(ExactText(key)).inserted else { continue }
      inner.items.append(newItem(key, kind: .anything, isDescribed: false, named: named.into(key)))
    }
    return inner.items.isEmpty ? nil : .section(inner)
  }

  /// Returns the setting of a value that the document has. If it is secret, its kind is one that doesn't contain the
  /// keys or the types of its parts.
  private mutating func setting(at path: SettingPath, _ value: JSONNode, in section: Int) -> FormSetting {
    var setting = FormSetting.undescribed(
      path.keys.last ?? "", value: value.value, depth: path.keys.count - 1)
    let inherited = index.nodes[section].secrecy.member(path.keys.last ?? "")
    if misspelled.secrecy(at: path, inherited: inherited, in: index).isWhole {
      setting.traits.insert(.secret)
      // The kind of an object has the keys, which are secret, too.
      switch value.kind {
      case .object: setting.kind = .dictionary(.anything)
      case .array: setting.kind = .list(.anything, ListLimits())
      default: break
      }
    }
    return setting
  }

  /// Returns the item of a member that the document doesn't have: a setting, or the sections around one that is named.
  ///
  /// For the named path `jest.verbose`, `jest` becomes a section with the setting `verbose`. A path that ends in `-`,
  /// the element behind the last one, makes a list of what is around it.
  private func newItem(
    _ key: String, kind: FormKind, isDescribed: Bool, named: [ArraySlice<String>]
  ) -> FormItem {
    let inside = named.filter { !$0.isEmpty }
    guard !isDescribed, let first = inside.first?.first, inside.count == named.count else {
      return .setting(
        FormSetting(
          key: key, title: key, kind: kind,
          traits: isDescribed ? [.withoutApp, .listed] : [.withoutApp, .anyType, .undescribed, .listed]))
    }
    if first == "-" {
      return newItem(key, kind: .list(.anything, ListLimits()), isDescribed: false, named: [[]])
    }
    var section = FormSection(key: key, title: key)
    section.isUndescribed = true
    section.isOpen = true
    var added: Set<ExactText> = []
    for key in inside.compactMap(\.first) where added.insert(ExactText(key)).inserted {
      section.items.append(newItem(key, kind: .anything, isDescribed: false, named: inside.into(key)))
    }
    return .section(section)
  }
}

extension FormSection {
  /// Removes the items that are listed because a document has them; returns `false` if there are none. What the form
  /// describes stays, also where a listed setting had replaced it in another copy.
  fileprivate mutating func removeListedItems() -> Bool {
    var hasRemoved = false
    for place in items.indices.reversed() {
      switch items[place] {
      case .setting(let setting):
        guard setting.traits.contains(.listed) else { continue }
        items.remove(at: place)
        hasRemoved = true
      case .section(var inner):
        if inner.isUndescribed {
          items.remove(at: place)
          hasRemoved = true
        } else if inner.removeListedItems() {
          items[place] = .section(inner)
          hasRemoved = true
        }
      }
    }
    return hasRemoved
  }
}

extension [ArraySlice<String>] {
  /// The paths that begin with a key, without it.
  fileprivate func into(_ key: String) -> [ArraySlice<String>] {
    compactMap { $0.first?.hasSameScalars(as: key) == true ? $0.dropFirst() : nil }
  }
}

// MARK: - Kinds of values

extension FormSetting {
  /// Creates the setting of a member that no form describes. The type of its value tells how it is edited; any other
  /// value is valid.
  ///
  /// A member with `null` has no type, so it is edited as anything.
  ///
  /// - Parameter depth: The number of objects around the value. Inside very deep ones, kinds aren't inferred.
  package static func undescribed(_ key: String, value: JSONValue, depth: Int = 0) -> FormSetting {
    FormSetting(
      key: key, title: key, kind: .inferred(from: [value], depth: depth), isOptional: value == .null,
      traits: [.withoutApp, .anyType, .undescribed, .listed])
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
        (inner.key, inner.title) = (key, key)
        return .section(inner)
      }
      return .setting(
        FormSetting(
          key: key, title: key, kind: inferred(from: values, depth: depth),
          isOptional: values.contains(.null),
          traits: [.withoutApp, .anyType]))
    }
    return section
  }

  /// Whether every value is one of the kind, or every object. Such a kind says nothing about members, so they are
  /// listed as if there were no form.
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
