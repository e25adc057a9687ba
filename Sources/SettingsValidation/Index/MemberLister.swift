/// Lists members of a document in copies of the form's sections.
///
/// It walks the sections and the document together, and goes only into sections that the document has or that a named
/// path leads into. A section without a listed member isn't copied: `hasListed` tells each level whether anything was
/// added below it.
struct MemberLister {
  /// The deepest undescribed section. The members of objects inside it are parts of a setting.
  static let maxDepth = 32
  /// The most new keys of which each is compared with each key of its section.
  private static let fewKeys = 100

  let index: FormIndex
  let members: FormIndex.Members
  private var misspelled = MisspelledSecrets()
  /// The shapes of settings that no form describes, by their kinds: a file can have a million members, but of few kinds.
  private var shapes: [FormKind: FormShape] = [:]
  /// The keys of sections to which many members are added, to find those that the new keys were probably meant to be.
  private var similar: [Int: KeystrokeTable] = [:]
  /// Whether a member has been added since the flag was last reset. Each level resets it before it goes into a section, and so learns
  /// whether that section has changed.
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
    let named = NamedMembers(named)
    var section = indexed.section
    for place in section.items.indices {
      guard case .section(let inner) = section.items[place],
        case .section(let target)? = indexed.keys[inner.key]
      else {
        continue
      }
      let value = node?[inner.key]
      let paths = named[inner.key]
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
      if index.form.source == nil { setting.otherKeywords = described.schema }
    }
    hasListed = true
    item = .setting(setting)
  }

  /// Adds the members of a section's value that aren't items yet: first the members of the document, then new members that are named. Each
  /// key is added once, however many named paths begin with it.
  private mutating func addMembers(
    to section: inout FormSection, at position: Int, of node: JSONNode?, _ named: NamedMembers, all: Bool
  ) {
    let path = index.nodes[position].path
    let keys = index.nodes[position].keys
    let reserved = position == 0 ? index.reservedKeys : []
    // Inside a secret, the keys that a person has chosen are secret, too.
    let showsKeys = members.includesSecretKeys || !index.nodes[position].secrecy.hides(.object)
    let listed = all && showsKeys ? node : nil
    if let listed {
      section.items.reserveCapacity(section.items.count + listed.members.underestimatedCount)
      for (key, value) in listed.members where keys[key] == nil && !reserved.contains(key) {
        add(
          item(key, value: value, at: path.appending(key), in: position, named: named[key], all: true),
          to: &section)
      }
    }
    if named.keys.count > Self.fewKeys, members.new == .unmistakable, section.isOpen {
      let described = index.nodes[position].section.items.lazy.filter { !$0.isUndescribed }
      similar[position] = KeystrokeTable(described.map(\.key))
    }
    for key in named.keys where keys[key] == nil && !reserved.contains(key) && listed?[key] == nil {
      let paths = named[key]
      if let value = node?[key] {
        add(
          item(key, value: value, at: path.appending(key), in: position, named: paths, all: false),
          to: &section)
      } else if let kind = kind(ofNew: key, in: position, of: node) {
        add(
          newItem(
            key, kind: kind,
            isDescribed: !FormIndex.namesSchema(key, in: position) && section.kind(ofEntry: key) != nil,
            named: paths), to: &section)
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
    if FormIndex.namesSchema(key, in: position) { return .string(TextLimits()) }
    if let kind = section.kind(ofEntry: key) { return kind }
    guard section.isOpen, members.new != .described,
      members.new == .allowed
        || index.similarKey(to: key, in: position, of: node, among: similar[position]?.near(key)) == nil
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
    if !FormIndex.namesSchema(key, in: section), let entries = index.nodes[section].section.entries(for: key)
    {
      return .setting(FormSetting(key: key, shape: entries.shape))
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
    var inner = FormSection(undescribed: key, isOpen: index.nodes[section].section.isOpen)
    let named = NamedMembers(named)
    if all { inner.items.reserveCapacity(value.members.underestimatedCount) }
    for (key, value) in value.members where all || !named[key].isEmpty {
      guard index.entry(formerlyAt: path.appending(key)) == nil,
        let item = undescribed(
          key, value: value, at: path.appending(key), in: section, secrecy: secrecy.member(key),
          named: named[key], all: all)
      else { continue }
      inner.items.append(item)
    }
    for key in named.keys where inner.isOpen && members.new != .none && value[key] == nil {
      inner.items.append(newItem(key, kind: .anything, isDescribed: false, named: named[key]))
    }
    return inner.items.isEmpty ? nil : .section(inner)
  }

  /// Returns the setting of a value that the document has. If it is secret, its kind must not reveal the keys or the types of its parts.
  private mutating func setting(at path: SettingPath, _ value: JSONNode, in section: Int) -> FormSetting {
    let kind = FormKind.inferred(from: [value.value], depth: path.keys.count - 1)
    let shape = shapes[kind] ?? FormShape(undescribed: kind)
    shapes[kind] = shape
    var setting = FormSetting(key: path.keys.last ?? "", shape: shape)
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
          key: key, title: SettingPath.shown(key: key), kind: kind,
          traits: isDescribed ? [.withoutApp, .listed] : [.withoutApp, .anyType, .undescribed, .listed]))
    }
    if first == "-" {
      return newItem(key, kind: .list(.anything, ListLimits()), isDescribed: false, named: [[]])
    }
    var section = FormSection(undescribed: key, isOpen: true)
    let members = NamedMembers(inside)
    for key in members.keys {
      section.items.append(newItem(key, kind: .anything, isDescribed: false, named: members[key]))
    }
    return .section(section)
  }
}

extension FormIndex {
  /// Keys of the root that are no settings: with an app's form, the version of the document, which only an apply changes.
  var reservedKeys: Set<String> { form.source == nil ? [JSONSchema.versionKey] : [] }

  /// Whether a key in a section is `$schema` at the root. It is text and allowed in every file, whatever the form says about other members.
  static func namesSchema(_ key: String, in section: Int) -> Bool { section == 0 && key == "$schema" }
}

/// The members of an object that paths name or lead into, each with the rest of its paths. A command can name as many as the file has.
private struct NamedMembers {
  /// Each key once, in the order of the paths.
  private(set) var keys: [String] = []
  private var inside: [ExactText: [ArraySlice<String>]] = [:]

  init(_ paths: [ArraySlice<String>]) {
    for path in paths {
      guard let key = path.first else { continue }
      if inside[ExactText(key)] == nil { keys.append(key) }
      inside[ExactText(key), default: []].append(path.dropFirst())
    }
  }

  /// The paths that begin with a key, without it.
  subscript(key: String) -> [ArraySlice<String>] { inside.isEmpty ? [] : inside[ExactText(key)] ?? [] }
}
