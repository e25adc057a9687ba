/// The members of the schema of a setting or a section, classified without decoding them.
///
/// A form with a hundred thousand settings repeats few shapes, such as `{"type": "boolean"}`. The four members that
/// differ from setting to setting are taken out, and the bytes of the others (``spelling``) are the key under which the
/// decoded shape is shared.
///
/// It always has the parts of the schema that was read last. So take what you need before you read the schemas of the
/// properties.
struct SchemaParts {
  /// The keywords that don't affect the shape of a setting or a section.
  private enum Keyword: Int {
    case title, description, `default`, properties
  }

  /// The selection of the four members, whose keys are compared as bytes.
  private var members: JSONMemberSelection

  /// Prepares the reading of schemas in a document. The reader can't be used for another document.
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
