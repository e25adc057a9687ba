/// A group of settings and sections, which represents a nested struct.
///
/// In the document, it is an object under its key, which can be missing if no value in it is set. Its items have
/// distinct keys, which ``FormCheck`` ensures for every form that is opened.
///
/// A section is also the kind of a struct that is one setting: an optional struct, or an element of a list
/// (``FormKind/object(_:)``). Then its items aren't settings of the form, but parts of that value.
@dynamicMemberLookup
package struct FormSection: Hashable, Sendable {
  /// The key in the document; empty for the root.
  package var key: String
  /// The name that people read.
  package var title: String
  package var help: String
  /// The settings and sections inside, in display order: it is the order of the rows in an editor, of problems, and of
  /// new members in a file.
  package var items: [FormItem]
  private var shape: FormSectionShape

  /// The title of a root whose schema has none.
  package static let rootTitle = "Settings"

  package init(
    key: String, title: String, help: String = "",
    attributes: SettingKeyword.Attributes = SettingKeyword.Attributes(), formerKeys: [String] = [],
    otherKeywords: JSONSchema = JSONSchema(keywords: []), items: [FormItem] = [],
    entries: [FormEntries] = []
  ) {
    self.key = key
    self.title = title
    self.help = help
    self.items = items
    shape = FormSectionShape(
      FormSectionShape.Values(
        attributes: attributes, formerKeys: formerKeys, otherKeywords: otherKeywords, entries: entries))
  }
}

extension FormSection {
  /// What the form says besides the items, the title and the help, such as the header.
  package subscript<Value>(dynamicMember path: WritableKeyPath<SettingKeyword.Attributes, Value>) -> Value {
    get { attributes[keyPath: path] }
    set { attributes[keyPath: path] = newValue }
  }

  package var attributes: SettingKeyword.Attributes {
    get { shape.values.attributes }
    set { shape.values.attributes = newValue }
  }

  /// The keys or paths that the section had in earlier versions, latest first. All settings inside move along.
  package var formerKeys: [String] {
    get { shape.values.formerKeys }
    set { shape.values.formerKeys = newValue }
  }

  /// Keywords of JSON Schema that no other property represents. They are kept unchanged, and values are checked against them.
  package var otherKeywords: JSONSchema {
    get { shape.values.otherKeywords }
    set { shape.values.otherKeywords = newValue }
  }

  /// The entries that an object can have under other keys; the first that a key matches applies. A section of an app's
  /// own form has none.
  package var entries: [FormEntries] {
    get { shape.values.entries }
    set { shape.values.entries = newValue }
  }

  /// Returns the kind of an entry under a key that no item has; `nil` if the form doesn't describe such an entry.
  ///
  /// Of `patternProperties` that match and the entries with any key, the first in the form applies. Patterns are tried together
  /// (``TextPatternSet``), as an object can have thousands of keys.
  package func kind(ofEntry key: String) -> FormKind? { entries(for: key)?.kind }

  /// Returns the entries to which one under a key belongs; see ``kind(ofEntry:)``.
  package func entries(for key: String) -> FormEntries? {
    let entries = entries
    // Entries with any key are the usual case, and need no patterns.
    guard entries.contains(where: { $0.pattern != nil }) else { return entries.first }
    guard !shape.entryPatterns.isTooLarge else { return .anything }
    let matching = shape.entryPatterns.places(in: key) { $0.matches(key) }
    // The place in the form decides, not whether an entry has a pattern.
    let place = [matching.first, entries.firstIndex { $0.pattern == nil }].compactMap(\.self).min()
    return place.map { entries[$0] }
  }

  /// Returns the kind of a member that a person adds under a key that no item has; `nil` if the form doesn't allow the
  /// member.
  package func kind(ofNewMember key: String) -> FormKind? { kind(ofEntry: key) ?? (isOpen ? .anything : nil) }

  /// The items of an object that an editor shows only under conditions. Items of other sections are hidden by the rules
  /// of the form.
  ///
  /// Only a schema of another author has such conditions, as `if` or `dependentSchemas`. They hide a row; what is valid
  /// is checked by the keywords themselves.
  package var conditionalMembers: [ConditionalMember] {
    get { shape.values.conditionalMembers }
    set { shape.values.conditionalMembers = newValue }
  }

  /// Whether members that the form doesn't describe are allowed: a schema of another author allows them unless it says
  /// otherwise. An app's own form doesn't, because the app would ignore them.
  package var isOpen: Bool {
    get { shape.values.isOpen }
    set { shape.values.isOpen = newValue }
  }

  /// Whether no form describes the section. It is listed because a document has an object there.
  package var isUndescribed: Bool {
    get { shape.values.isUndescribed }
    set { shape.values.isUndescribed = newValue }
  }
}

extension FormItem {
  /// Whether no form describes the section. It is listed because a document has an object there, and disappears from
  /// the list with that object.
  package var isUndescribed: Bool {
    switch self {
    case .section(let section): section.isUndescribed
    case .setting(let setting): setting.traits.contains(.undescribed)
    }
  }

  /// Whether it is listed because a document has it, or may get it: no form describes it, or only what entries under any key are.
  package var isListed: Bool {
    switch self {
    case .section(let section): section.isUndescribed
    case .setting(let setting): setting.traits.contains(.listed)
    }
  }
}

extension FormSection {
  /// The section as a schema of its own, with its items and everything inside them.
  package var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.text(.title, title)]
    if !help.isEmpty { keywords.append(.text(.description, help)) }
    keywords.append(.type([.object]))
    var setting = SettingKeyword()
    setting.was = formerKeys.map(JSONValue.string)
    setting.attributes = attributes
    addItems(to: &keywords, &setting)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    return JSONSchema(keywords: keywords).replacing(otherKeywords)
  }

  func addItems(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    keywords.append(
      .table(.properties, items.map { SchemaKeyword.Named(name: $0.key, schema: $0.schema) }))
    setting.header = self.header
    setting.footer = self.footer
  }
}

extension FormItem {
  var schema: JSONSchema {
    switch self {
    case .section(let section): section.schema
    case .setting(let setting): setting.schema
    }
  }
}

package enum FormItem: Hashable, Sendable {
  case section(FormSection)
  case setting(FormSetting)

  package var key: String {
    switch self {
    case .section(let section): section.key
    case .setting(let setting): setting.key
    }
  }
}

extension FormSection {
  /// Creates a section that no form describes. All of them share two shapes, since a file can have a million.
  package init(undescribed key: String, isOpen: Bool) {
    self = isOpen ? Self.open : Self.closed
    (self.key, title) = (key, SettingPath.shown(key: key))
  }

  private static let open = undescribed(isOpen: true)
  private static let closed = undescribed(isOpen: false)

  private static func undescribed(isOpen: Bool) -> FormSection {
    var section = FormSection(key: "", title: "")
    section.isUndescribed = true
    section.isOpen = isOpen
    return section
  }
}

/// The entries of an object under keys that the form doesn't list.
package struct FormEntries: Hashable, Sendable {
  /// The regular expression that the keys match; `nil` for all other keys.
  package let pattern: String?
  /// The shape of the settings that entries of a document become. All of them share it.
  package let shape: FormShape
  package var kind: FormKind { shape.values.kind }

  static let anything = FormEntries(kind: .anything)

  package init(pattern: String? = nil, kind: FormKind) {
    self.pattern = pattern
    shape = FormShape(FormShape.Values(kind: kind, traits: [.withoutApp, .listed]))
  }
}

/// The place of a setting or section in earlier versions, as a name in `was` describes it.
///
/// In `was = "net.port"`, the name is a path from the root, since a key with a dot would have to be quoted;
/// `was = "port"` is a key in the same section, which has perhaps been renamed itself. A path of one key from the root
/// is written as a JSON Pointer, `/port`.
package enum FormerPlace: Hashable {
  /// A key in the same section.
  case key(String)
  /// A path from the root.
  case path(SettingPath)

  /// Parses a name. A dotted path of several keys and a JSON Pointer start at the root; any other string is a key, also
  /// one that isn't a path, such as `a..b`.
  package init(_ name: String) {
    guard let path = try? SettingPath(parsing: name), let key = path.keys.first else {
      self = .key(name)
      return
    }
    self = path.keys.count > 1 || name.hasPrefix("/") ? .path(path) : .key(key)
  }

  /// Returns the paths of an item with other names in earlier versions, the current path first: one for each name, in
  /// each place of its section.
  ///
  /// For the key `size`, the names `["fontSize"]` and the places `font` and `text` of its section: `font.size`,
  /// `text.size`, `font.fontSize`, `text.fontSize`.
  package static func paths(
    of key: String, named names: [String], in sections: [SettingPath]
  ) -> [SettingPath] {
    let current = sections.map { $0.appending(key) }
    return current
      + names.flatMap { name in
        switch FormerPlace(name) {
        case .key(let key): sections.map { $0.appending(key) }
        case .path(let path): [path]
        }
      }
  }
}

extension FormSetting {
  /// Removes the required keys that the default of a struct has: an app decodes the struct over its default, and takes missing keys from
  /// there.
  ///
  /// - Parameter value: The default, which drops nothing if it is `null`; `nil` if only the app knows it, and it is a struct for certain.
  package mutating func dropRequiredKeys(filledBy value: JSONValue?) {
    guard case .object(let section) = kind else { return }
    if let value { guard case .object = value else { return } }
    otherKeywords.dropRequiredKeys(filledBy: value)
    kind = .object(section.droppingRequiredKeys(filledBy: value))
  }
}

extension FormSection {
  fileprivate func droppingRequiredKeys(filledBy value: JSONValue?) -> FormSection {
    var section = self
    section.otherKeywords.dropRequiredKeys(filledBy: value)
    section.items = items.map { item in
      let inner = value.map { $0.part(item.key) ?? .null }
      switch item {
      case .section(let section):
        guard inner != .null else { return item }
        return .section(section.droppingRequiredKeys(filledBy: inner))
      case .setting(var setting):
        if !setting.isOptional || inner != nil { setting.dropRequiredKeys(filledBy: inner) }
        return .setting(setting)
      }
    }
    return section
  }
}

extension JSONSchema {
  fileprivate mutating func dropRequiredKeys(filledBy value: JSONValue?) {
    let left = (required ?? []).filter { key in value.map { $0.part(key) == nil } ?? false }
    self["required"] = JSONSchema.requiring(left)["required"]
  }
}
