/// Checks that a setting has only attributes that apply to it.
extension SettingReader {
  func checkApplicable(
    _ extras: SettingKeyword, to kind: FormKind
  ) throws(FormSchemaError) {
    var unused = extras
    switch kind {
    case .integer, .number: unused.step = nil
    case .string(let limits):
      unused.multiline = false
      if limits.format?.isTime == true { unused.times = TimeLimits() }
    case .flags: unused.flags = false
    case .list(.integer, _), .list(.number, _): unused.range = false
    case .object: (unused.header, unused.footer, unused.object) = (nil, nil, nil)
    case .boolean, .choice, .list, .dictionary, .variants, .recursive, .json: break
    }
    try checkUnused(unused, noun: kind.noun)
  }

  /// Throws for members that belong to a kind.
  func checkUnused(
    _ extras: SettingKeyword, noun: String
  ) throws(FormSchemaError) {
    guard !extras.isEmpty else { return }
    var others = extras
    others.clearKindMembers()
    guard others != extras else { return }
    let known = others.json
    for name in extras.json.members.map(\.key) where known[name] == nil {
      throw error(.notApplicable(to: noun), SettingKeyword.name, name)
    }
  }

  /// Throws for any member.
  func checkEmpty(
    _ extras: SettingKeyword, noun: String
  ) throws(FormSchemaError) {
    if !extras.isEmpty, let name = extras.json.members.first?.key {
      throw error(.notApplicable(to: noun), SettingKeyword.name, name)
    }
  }
}

extension SettingKeyword {
  /// Removes the members that belong to a kind rather than to a setting.
  mutating func clearKindMembers() {
    (step, times, multiline, flags, range) = (nil, TimeLimits(), false, false, false)
    (header, footer, details, actions, object) = (nil, nil, [], [], nil)
  }
}

extension FormKind {
  /// The kind in words, for a sentence.
  var noun: String {
    switch self {
    case .boolean: "a setting that is true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "a string"
    case .choice: "a choice"
    case .flags: "flags"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .object: "a struct"
    case .variants: "a value with alternatives"
    case .recursive: "a value of a definition"
    case .json: "a setting that is edited as JSON"
    }
  }
}
