/// A form prepared for lookups by path, with its compiled rules.
///
/// Building an index is linear in the size of the form. A lookup costs one hash table access for each key of the path.
/// For a path that the form doesn't have, a lookup returns `nil` or an empty list, and a check returns a problem; no
/// path is a programming error.
///
/// ```swift
/// let index = FormIndex(form)
/// index["calculation", "timePeriod"]?.setting.title  // "Time Period"
/// index.settings.count
/// ```
///
/// The settings are numbered in form order. For the form
///
///     network:  host, port            nodes[0] root      nodes[1] network
///     theme                           settings[0] network.host   [1] network.port   [2] theme
///
/// the position of `theme` is 2. Compiled rules, rows, the search and what a view observes refer to settings by
/// position, so a lookup is an array access. Positions are valid for one index only: an index that lists other members
/// of the document numbers the settings again, and a position must not be carried over. What outlives an index has
/// paths: staged edits, changes, problems.
///
/// An index never changes. A draft, its review and all view models share one.
///
/// It is made from a form that has been checked: keys are distinct, and patterns can be compiled. Rules are the
/// exception. They are compiled here, and if one of them is faulty, the index has none of them and ``ruleError`` says
/// why. Whoever opens a store or reads a form must look at it, since a form without its rules accepts what the app
/// refuses.
package struct FormIndex: Sendable {
  /// A setting with its path in the form.
  ///
  /// It keeps the path of its section and not its own, because the settings of a section share that: 100 000 paths
  /// would be most of the memory of an index.
  package struct Entry: Hashable, Sendable {
    /// The path of the section around the setting; `nil` for the setting of a form that describes a single value.
    fileprivate let section: SettingPath?
    package let setting: FormSetting
    /// The titles of the sections around the setting, outermost first, without the form's own title.
    package let sections: [String]
    /// The paths that the value had in documents of earlier versions, the latest first. They come from `was`, at the setting and at the
    /// sections around it, and from migrations that write the setting.
    package fileprivate(set) var formerPaths: [SettingPath]

    /// The path of the value in the document; the root for the setting of a form that describes a single value.
    ///
    /// Cost: linear in the number of its keys.
    package var path: SettingPath { section?.appending(setting.key) ?? .root }
  }

  /// An item of a section, by its position in ``nodes`` or in ``settings``.
  package enum Target: Sendable {
    case section(Int)
    case setting(Int)
  }

  /// A section with the table of its items, and with what a check of its object needs beyond the checks of its items.
  package struct Node: Sendable {
    package let section: FormSection
    package let path: SettingPath
    /// Whether a keyword of the section depends on its items, such as `required` or `if`. Then a change of one setting
    /// can cause a problem at another one.
    let judgesMembers: Bool
    /// The checks of the section's own keywords; `nil` if there are no such keywords, which is the case for nearly
    /// every section of an app's form.
    let ownChecks: CompiledSchema?
    /// The secrecy according to the keywords of the section and of the sections around it; its items can add more.
    package let secrecy: Secrecy
    var keys = SectionKeys()

    package func target(of key: String) -> Target? { keys[key] }

    package func forEachItem(_ body: (Target) -> Void) {
      for item in keys.items { body(item.target) }
    }
  }

  package let form: FormSchema
  /// The form without the members of a document.
  var described: FormSchema
  /// The steps from a document of an earlier version to today's. To find them takes a walk over the whole form, so that is done once, and
  /// only if a document may need them.
  var steps: [FormStep] { madeSteps.value { form.steps } }
  private let madeSteps = Lazy<[FormStep]>()
  /// All settings in display order, also the settings of inner sections.
  package private(set) var settings: [Entry] = []
  /// The positions of the settings that had another path in earlier versions. Only they are looked for at other places,
  /// so a document of a form without any costs no look-up.
  package private(set) var renamed: [Int] = []
  /// The places of settings in documents of earlier versions.
  private(set) var former = FormerPaths()
  /// All sections in display order, the root first.
  package private(set) var nodes: [Node] = []
  /// The regular expressions and the definitions of the form.
  package let library: SchemaLibrary
  /// The form's compiled rules; empty if one of them is faulty, see ``ruleError``.
  package private(set) var rules = RuleEngine()
  /// The error in the form's rules; `nil` for valid rules, and for a form that is already checked.
  package private(set) var ruleError: FormSchemaError?

  /// The checks of a whole document; `nil` for a form whose sections and settings represent all of them.
  ///
  /// A schema of another author decides as a whole what is valid, since its sections are only an approximation. An
  /// app's form is checked setting by setting, which is faster and needs no second representation.
  let documentChecks: CompiledSchema?

  /// Whether any value of a document can be secret. If not, nothing is masked, and nobody looks for secrets.
  package private(set) var holdsSecrets = false
  /// What is secret in addition to what the form says: what was secret in any recorded version of the file. A form that
  /// has lost its `writeOnly` reveals nothing that was hidden before.
  let recorded: Secrecy
  /// Whether the index lists members of a document that the form doesn't.
  private(set) var listsOthers = false

  /// Whether each problem depends on the value of only one setting. Then a change of a setting can't cause a problem
  /// elsewhere, and only the changed settings are checked again. Rules aren't considered.
  package private(set) var checksSettingsAlone: Bool

  /// Prepares a form.
  ///
  /// The order matters. Secrecy comes first, since each entry is made with the secrecy of what is around it; then the
  /// sections and settings in one walk; then the paths of earlier versions, which need the positions; then the rules, which
  /// are compiled to positions.
  ///
  /// Cost: linear in the number of settings and the size of the rules.
  ///
  /// - Parameter recorded: What is secret in addition to what the form says, such as what was secret by the form of an
  ///   earlier version.
  package init(_ form: FormSchema, hiding recorded: Secrecy = .none) {
    self.init(withoutRules: form, hiding: recorded)
    let sources = sourcesOfSecrets()
    // Once, so that this ends whatever the form says about these places.
    if !sources.isEmpty {
      self = FormIndex(withoutRules: form, hiding: recorded.joined(with: Secrecy(ofPaths: sources)))
    }
    let takers = takersOfSecrets()
    if !takers.isEmpty {
      // Each of them is a secret then, and its own former paths are those of one.
      self = hiding(Secrecy(ofPaths: takers))
      return
    }
    guard !form.rules.isEmpty else { return }
    do throws(FormSchemaError) {
      rules = try RuleEngine(form.rules, index: self, library: library)
    } catch {
      ruleError = error
    }
  }

  private init(withoutRules form: FormSchema, hiding recorded: Secrecy) {
    self.recorded = recorded
    described = form
    var form = form
    let secrecy = (form.source.map(Secrecy.init) ?? .none).joined(with: recorded)
    if form.root.hasSecretSections || secrecy.holdsSecrets { form.root = form.root.inheriting(secrecy) }
    self.form = form
    let library = SchemaLibrary(form.source)
    self.library = library
    documentChecks = form.source.map { CompiledSchema($0.root, library: library) }
    checksSettingsAlone = form.source == nil
    let counts = form.root.counts
    settings.reserveCapacity(counts.settings)
    nodes.reserveCapacity(counts.sections)
    // The value of the whole document is one setting, so there are no items.
    if form.rootSetting != nil { form.root.items = [] }
    add(form.root, at: .root, titles: [], secrecy: secrecy)
    if let setting = form.rootSetting {
      let entry = Entry(section: nil, setting: setting.inheriting(secrecy), sections: [], formerPaths: [])
      settings = [entry]
      holdsSecrets = entry.setting.holdsSecrets
      let item = SectionKeys.Item(target: .setting(0), shape: entry.setting.shape.unretained)
      nodes[0].keys = SectionKeys([""], items: [item])
    }
    (form.root.moves() + form.migrations.map(FormStep.init)).forEach { addFormerPaths(of: $0) }
  }

  /// Returns the index with additional secrets.
  ///
  /// Cost: makes a new index, if there are any.
  package func hiding(_ secrecy: Secrecy) -> FormIndex {
    guard secrecy.holdsSecrets else { return self }
    var index = FormIndex(form, hiding: recorded.joined(with: secrecy))
    index.described = described
    return index
  }

  /// Whether the settings have the same positions in another index, because both are one.
  package func hasPositions(of other: FormIndex) -> Bool { madeSteps === other.madeSteps }

  /// Returns the rules that can be compiled for this form: all settings that they name exist, and have values of the
  /// right types. Each rule is tried alone, so a cycle over several of them isn't noticed.
  package func compilable(_ rules: [FormRule]) -> [FormRule] { rules.filter { error(in: $0) == nil } }

  /// Returns the error of a rule that can't be compiled for this form alone; `nil` for one that can.
  package func error(in rule: FormRule) -> FormSchemaError? {
    do throws(FormSchemaError) {
      _ = try RuleEngine([rule], index: self, library: library)
      return nil
    } catch {
      return error
    }
  }

  /// Adds the paths that a step reads to the former paths of what it writes. A value there is as secret as the setting, and such a path
  /// names the setting in other layers.
  ///
  /// Example: a migration reads `timeoutSeconds` and writes `timeout`. In a layer or an old file, the value at `timeoutSeconds` is one of
  /// the setting `timeout`. If the setting is secret, so is the old value.
  private mutating func addFormerPaths(of step: FormStep) {
    // What a step only removes belongs to no setting.
    guard let path = step.writes.first else { return }
    var paths = step.reads
    switch step.action {
    case .move(isSection: true): return former.add(paths, ofSection: path)
    case .move(isSection: false): break
    case .migration:
      paths.removeAll { path in
        path.isRoot || path.keys.contains("*") || step.writes.contains(path)
          || self[path] != nil || section(at: path) != nil || former.positions[path] != nil
      }
    case .conversion: return
    }
    guard let position = position(of: path), !paths.isEmpty else { return }
    if settings[position].formerPaths.isEmpty { renamed.append(position) }
    settings[position].formerPaths += paths
    former.add(paths, of: position)
  }

  /// Adds a section with everything in it, and returns its position.
  ///
  /// The position is given before its items are added, so a section comes before what is inside it, and the root has
  /// position 0.
  ///
  @discardableResult
  private mutating func add(
    _ section: FormSection, at path: SettingPath, titles: [String], secrecy: Secrecy
  ) -> Int {
    // The node gets its table when all of its items have positions.
    let position = nodes.count
    let judgesMembers = section.judgesMembers
    let secrecy = section.ownSecrecy.joined(with: secrecy)
    if secrecy.holdsSecrets { holdsSecrets = true }
    let hasKeywords = documentChecks == nil && !section.otherKeywords.keywords.isEmpty
    nodes.append(
      Node(
        section: section, path: path, judgesMembers: judgesMembers,
        ownChecks: hasKeywords ? CompiledSchema(section.schemaOfOthers, library: library) : nil,
        secrecy: secrecy))
    if judgesMembers { checksSettingsAlone = false }
    var keys: [String] = []
    var items: [SectionKeys.Item] = []
    keys.reserveCapacity(section.items.count)
    items.reserveCapacity(section.items.count)
    // A switch over an element of the array copies only its setting or section, but a loop over the elements copies each one, too.
    for place in section.items.indices {
      switch section.items[place] {
      case .section(let inner):
        keys.append(inner.key)
        if inner.isUndescribed { listsOthers = true }
        let innerPosition = add(
          inner, at: path.appending(inner.key), titles: titles + [inner.title],
          secrecy: secrecy.member(inner.key))
        items.append(
          SectionKeys.Item(target: .section(innerPosition), shape: nil, isUndescribed: inner.isUndescribed))
      case .setting(let setting):
        keys.append(setting.key)
        items.append(
          SectionKeys.Item(
            target: .setting(settings.count), shape: setting.shape.unretained,
            isUndescribed: setting.traits.contains(.undescribed)))
        if setting.holdsSecrets { holdsSecrets = true }
        if setting.traits.contains(.listed) { listsOthers = true }
        settings.append(Entry(section: path, setting: setting, sections: titles, formerPaths: []))
      }
    }
    nodes[position].keys = SectionKeys(keys, items: items, constrainsOthers: section.constrainsOthers)
    return position
  }
}

extension FormIndex {
  package subscript(path: SettingPath) -> Entry? {
    position(of: path).map { settings[$0] }
  }

  /// Returns the flags of the setting at a position in ``settings``, without a copy of the setting. Loops over all
  /// settings use it.
  package func traits(at position: Int) -> FormTraits { settings[position].setting.traits }

  /// Returns the position in ``settings`` of the setting at a path; `nil` if there is no such setting: for a section,
  /// for a part of a setting, and for an unknown path.
  package func position(of path: SettingPath) -> Int? {
    if form.rootSetting != nil { return path.isRoot ? 0 : nil }
    guard let key = path.keys.last, let node = sectionPosition(at: path.keys.dropLast()),
      case .setting(let position)? = nodes[node].keys[key]
    else { return nil }
    return position
  }

  /// Returns the setting at a path or around it: `servers` for `servers.0.name`; `nil` if there is no such setting.
  /// Nothing is said about the part: the list can be shorter.
  package func entry(containing path: SettingPath) -> Entry? {
    position(containing: path).map { settings[$0] }
  }

  /// Returns the position of the setting at a path or around it; `nil` if there is no such setting.
  ///
  /// The walk ends at the first setting: what comes after it in the path is inside the setting's value.
  package func position(containing path: SettingPath) -> Int? {
    if form.rootSetting != nil { return 0 }
    var node = 0
    for key in path.keys {
      switch nodes[node].keys[key] {
      case .section(let inner)?: node = inner
      case .setting(let position)?: return position
      case nil: return nil
      }
    }
    return nil
  }

  /// Returns the positions of the sections on a path, the root first, and of the setting at the path or around it. The
  /// sections end at an unknown key.
  ///
  /// For `network.prt`, the sections are the root and `network`, and the setting is `nil`.
  package func positions(around path: SettingPath) -> (sections: [Int], setting: Int?) {
    if form.rootSetting != nil { return ([0], 0) }
    var sections = [0]
    sections.reserveCapacity(path.keys.count)
    var node = 0
    for key in path.keys {
      switch nodes[node].keys[key] {
      case .section(let inner)?:
        sections.append(inner)
        node = inner
      case .setting(let position)?: return (sections, position)
      case nil: return (sections, nil)
      }
    }
    return (sections, nil)
  }

  /// Whether it can matter to the check that a setting is in the file, even with its default, because a keyword of a section around it
  /// looks at the section's items.
  ///
  /// With `"required": ["host"]`, writing the default of `host` into the file removes a problem, although no value
  /// changes.
  package func judgesPresence(at path: SettingPath) -> Bool {
    !checksSettingsAlone && positions(around: path).sections.contains { nodes[$0].judgesMembers }
  }

  /// Returns the section at a path, the root for the empty path; `nil` if there is no such section, and in a form that
  /// describes a single value.
  package func section(at path: SettingPath) -> FormSection? {
    form.rootSetting != nil ? nil : sectionPosition(at: path).map { nodes[$0].section }
  }

  /// Returns the keys of the object at a path in form order. The object can be a section, or a struct inside a list, a
  /// dictionary or an optional. Returns an empty list for an unknown path. Members that are listed because a document has them, or may
  /// get them, aren't keys of the form.
  ///
  /// New members are written in this order: for `servers.0`, it is the order of the properties of the server's struct.
  package func keys(at path: SettingPath) -> [String] {
    if let section = section(at: path) { return section.items.filter { !$0.isListed }.map(\.key) }
    guard let entry = entry(containing: path) else { return [] }
    let inside = path.keys.dropFirst(entry.path.keys.count)
    return entry.setting.kind.section(at: inside)?.items.map(\.key) ?? []
  }

  /// Returns the setting at a position.
  func setting(at position: Int) -> FormSetting { settings[position].setting }

  /// Returns the path of the setting at a position. Cost: linear in the number of its keys.
  func settingPath(at position: Int) -> SettingPath { settings[position].path }

  /// Returns the position in `nodes` of the section at a path.
  package func sectionPosition(at path: SettingPath) -> Int? { sectionPosition(at: path.keys[...]) }

  private func sectionPosition(at keys: ArraySlice<String>) -> Int? {
    var node = 0
    for key in keys {
      guard case .section(let inner)? = nodes[node].keys[key] else { return nil }
      node = inner
    }
    return node
  }
}

extension FormKind {
  /// Returns the struct at a path inside a value of this kind; `nil` if there is none. Of alternatives, the first one
  /// with a struct there counts, since the order of keys is all that it is asked for.
  fileprivate func section(at keys: ArraySlice<String>) -> FormSection? {
    switch parts {
    case .elements(let element), .entries(let element):
      return keys.isEmpty ? nil : element.section(at: keys.dropFirst())
    case .fields(let section):
      guard let key = keys.first else { return section }
      switch section.items.first(where: { $0.key == key }) {
      case .section(let inner)?: return FormKind.object(inner).section(at: keys.dropFirst())
      case .setting(let inner)?: return inner.kind.section(at: keys.dropFirst())
      case nil: return section.kind(ofEntry: key)?.section(at: keys.dropFirst())
      }
    case .alternatives(let variants):
      return variants.lazy.compactMap { $0.kind.section(at: keys) }.first
    case .definition(let recursive): return recursive.kind.section(at: keys)
    case .none: return nil
    }
  }
}

extension FormSection {
  /// Whether a keyword constrains members that aren't items of the section. The keyword itself reports them then, so
  /// they aren't reported as unknown as well.
  fileprivate var constrainsOthers: Bool {
    otherKeywords.has("additionalProperties") || otherKeywords.has("patternProperties")
  }
}

/// The items of a section by their keys, in form order, with the data for the check of a document.
///
/// This table is read for each member of each section of a document, more often than anything else, so it has copies of the few things that
/// a check needs. Reading the settings themselves would touch several times as much memory.
struct SectionKeys: Sendable {
  /// What a check has to know about an item: its position, and how its value is checked.
  struct Item: Sendable {
    let target: FormIndex.Target
    /// The shape of a setting; `nil` for a section. It is stored here, and not only in the setting, because a check then reads less memory.
    /// The settings of the index retain it as long as the table exists.
    let shape: FormShape.Unretained?
    /// Whether the item is listed although no form describes it. A check reports its key as unknown.
    let isUndescribed: Bool

    init(target: FormIndex.Target, shape: FormShape.Unretained?, isUndescribed: Bool = false) {
      self.target = target
      self.shape = shape
      self.isUndescribed = isUndescribed
    }
  }

  let table: KeyTable
  let items: [Item]
  /// Whether a keyword of the section constrains members with other keys.
  let constrainsOthers: Bool

  /// Creates the table of a section's items, which have distinct keys.
  init(_ keys: [String] = [], items: [Item] = [], constrainsOthers: Bool = false) {
    table = KeyTable(keys)
    self.items = items
    self.constrainsOthers = constrainsOthers
  }

  /// Whether there is an item with a key.
  ///
  /// - Parameter describedOnly: Whether to ignore items that no form describes.
  func has(_ key: String, describedOnly: Bool) -> Bool {
    table.place(of: key).map { !(describedOnly && items[$0].isUndescribed) } ?? false
  }

  subscript(key: String) -> FormIndex.Target? {
    table.place(of: key).map { items[$0].target }
  }
}

extension FormIndex {
  /// Calls the body with each setting's position in ``settings`` and its value in a document, in the document's order.
  /// Settings without a value are skipped, and so are members that no setting describes.
  ///
  /// The walk follows the document and not the form, because a file usually sets few of the settings.
  ///
  /// Cost: linear in the size of the document, not of the form.
  package func forEachValue(in document: JSONDocument, _ body: (Int, JSONNode) -> Void) {
    if form.rootSetting != nil { return body(0, document.root) }
    forEachValue(in: document.root, section: 0, body)
  }

  /// Goes through an object of a section. A value of another type in place of a section has no members, and so no
  /// settings.
  private func forEachValue(
    in object: JSONNode, section: Int, _ body: (Int, JSONNode) -> Void
  ) {
    for (key, value) in object.members {
      switch nodes[section].keys[key] {
      case .section(let inner)?: forEachValue(in: value, section: inner, body)
      case .setting(let position)?: body(position, value)
      case nil: continue
      }
    }
  }
}

extension FormIndex {
  /// Returns the setting or section that was probably meant by an unknown path; `nil` if no path is similar.
  ///
  /// Each key is corrected within its section, by at most a third of its characters. Otherwise, a setting of another
  /// section with the same last key is returned. A former path leads to the setting that it belongs to now.
  ///
  /// For example, `netwrk.prt` leads to `network.port`, and `port` alone to the first setting with that key.
  ///
  /// Cost: linear in the size of the sections on the path; for a misplaced key, in the number of settings.
  ///
  /// - Parameter describedOnly: Whether to leave out members that the form doesn't describe, and that are only listed: such a member can be
  ///   misspelled itself.
  package func nearest(to path: SettingPath, describedOnly: Bool = false) -> SettingPath? {
    // The parts of one value have no names in the form.
    guard form.rootSetting == nil else { return nil }
    // A former path isn't a typing error.
    if let current = entry(formerlyAt: path) { return current.path }
    var budget = Int.max
    return corrected(path, describedOnly: describedOnly, budget: &budget)
      ?? elsewhere(path, describedOnly: describedOnly)
  }

  /// Returns the path with each unknown key replaced by the nearest key of its section; `nil` if one of them resembles
  /// none. A path that goes on below a setting isn't corrected.
  func corrected(_ path: SettingPath, describedOnly: Bool = false, budget: inout Int) -> SettingPath? {
    var node = 0
    var found = SettingPath.root
    for (depth, key) in path.keys.enumerated() {
      guard
        let known = nodes[node].keys.has(key, describedOnly: describedOnly)
          ? key : nearestKey(to: key, in: node, describedOnly: describedOnly, budget: &budget)
      else { return nil }
      found.keys.append(known)
      switch nodes[node].keys[known] {
      case .section(let inner)?: node = inner
      case .setting?, nil: return depth == path.keys.count - 1 ? found : nil
      }
    }
    return found
  }

  /// Returns the key of a section that is nearest to an unknown key; `nil` if no key is similar.
  ///
  /// - Parameter budget: The number of keys that may still be compared. When it is used up, the result is `nil`, so that a document full of
  ///   unknown keys takes linear time.
  func nearestKey(
    to key: String, in node: Int, describedOnly: Bool = true, budget: inout Int
  ) -> String? {
    let items = nodes[node].section.items
    guard budget >= items.count else { return nil }
    budget -= items.count
    return EditDistance.nearest(
      to: key, among: items.lazy.filter { !describedOnly || !$0.isUndescribed }.map(\.key))
  }

  /// Returns the first setting of the form with the same last key. This is for keys in the wrong section, which are
  /// spelled right.
  private func elsewhere(_ path: SettingPath, describedOnly: Bool) -> SettingPath? {
    guard let key = path.keys.last else { return nil }
    return settings.first {
      $0.path.keys.last == key && !(describedOnly && $0.setting.traits.contains(.undescribed))
    }?.path
  }
}
