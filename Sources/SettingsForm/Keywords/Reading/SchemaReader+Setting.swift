extension SchemaReader {
  mutating func setting(_ value: JSONValue) throws(FormSchemaError) -> SettingKeyword {
    var setting = SettingKeyword()
    for member in try object(value, of: "the attributes of a setting").members {
      keys.append(member.key)
      switch member.key {
      case "requiresRestart": setting.requiresRestart = try bool(member.value)
      case "skipSetting": setting.skipSetting = try bool(member.value)
      case "sideEffects": setting.sideEffects = try stringOrStrings(member.value)
      case "minimum": setting.times.lower = .inclusive(try string(member.value))
      case "exclusiveMinimum": setting.times.lower = .exclusive(try string(member.value))
      case "maximum": setting.times.upper = .inclusive(try string(member.value))
      case "exclusiveMaximum": setting.times.upper = .exclusive(try string(member.value))
      case "step":
        if case .string(let text) = member.value {
          setting.times.step = text
        } else {
          setting.step = try positive(member.value)
        }
      case "unit": setting.unit = try string(member.value)
      case "choices": setting.choices = try string(member.value)
      case "was":
        setting.was = if case .array(let values) = member.value { values } else { [member.value] }
      case "keywords": setting.keywords = try stringOrStrings(member.value)
      case "advanced": setting.advanced = try bool(member.value)
      case "multiline": setting.multiline = try bool(member.value)
      case "flags": setting.flags = try bool(member.value)
      case "range": setting.range = try bool(member.value)
      case "order": setting.order = try integer(member.value)
      case "header": setting.header = try string(member.value)
      case "footer": setting.footer = try string(member.value)
      case "details": setting.details = try rows(member.value)
      case "actions": setting.actions = try rows(member.value)
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
    for member in try object(value, of: "the title and description of a struct").members {
      keys.append(member.key)
      switch member.key {
      case "key": marker.key = try string(member.value)
      case "title": marker.title = try title(member.value)
      case "description": marker.help = try help(member.value)
      case "order": marker.order = try integer(member.value)
      default: throw unknownMember(among: SettingKeyword.Object.memberNames)
      }
      keys.removeLast()
    }
    return marker
  }

  private mutating func rows(_ value: JSONValue) throws(FormSchemaError) -> [FormRow] {
    var rows: [FormRow] = []
    for (position, element) in try array(value).enumerated() {
      keys.append(String(position))
      var name: String?
      var title: String?
      for member in try object(element, of: "the name and title of a row").members {
        keys.append(member.key)
        switch member.key {
        case "name": name = try string(member.value)
        case "title": title = try string(member.value)
        default: throw unknownMember(among: FormRow.memberNames)
        }
        keys.removeLast()
      }
      guard let name else { throw wrong("an object with the name of a hook") }
      rows.append(FormRow(name: name, title: title ?? name))
      keys.removeLast()
    }
    return rows
  }

  private func unknownMember(among names: [String]) -> FormSchemaError {
    error(.unknownMember(nearest: keys.last.flatMap { EditDistance.nearest(to: $0, among: names) }))
  }
}
