/// The keyword `x-setting`: the attributes of a setting that JSON Schema has no keyword for.
struct SettingKeyword: Hashable, Sendable {
  /// The keyword.
  static let name = "x-setting"

  /// The texts of a struct that is a setting itself, where they differ from the setting's.
  struct Object: Hashable, Sendable {
    var key: String?
    var title: String?
    var help: String?
    var order: Int?

    static let memberNames = ["key", "title", "description", "order"]
  }

  var requiresRestart = false
  var sideEffects: [String] = []
  var step: JSONNumber?
  var unit: String?
  var was: [String] = []
  var advanced = false
  var multiline = false
  var flags = false
  var order: Int?
  var header: String?
  var footer: String?
  /// Marks a struct that is one setting rather than a section.
  var object: Object?

  static let memberNames = [
    "requiresRestart", "sideEffects", "step", "unit", "was", "advanced", "multiline", "flags", "order",
    "header", "footer", "object",
  ]

  /// Whether there is nothing to write.
  var isEmpty: Bool {
    !requiresRestart && !advanced && !multiline && !flags && step == nil && order == nil
      && sideEffects.isEmpty && was.isEmpty && unit == nil && header == nil && footer == nil && object == nil
  }

  /// The members that differ from their defaults.
  var json: JSONObject {
    var json = JSONObject()
    if requiresRestart { json["requiresRestart"] = .bool(true) }
    if !sideEffects.isEmpty { json["sideEffects"] = .array(sideEffects.map(JSONValue.string)) }
    json["step"] = step.map(JSONValue.number)
    json["unit"] = unit.map(JSONValue.string)
    if !was.isEmpty { json["was"] = .array(was.map(JSONValue.string)) }
    if advanced { json["advanced"] = .bool(true) }
    if multiline { json["multiline"] = .bool(true) }
    if flags { json["flags"] = .bool(true) }
    json["order"] = order.map { .number(JSONNumber($0)) }
    json["header"] = header.map(JSONValue.string)
    json["footer"] = footer.map(JSONValue.string)
    json["object"] = object.map { .object($0.json) }
    return json
  }
}

extension SettingKeyword.Object {
  /// The members that differ from their defaults.
  var json: JSONObject {
    var json = JSONObject()
    json["key"] = key.map(JSONValue.string)
    json["title"] = title.map(JSONValue.string)
    json["description"] = help.map(JSONValue.string)
    json["order"] = order.map { .number(JSONNumber($0)) }
    return json
  }
}
