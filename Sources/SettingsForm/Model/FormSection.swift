/// A group of settings and sections: what a nested struct becomes.
public struct FormSection: Hashable, Sendable {
  /// The key in the document; empty for the root.
  public var key: String
  /// The name that people read.
  public var title: String
  /// What the section is for; empty if there is nothing to say.
  public var help: String
  /// The name of the hook that writes a text above the section.
  public var header: String?
  /// The name of the hook that writes a text below the section.
  public var footer: String?
  /// Where the section stands among its neighbours, if not where it was declared.
  public var order: Int?
  /// Keywords of JSON Schema that the rest has no word for: kept as they are, and obeyed.
  public var otherKeywords: JSONObject
  /// The settings and sections inside, in the order to show them.
  public var items: [FormItem]

  /// Makes a section.
  public init(
    key: String, title: String, help: String = "", header: String? = nil, footer: String? = nil,
    order: Int? = nil, otherKeywords: JSONObject = [:], items: [FormItem] = []
  ) {
    self.key = key
    self.title = title
    self.help = help
    self.header = header
    self.footer = footer
    self.order = order
    self.otherKeywords = otherKeywords
    self.items = items
  }
}
