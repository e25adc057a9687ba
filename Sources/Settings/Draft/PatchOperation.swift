import SettingsForm

/// One operation of a JSON Patch, RFC 6902.
struct PatchOperation: Hashable, Sendable {
  let kind: SettingChange.Kind
  let path: SettingPath
  /// The value to store, secrets masked; `nil` for an operation without one.
  let value: JSONValue?

  /// - Parameter secrecy: The parts of the value to mask.
  init(kind: SettingChange.Kind, path: SettingPath, value: JSONValue?, secrecy: Secrecy) {
    self.kind = kind
    self.path = path
    self.value = value.map(secrecy.masked)
  }

  /// The operation in the JSON of RFC 6902.
  var json: JSONValue {
    var object: JSONObject = ["op": .string(kind.rawValue), "path": .string(path.pointer)]
    object["value"] = value
    return .object(object)
  }
}
