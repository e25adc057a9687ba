/// The members of the schema of a setting or a section, classified without decoding them.
struct SchemaParts {
  /// The keywords that don't affect the shape of a setting or a section.
  private enum Keyword: Int {
    case title, description, `default`, properties
  }

  private var members: JSONMemberSelection

  init(of document: JSONDocument) {
    members = JSONMemberSelection(of: ["title", "description", "default", "properties"], in: document)
  }

  var title: JSONNode? { self[.title] }
  var help: JSONNode? { self[.description] }
  var defaultValue: JSONNode? { self[.default] }
  var properties: JSONNode? { self[.properties] }

  private subscript(keyword: Keyword) -> JSONNode? { members[keyword.rawValue] }

  /// The text of all members except the title, the help, the default and the properties.
  var spelling: [UInt8] { members.otherText }

  /// The members of ``spelling``, decoded.
  var rest: JSONObject { members.others }

  /// Reads the members of a schema; returns `false` for a node that isn't an object.
  mutating func read(_ node: JSONNode) -> Bool { members.read(node) }
}
