extension FormSection {
  /// Adds the titles and help that types give themselves to the section and its items.
  ///
  /// Cost: linear in the size of the section, unless the table is empty.
  mutating func take(_ titles: DisplayTitles) {
    if titles.titles.isEmpty, titles.choices.isEmpty { return }
    let choices = Dictionary(grouping: titles.choices, by: \.path)
    take(titles.titles, choices, at: .root)
  }

  private mutating func take(
    _ titles: [SettingPath: String], _ choices: [SettingPath: [DisplayTitles.Choice]], at path: SettingPath
  ) {
    title = titles[path] ?? title
    for position in items.indices {
      let inner = path.appending(items[position].key)
      switch items[position] {
      case .section(var section):
        section.take(titles, choices, at: inner)
        items[position] = .section(section)
      case .setting(var setting):
        let choices = choices[inner] ?? []
        if titles[inner] == nil, choices.isEmpty { continue }
        setting.title = titles[inner] ?? setting.title
        setting.kind.take(choices)
        items[position] = .setting(setting)
      }
    }
  }
}

extension FormKind {
  /// Adds the titles and help of choices.
  fileprivate mutating func take(_ titles: [DisplayTitles.Choice]) {
    if titles.isEmpty { return }
    switch self {
    case .choice(let choices): self = .choice(choices.map { $0.taking(titles) })
    case .flags(let choices): self = .flags(choices.map { $0.taking(titles) })
    case .list(var element, let limits):
      element.take(titles)
      self = .list(element, limits)
    case .dictionary(var element):
      element.take(titles)
      self = .dictionary(element)
    case .boolean, .integer, .number, .string, .object, .variants, .recursive, .json: break
    }
  }
}

extension FormChoice {
  /// Returns the choice with its title and help.
  fileprivate func taking(_ titles: [DisplayTitles.Choice]) -> FormChoice {
    guard let text = titles.first(where: { $0.value == value }) else { return self }
    var choice = self
    if let title = text.title, !title.isEmpty { choice.title = title }
    if let help = text.help, !help.isEmpty { choice.help = help }
    return choice
  }
}
