/// A group of settings and sections, which represents a nested struct.
package struct FormSection: Hashable, Sendable {
  /// The key in the document; empty for the root.
  package var key: String
  /// The name that people read.
  package var title: String
  /// The purpose of the section; can be empty.
  package var help: String
  /// The settings and sections inside, in display order.
  package var items: [FormItem]
  private var shape: FormSectionShape

  /// The title of a root whose schema has none.
  package static let rootTitle = "Settings"

  package init(
    key: String, title: String, help: String = "", header: String? = nil, footer: String? = nil,
    details: [FormRow] = [], actions: [FormRow] = [], formerKeys: [String] = [], keywords: [String] = [],
    order: Int? = nil,
    otherKeywords: JSONObject = [:],
    items: [FormItem] = [], entries: [FormEntries] = []
  ) {
    self.key = key
    self.title = title
    self.help = help
    self.items = items
    shape = FormSectionShape(
      FormSectionShape.Values(
        header: header, footer: footer, details: details, actions: actions, formerKeys: formerKeys,
        keywords: keywords, order: order, otherKeywords: otherKeywords, entries: entries))
  }
}

extension FormSection {
  /// The name of the hook that provides the text above the section.
  package var header: String? {
    get { shape.values.header }
    set { shape.values.header = newValue }
  }

  /// The name of the hook that provides the text below the section.
  package var footer: String? {
    get { shape.values.footer }
    set { shape.values.footer = newValue }
  }

  /// The rows with text of the running app.
  package var details: [FormRow] {
    get { shape.values.details }
    set { shape.values.details = newValue }
  }

  /// The rows that run a function of the app. An action is never part of a draft.
  package var actions: [FormRow] {
    get { shape.values.actions }
    set { shape.values.actions = newValue }
  }

  /// The keys or paths that the section had in earlier versions, latest first.
  package var formerKeys: [String] {
    get { shape.values.formerKeys }
    set { shape.values.formerKeys = newValue }
  }

  /// The words that a search finds the section by, besides its title, path and help.
  package var keywords: [String] {
    get { shape.values.keywords }
    set { shape.values.keywords = newValue }
  }

  /// The position among its siblings; `nil` for the order of declaration.
  package var order: Int? {
    get { shape.values.order }
    set { shape.values.order = newValue }
  }

  /// Whether an editor shows the section at its place among the settings around it, or only a link to it; `nil` for below them.
  package var isInline: Bool? {
    get { shape.values.isInline }
    set { shape.values.isInline = newValue }
  }

  /// Keywords of JSON Schema that no other property represents. They are kept unchanged, and values are checked against them.
  package var otherKeywords: JSONObject {
    get { shape.values.otherKeywords }
    set { shape.values.otherKeywords = newValue }
  }

  /// The entries that an object can have under other keys; the first that a key matches applies.
  package var entries: [FormEntries] {
    get { shape.values.entries }
    set { shape.values.entries = newValue }
  }

  /// Returns the kind of an entry under a key that no item has; `nil` if the form doesn't describe such an entry.
  ///
  /// Of `patternProperties` that match and the entries with any key, the first in the form applies. Patterns are tried together
  /// (``TextPatternSet``), as an object can have thousands of keys.
  package func kind(ofEntry key: String) -> FormKind? {
    let entries = entries
    guard entries.contains(where: { $0.pattern != nil }) else { return entries.first?.kind }
    guard !shape.entryPatterns.isTooLarge else { return .anything }
    let matching = shape.entryPatterns.places(in: key) { $0.matches(key) }
    let place = [matching.first, entries.firstIndex { $0.pattern == nil }].compactMap(\.self).min()
    return place.map { entries[$0].kind }
  }

  /// Returns the kind of a member that a person adds under a key that no item has; `nil` if the form doesn't allow the member.
  package func kind(ofNewMember key: String) -> FormKind? { kind(ofEntry: key) ?? (isOpen ? .anything : nil) }

  /// The items of an object that an editor shows only under conditions. Items of other sections are hidden by the rules of the form.
  package var conditionalMembers: [ConditionalMember] {
    get { shape.values.conditionalMembers }
    set { shape.values.conditionalMembers = newValue }
  }

  /// Whether members that the form doesn't describe are allowed: a schema of another author allows them unless it says otherwise. An app's
  /// own form doesn't, because the app would ignore them.
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
  /// Whether no form describes the item; see ``FormTraits/undescribed``.
  package var isUndescribed: Bool {
    switch self {
    case .section(let section): section.isUndescribed
    case .setting(let setting): setting.traits.contains(.undescribed)
    }
  }
}

extension FormSection {
  package var schema: JSONSchema {
    var keywords: [SchemaKeyword] = [.title(title)]
    if !help.isEmpty { keywords.append(.description(help)) }
    keywords.append(.type([.object]))
    var setting = SettingKeyword()
    setting.was = formerKeys.map(JSONValue.string)
    setting.keywords = self.keywords
    setting.order = order
    setting.details = details
    setting.actions = actions
    setting.inline = isInline
    addItems(to: &keywords, &setting)
    if !setting.isEmpty { keywords.append(.setting(setting)) }
    return JSONSchema(keywords: keywords).replacing(otherKeywords)
  }

  /// Adds the items and the hooks.
  func addItems(to keywords: inout [SchemaKeyword], _ setting: inout SettingKeyword) {
    keywords.append(
      .properties(items.map { SchemaKeyword.Named(name: $0.key, schema: $0.schema) }))
    setting.header = header
    setting.footer = footer
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

/// The properties of a section except its key, its title, its help and its items.
///
/// Most sections have none of them. So sections share their shape, and a section is small and cheap to copy.
///
/// A change makes a new box; the old one can be shared with other sections.
struct FormSectionShape: Sendable {
  struct Values: Hashable, Sendable {
    var header: String?
    var footer: String?
    var details: [FormRow] = []
    var actions: [FormRow] = []
    var formerKeys: [String] = []
    var keywords: [String] = []
    var order: Int?
    var isInline: Bool?
    var otherKeywords: JSONObject = [:]
    var entries: [FormEntries] = []
    var conditionalMembers: [ConditionalMember] = []
    var isOpen = false
    var isUndescribed = false
  }

  private final class Box: Sendable {
    let values: Values
    /// The regular expressions of the entries, compiled when they are first needed.
    let patterns = Lazy<TextPatternSet>()

    init(_ values: Values) {
      self.values = values
    }
  }

  private var box: Box

  init(_ values: Values) {
    box = Box(values)
  }

  var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// The regular expressions of the entries; `nil` for entries with any key.
  var entryPatterns: TextPatternSet {
    box.patterns.value { TextPatternSet(values.entries.map { $0.pattern.flatMap { try? TextPattern($0) } }) }
  }
}

extension FormSectionShape: Hashable {
  static func == (left: FormSectionShape, right: FormSectionShape) -> Bool {
    left.box === right.box || left.values == right.values
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

/// An item of a section.
package enum FormItem: Hashable, Sendable {
  /// A section inside the section.
  case section(FormSection)
  /// A setting.
  case setting(FormSetting)

  /// The key in the document.
  package var key: String {
    switch self {
    case .section(let section): section.key
    case .setting(let setting): setting.key
    }
  }
}

/// The entries of an object under keys that the form doesn't list.
package struct FormEntries: Hashable, Sendable {
  /// The regular expression that the keys match; `nil` for all other keys.
  package var pattern: String?
  package var kind: FormKind

  package init(pattern: String? = nil, kind: FormKind) {
    self.pattern = pattern
    self.kind = kind
  }
}

/// The place of a setting or section in earlier versions, as a name in `was` describes it.
///
/// In `was = "net.port"`, the name is a path from the root, since a key with a dot would have to be quoted; `was = "port"` is a key in the
/// same section, which has perhaps been renamed itself.
package enum FormerPlace: Hashable {
  /// A key in the same section.
  case key(String)
  /// A path from the root.
  case path(SettingPath)

  /// Parses a name. A dotted path of several keys and a JSON Pointer start at the root; any other string is a key.
  package init(_ name: String) {
    guard let path = try? SettingPath(parsing: name), let key = path.keys.first else {
      self = .key(name)
      return
    }
    self = path.keys.count > 1 || name.hasPrefix("/") ? .path(path) : .key(key)
  }

  /// Returns the paths of an item with other names in earlier versions, the current path first: one for each name, in each
  /// place of its section.
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
