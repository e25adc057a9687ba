import SettingsForm

/// Types that name themselves and their values.
extension FormBuilder {
  /// Returns the title that a type gives its settings and sections; `nil` if it doesn't give one, or if only the running app
  /// knows it.
  ///
  /// - Parameter path: The path at which the running app replaces the title; `nil` inside of a value.
  mutating func displayTitle(of id: TypeTable.ID, for path: SettingPath?) -> String? {
    switch displayStrings(of: id)?.title {
    case .literal(let text)?: return text.isEmpty ? nil : text
    case .computed?:
      if let path, isVisible(id) {
        displayed.titles.append(.init(type: reference(to: id), path: path))
      }
      return nil
    case .absent?, nil: return nil
    }
  }

  mutating func displayTitle(of type: ValueType, for path: SettingPath?) -> String? {
    guard case .declared(let id, _) = type.unwrapped else { return nil }
    return displayTitle(of: id, for: path)
  }

  /// Returns the title and help that a type gives one of its cases. Records the ones that only the running app knows.
  mutating func caseStrings(
    _ value: JSONValue, _ name: String, annotatedTitle: String?, of use: TypeUse
  ) -> (title: String?, help: String?) {
    let id = use.id
    guard let strings = displayStrings(of: id) else { return (annotatedTitle, nil) }
    let (title, help) = (strings.title(of: name), strings.help(of: name))
    let hasTitle = annotatedTitle == nil && title == .computed
    if hasTitle || help == .computed, isVisible(id) {
      computedChoices[use, default: []].append(
        .init(
          type: reference(to: id), name: name, value: value, hasTitle: hasTitle,
          hasHelp: help == .computed))
    }
    return (annotatedTitle ?? title.literal.flatMap(Self.text), help.literal.flatMap(Self.text))
  }

  /// A type's name in generated code, which imports its module.
  private mutating func reference(to id: TypeTable.ID) -> String {
    if let module = table.module(of: id) { modules.insert(module) }
    return table.reference(to: id)
  }

  private mutating func displayStrings(of id: TypeTable.ID) -> DisplayStrings? {
    if let known = displayStrings[id] { return known }
    let strings = DisplayStrings(of: id, in: table)
    displayStrings[id] = .some(strings)
    return strings
  }

  private static func text(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Whether generated code can use a type. Reports a type that it can't use.
  private mutating func isVisible(_ id: TypeTable.ID) -> Bool {
    if table[id].access >= lowestAccess(in: table[id].place.file) { return true }
    guard invisible.insert(id).inserted else { return false }
    diagnostics.note(
      "'\(table[id].description)' is private\(table.module(of: id).map { " in '\($0)'" } ?? ""), so only its string literals are in the form",
      at: table.location(of: id))
    return false
  }

  /// Makes the running app add the titles and help of a setting's choices.
  mutating func addComputedChoices(of type: ValueType, for path: SettingPath) {
    let uses: [TypeUse] =
      if case .options(let id) = type.elementType {
        [.optionSet(of: id)]
      } else {
        type.elementType.declaredTypes.map { .values(of: $0) }
      }
    for choice in uses.prefix(1).flatMap({ computedChoices[$0] ?? [] }) {
      displayed.choices.append(.init(choice: choice, path: path))
    }
  }
}

extension ValueType {
  /// The type of the innermost elements of lists and dictionaries.
  fileprivate var elementType: ValueType {
    switch self {
    case .optional(let inner), .list(let inner, _), .dictionary(let inner): inner.elementType
    default: self
    }
  }
}
