/// One operation of a JSON Patch, RFC 6902.
struct PatchOperation: Hashable, Sendable {
  let kind: SettingChange.Kind
  let path: SettingPath
  let value: JSONValue?
  let isSecret: Bool

  /// The operation as RFC 6902 writes it, a secret's value masked.
  var json: JSONValue {
    var object: JSONObject = ["op": .string(kind.rawValue), "path": .string(path.pointer)]
    if let value { object["value"] = isSecret ? FormSetting.mask : value }
    return .object(object)
  }
}
