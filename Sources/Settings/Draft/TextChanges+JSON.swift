import SettingsForm

extension TextChanges {
  /// The members of a plan, or of the record of unsaved changes; those that would be empty are missing.
  ///
  /// ```json
  /// {
  ///   "comments": [{"pointer": "/port", "text": "for tests"}],
  ///   "moves": [{"pointer": "/hosts/europe", "from": "/hosts/eu"}],
  ///   "elements": [{"pointer": "/tags", "from": [1, 2, null]}],
  ///   "commented": ["/size"]
  /// }
  /// ```
  package var json: JSONObject {
    func list<Value>(
      _ changes: [SettingPath: Value], _ key: String, _ json: (Value) -> JSONValue
    ) -> JSONValue? {
      guard !changes.isEmpty else { return nil }
      return .array(
        changes.map { ($0.key.pointer, json($0.value)) }.sorted { $0.0 < $1.0 }
          .map { ["pointer": .string($0.0), key: $0.1] })
    }
    var object = JSONObject()
    object["comments"] = list(comments, "text") { .string($0) }
    object["moves"] = list(origins, "from") { .string($0.pointer) }
    object["elements"] = list(elementOrigins, "from") {
      .array($0.map { $0.map { .number(JSONNumber($0)) } ?? .null })
    }
    if !commentSwitches.isEmpty {
      object["commented"] = .array(commentSwitches.map(\.pointer).sorted().map { .string($0) })
    }
    return object
  }

  /// Reads the members of a plan; returns `nil` if one is malformed.
  package init?(_ plan: JSONObject) {
    func read<Value>(_ name: String, _ key: String, _ value: (JSONValue) -> Value?) -> [SettingPath: Value]? {
      var changes: [SettingPath: Value] = [:]
      for element in plan[name]?.elementList ?? [] {
        guard case .object(let object) = element, let path = SettingPath(pointerIn: object["pointer"]),
          let value = object[key].flatMap(value)
        else { return nil }
        changes[path] = value
      }
      return changes
    }
    guard let comments = read("comments", "text", { $0.text }),
      let origins = read("moves", "from", { SettingPath(pointerIn: $0) }),
      let elementOrigins = read("elements", "from", Self.origins)
    else { return nil }
    self.init(comments: comments, origins: origins, elementOrigins: elementOrigins)
    for pointer in plan["commented"]?.elementList ?? [] {
      guard let path = SettingPath(pointerIn: pointer) else { return nil }
      commentSwitches.insert(path)
    }
  }

  private static func origins(_ json: JSONValue) -> [Int?]? {
    guard case .array(let elements) = json else { return nil }
    var origins: [Int?] = []
    for element in elements {
      guard let index = element.number?.integer(as: Int.self) else {
        guard element == .null else { return nil }
        origins.append(nil)
        continue
      }
      origins.append(index)
    }
    return origins
  }
}

extension SettingPath {
  /// Reads a JSON Pointer of a plan; returns `nil` for anything else, also for a path with periods.
  package init?(pointerIn json: JSONValue?) {
    guard let pointer = json?.text, pointer.isEmpty || pointer.hasPrefix("/"),
      let path = try? SettingPath(parsing: pointer)
    else { return nil }
    self = path
  }
}
