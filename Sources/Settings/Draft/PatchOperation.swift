import SettingsForm

/// One operation of a JSON Patch, RFC 6902.
struct PatchOperation: Hashable, Sendable {
  let kind: SettingChange.Kind
  let path: SettingPath
  /// The value to store, secrets masked; `nil` for an operation without one.
  let value: JSONValue?

  /// - Parameter secrecy: Which parts of the value are secret.
  init(kind: SettingChange.Kind, path: SettingPath, value: JSONValue?, secrecy: Secrecy) {
    self.kind = kind
    self.path = path
    self.value = value.map(secrecy.masked)
  }

  /// The operation as RFC 6902 writes it.
  var json: JSONValue {
    var object: JSONObject = ["op": .string(kind.rawValue), "path": .string(path.pointer)]
    object["value"] = value
    return .object(object)
  }
}
