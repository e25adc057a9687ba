import Settings

/// A model of an apply on values: what it stores, and whether it succeeds.
///
/// It knows no text, no index and no draft; only values, edits and the form as JSON. Random forms, documents and edits
/// (``RandomJudgedForm``) are applied by both, and have to give the same content and the same verdict. Comments and layout are the business
/// of other tests.
struct PlainApply {
  /// Keywords of a section that may depend on which settings are in it.
  private static let judging: Set<String> = [
    "required", "dependentRequired", "dependentSchemas", "if", "then", "else", "oneOf", "anyOf", "allOf",
    "not",
    "minProperties", "maxProperties", "propertyNames", "patternProperties",
  ]

  let form: JSONValue
  private let stored: JSONValue
  let style: SettingsFileStyle
  /// The document with the edits; `nil` if they can't be made.
  private(set) var result: JSONValue?
  /// The settings that change.
  private(set) var changed: [SettingPath] = []

  init(_ edits: [RandomJudgedForm.Edit], of document: JSONValue, form: JSONValue, style: SettingsFileStyle) {
    self.form = form
    stored = document
    self.style = style
    var steps: [(path: SettingPath, value: JSONValue?)] = []
    for edit in edits {
      let (stored, preset) = (document.stored(edit.path, in: form), form.schema(of: edit.path)?["default"])
      if let value = edit.value {
        if stored == value || stored == nil && preset == value && !isJudged(edit.path) { continue }
        steps.append((edit.path, value))
      } else if stored != nil, style == .sparse || preset == nil {
        steps.append((edit.path, nil))
      } else if stored != nil, stored != preset {
        steps.append((edit.path, preset))
      }
    }
    changed = steps.map(\.path)
    guard !steps.isEmpty || style == .full else {
      result = document
      return
    }
    for path in form.settingPaths(at: .root) where !changed.contains(path) {
      let stored = document.stored(path, in: form)
      let isMoved = stored != nil && document.value(at: path) == nil
      if isMoved { steps.append((path, stored)) }
      if stored == nil, style == .full, let preset = form.schema(of: path)?["default"] {
        steps.append((path, preset))
      }
    }
    var made: JSONValue? = document
    for path in form.settingPaths(at: .root) where document.value(at: path) == nil {
      if let former = form.formerPath(of: path) { made = made?.with(nil, at: former) }
    }
    for step in steps { made = made?.with(step.value, at: step.path) }
    // An object that requires a key doesn't stay behind empty, unless the object around it requires it.
    for step in steps where step.value == nil {
      var emptied = step.path.parent
      while let path = emptied, let key = path.keys.last, let parent = path.parent,
        made?.value(at: path) == [:],
        form.schema(of: path)?.requiredKeys.isEmpty == false,
        form.schema(of: parent)?.requiredKeys.contains(key) == false
      {
        made = made?.with(nil, at: path)
        emptied = parent
      }
    }
    result = made
  }

  private func isJudged(_ path: SettingPath) -> Bool {
    path.keys.indices.contains { depth in
      guard case .object(let section)? = form.schema(of: SettingPath(Array(path.keys[..<depth]))) else {
        return false
      }
      return section.members.contains { Self.judging.contains($0.key) }
    }
  }

  /// Whether it may be stored.
  ///
  /// - Parameters:
  ///   - errors: The errors of the result.
  ///   - old: The errors of the stored document; `nil` if nothing is stored.
  func isAllowed(errors: [FormProblem], old: [FormProblem]?) -> Bool {
    guard result != nil else { return false }
    if errors.isEmpty { return true }
    guard var left = old?.map({ Known($0) }) else { return false }
    let misfits = Set((old ?? []).compactMap(\.misfit))
    return errors.allSatisfy { error in
      let places = formerPlaces(of: error.path).map { Known(error, at: $0) }
      guard let place = left.firstIndex(where: places.contains) else {
        // The nearest alternative can be another one now. Then the reason is another one, at a value that is as before.
        let isAsBefore = !changed.contains { error.path.contains($0) || $0.contains(error.path) }
        return isAsBefore && error.misfit.map(misfits.contains) == true
      }
      left.remove(at: place)
      return true
    }
  }

  /// An error by its place and its words, without the number of elements that a value has: a list with too many elements still has too many
  /// after another one is removed.
  private struct Known: Equatable {
    let path: SettingPath
    let words: Substring

    init(_ error: FormProblem, at path: SettingPath? = nil) {
      self.path = path ?? error.path
      let isCount = ["element", "elements"].contains { error.message.contains("\($0) instead of ") }
      words =
        isCount
        ? error.message.prefix { !$0.isNewline }.split(separator: " instead of ")[0] : error.message[...]
    }
  }

  /// The places of a value of the result in the stored document, if it isn't a new scalar: the same one, or for an element of a changed list
  /// that of each equal element.
  private func formerPlaces(of path: SettingPath) -> [SettingPath] {
    guard let setting = changed.first(where: { $0.contains(path) }) else { return [path] }
    guard case .array(let old)? = stored.stored(setting, in: form),
      case .array(let new)? = result?.value(at: setting)
    else { return [] }
    guard let index = path.keys.dropFirst(setting.keys.count).first.flatMap({ Int($0) }) else {
      return [path]
    }
    return old.indices.filter { old[$0] == new[index] }.map { setting.appending($0) }
  }
}

extension FormProblem {
  /// The path of the value that fits none of its alternatives.
  fileprivate var misfit: SettingPath? {
    combinationDepth.map { SettingPath(Array(path.keys.prefix($0))) }
  }
}

extension JSONValue {
  fileprivate func schema(of path: SettingPath) -> JSONValue? {
    path.keys.reduce(self) { schema, key in schema?["properties"]?[key] }
  }

  /// The keys that a schema requires, itself or in `allOf`.
  fileprivate var requiredKeys: [String] {
    var keys: [String] = []
    if case .array(let required)? = self["required"] { keys += required.compactMap(\.text) }
    if case .array(let schemas)? = self["allOf"] { keys += schemas.flatMap(\.requiredKeys) }
    return keys
  }

  fileprivate func value(at path: SettingPath) -> JSONValue? {
    path.keys.reduce(self) { value, key in value?[key] }
  }

  /// The key that a setting had in an earlier version.
  fileprivate func formerPath(of path: SettingPath) -> SettingPath? {
    guard case .array(let was)? = schema(of: path)?["x-setting"]?["was"], case .string(let key)? = was.first
    else {
      return nil
    }
    return path.parent?.appending(key)
  }

  /// The value of a setting, under whatever key.
  fileprivate func stored(_ path: SettingPath, in form: JSONValue) -> JSONValue? {
    value(at: path) ?? form.formerPath(of: path).flatMap(value)
  }

  /// The value with another one inside it, or without one; `nil` if a parent would have to be an object, but isn't one.
  func with(_ new: JSONValue?, at path: SettingPath) -> JSONValue? {
    guard let key = path.keys.first else { return new }
    guard case .object(var object) = self else { return new == nil ? self : nil }
    if path.keys.count == 1 {
      object[key] = new
      return .object(object)
    }
    guard object[key] != nil || new != nil else { return self }
    guard let inner = (object[key] ?? [:]).with(new, at: SettingPath(Array(path.keys.dropFirst()))) else {
      return nil
    }
    object[key] = inner
    return .object(object)
  }
}
