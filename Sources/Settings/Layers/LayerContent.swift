/// What one layer says: a file, the environment, the arguments, a folder of secrets.
struct LayerContent: Sendable {
  /// The values, by the settings' positions in the index.
  var values: [Int: LayerValue] = [:]
  /// The settings and sections that are locked, in the order of the list, with the place of each.
  var locks: [(path: SettingPath, origin: SettingOrigin)] = []
  /// The problems, in the order of the layer.
  var problems: [LayerProblem] = []
  /// The arguments that aren't settings.
  var otherArguments: [String] = []

  /// The errors, because of which the layer can't be used.
  var errors: [LayerProblem] { problems.filter { $0.severity == .error } }
}

/// The value of a setting in a layer.
struct LayerValue: Sendable {
  private enum Content {
    /// A value of a document; it is decoded when it is requested.
    case node(JSONNode, file: String)
    case value(JSONValue, SettingOrigin)
  }

  private let content: Content

  init(_ node: JSONNode, in file: String) {
    content = .node(node, file: file)
  }

  init(_ value: JSONValue, _ origin: SettingOrigin) {
    content = .value(value, origin)
  }

  var value: JSONValue {
    switch content {
    case .node(let node, _): node.value
    case .value(let value, _): value
    }
  }

  /// Cost: for a file, linear in the size of the text before the value.
  var origin: SettingOrigin {
    switch content {
    case .node(let node, let file): .file(file, node.position)
    case .value(_, let origin): origin
    }
  }
}
