/// The content of one layer: of a file, the environment, the arguments, or a folder of secrets.
struct LayerContent: Sendable {
  /// The document of a file, whose values are read when they are requested; `nil` for other sources.
  private let document: MigratedDocument?
  let kind: LayerSummary.Kind
  /// The path of the file, or the name of the source.
  let name: String
  /// The values of a source that isn't a file.
  var values: [SettingPath: LayerValue] = [:]
  /// Values at places of earlier versions, before they are converted.
  var unconverted: [Unconverted] = []
  /// The locked settings and sections with the place of each lock, in the order of the list.
  var locks: [SettingLock] = []
  /// The problems, in the order of the layer.
  var problems: [LayerProblem] = []
  /// The arguments that aren't settings.
  var otherArguments: [String] = []

  /// A value as text, at the place that it had in an earlier version.
  typealias Unconverted = (path: SettingPath, text: String, origin: SettingOrigin)

  /// Creates the content of a file; without a document, of a file that is missing or can't be read.
  init(ofFile path: String, _ document: MigratedDocument? = nil) {
    kind = .file
    name = path
    self.document = document
  }

  /// Creates the content of another source, without values.
  init(named name: String) {
    kind = .other
    self.name = name
    document = nil
  }

  /// The errors that prevent the use of the layer.
  var errors: [LayerProblem] { problems.filter { $0.severity == .error } }

  /// Whether there are no values.
  var isEmpty: Bool { values.isEmpty && document?.document.root.members.first { _ in true } == nil }

  /// Returns the value of a setting; `nil` if the layer doesn't set it.
  ///
  /// Cost: a lookup for each key of the path.
  func value(of entry: FormIndex.Entry) -> LayerValue? {
    if let document {
      return document.document.node(of: entry).map { LayerValue($0, at: entry.path, of: document, in: name) }
    }
    return values.isEmpty ? nil : values[entry.path]
  }

  /// Returns the positions in the index of the settings that have a value.
  ///
  /// Cost: linear in the number of values.
  func positions(in index: FormIndex) -> [Int] {
    guard let document else { return values.keys.compactMap(index.position(of:)) }
    var positions: [Int] = []
    index.forEachValue(in: document.document) { position, _ in positions.append(position) }
    return positions
  }
}

/// The value of a setting in a layer.
struct LayerValue: Sendable {
  private enum Content {
    /// A value of a document; it is decoded when it is requested.
    case node(JSONNode, SettingPath, MigratedDocument, file: String)
    case value(JSONValue, SettingOrigin)
  }

  private let content: Content

  init(_ node: JSONNode, at path: SettingPath, of document: MigratedDocument, in file: String) {
    content = .node(node, path, document, file: file)
  }

  init(_ value: JSONValue, _ origin: SettingOrigin) {
    content = .value(value, origin)
  }

  var value: JSONValue {
    switch content {
    case .node(let node, _, _, _): node.value
    case .value(let value, _): value
    }
  }

  /// Cost: for a file, linear in the size of the text before the value.
  var origin: SettingOrigin {
    switch content {
    case .node(_, let path, let document, let file): .file(file, document.position(of: path))
    case .value(_, let origin): origin
    }
  }
}
