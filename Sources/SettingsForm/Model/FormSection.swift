/// A group of settings and sections, which represents a nested struct.
public struct FormSection: Hashable, Sendable {
  /// The key in the document; empty for the root.
  public package(set) var key: String
  /// The name that people read.
  public package(set) var title: String
  /// The purpose of the section; may be empty.
  public package(set) var help: String
  /// The name of the hook that provides the text above the section.
  package var header: String?
  /// The name of the hook that provides the text below the section.
  package var footer: String?
  /// The rows with text of the running app.
  public package(set) var details: [FormRow]
  /// The rows that run a function of the app. An action is never part of a draft.
  public package(set) var actions: [FormRow]
  /// The keys or paths that the section had in earlier versions, latest first.
  package var formerKeys: [String]
  /// The words that a search finds the section by, besides its title, path and help.
  public package(set) var keywords: [String]
  /// The position among its siblings; `nil` for the order of declaration.
  package var order: Int?
  /// Keywords of JSON Schema that no other property represents. They are kept unchanged, and values are checked against them.
  package var otherKeywords: JSONObject
  /// The items of an object that an editor shows only under conditions. The rules of the form hide those of other sections.
  package var conditionalMembers: [ConditionalMember] = []
  /// The settings and sections inside, in display order.
  public package(set) var items: [FormItem]
  /// The entries that an object can have under other keys; the first that a key matches applies.
  public package(set) var entries: [FormEntries]

  /// Creates a section.
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
    self.header = header
    self.footer = footer
    self.details = details
    self.actions = actions
    self.formerKeys = formerKeys
    self.keywords = keywords
    self.order = order
    self.otherKeywords = otherKeywords
    self.items = items
    self.entries = entries
  }
}
