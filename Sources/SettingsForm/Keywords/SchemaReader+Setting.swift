extension SchemaReader {
  mutating func setting(_ value: JSONValue) throws(FormSchemaError) -> SettingKeyword {
    var setting = SettingKeyword()
    for member in try object(value, of: "what a form knows of a setting").members {
      keys.append(member.key)
      switch member.key {
      case "requiresRestart": setting.requiresRestart = try bool(member.value)
      case "sideEffects": setting.sideEffects = try stringOrStrings(member.value)
      case "step": setting.step = try positive(member.value)
      case "unit": setting.unit = try string(member.value)
      case "was": setting.was = try stringOrStrings(member.value)
      case "advanced": setting.advanced = try bool(member.value)
      case "multiline": setting.multiline = try bool(member.value)
      case "flags": setting.flags = try bool(member.value)
      case "order": setting.order = try integer(member.value)
      case "header": setting.header = try string(member.value)
      case "footer": setting.footer = try string(member.value)
      case "object": setting.object = try objectMarker(member.value)
      default: throw unknownMember(among: SettingKeyword.memberNames)
      }
      keys.removeLast()
    }
    return setting
  }

  private mutating func objectMarker(
    _ value: JSONValue
  ) throws(FormSchemaError) -> SettingKeyword.Object {
    var marker = SettingKeyword.Object()
    for member in try object(value, of: "the texts of a struct").members {
      keys.append(member.key)
      switch member.key {
      case "key": marker.key = try string(member.value)
      case "title": marker.title = try string(member.value)
      case "description": marker.help = try string(member.value)
      case "order": marker.order = try integer(member.value)
      default: throw unknownMember(among: SettingKeyword.Object.memberNames)
      }
      keys.removeLast()
    }
    return marker
  }

  private func unknownMember(among names: [String]) -> FormSchemaError {
    error(.unknownMember(nearest: keys.last.flatMap { EditDistance.nearest(to: $0, among: names) }))
  }
}
