/// One operation of a JSON Patch, RFC 6902.
package struct PatchOperation: Hashable, Sendable {
  package let kind: PartChange.Kind
  /// The place in the document after the operations before this one.
  package let path: SettingPath
  /// The place that a moved element leaves.
  package let from: SettingPath?
  /// The value to store, secrets masked; `nil` for an operation without one.
  package let value: JSONValue?

  /// Creates an operation.
  ///
  /// - Parameter secrecy: The parts of the value to mask.
  package init(
    _ kind: PartChange.Kind, _ path: SettingPath, from: SettingPath? = nil, value: JSONValue? = nil,
    secrecy: Secrecy = .none
  ) {
    self.kind = kind
    self.path = path
    self.from = from
    self.value = value.map(secrecy.masked)
  }

  /// The operation in the JSON of RFC 6902.
  package var json: JSONValue {
    var object: JSONObject = ["op": .string(kind.rawValue)]
    if let from { object["from"] = .string(from.pointer) }
    object["path"] = .string(path.pointer)
    object["value"] = value
    return .object(object)
  }
}
