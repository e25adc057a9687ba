import SettingsForm

/// What an upgrade of an app does to the files of its users: the differences between the form of an earlier version and
/// today's.
///
/// It compares forms as JSON Schema and not the sources, because the form of the earlier version is what a release
/// leaves behind: `AppSettings.schema.json` in its tag. The question for each old value is where it goes: the same
/// path, a former path of a setting of today, a migration, or nowhere. If it arrives somewhere, the two schemas are
/// compared: does the new schema accept what the old schema did?
///
///     old    fontSize: integer 1...99    color: string     tags: string
///     new    font.size: integer 1...50   (was fontSize)    tags: list of strings
///
///     converted  tags: one value becomes a list of one
///     migrated   fontSize: is font.size now
///     breaking   fontSize: maximum is 50 instead of 99, so values beyond are refused
///     breaking   color: its value has no effect any more; write 'was' at its successor, or a migration
///
/// It answers for all values that the old form allows, so `breaking` means that some file may suffer, not that every file does. In doubt, a
/// change counts as the worse. Rules aren't compared. Where a value goes is told by the same list of steps that a file is read by (`FormStep`).
struct FormComparison {
  /// What an upgrade does to a value, from the best to the worst. The lines are sorted by it, and the worst decides the
  /// exit status.
  enum Effect: String, CaseIterable {
    /// Each value stays what it is.
    case safe
    /// The library converts the value, without loss.
    case converted
    /// The app says what to do: by `was` or by a migration.
    case migrated
    /// A value can be refused, or have no effect any more.
    case breaking
  }

  /// A line of the result: an effect, the path of the value in files of the earlier version, and a sentence without a
  /// capital letter.
  struct Change: Equatable {
    var effect: Effect
    var path: String
    var text: String
  }

  private(set) var changes: [Change] = []
  /// The steps from a document of an earlier version to today's, without the conversions.
  private let steps: [FormStep]
  /// The current path for each former one. If two settings claim one former path, the first counts; the generator
  /// refuses such sources.
  private let current: [SettingPath: SettingPath]
  /// The schemas of today's sections and settings, by path.
  private let new: [SettingPath: JSONObject]
  /// The paths of the earlier version.
  private let oldPaths: Set<SettingPath>

  /// Compares two forms, each as JSON Schema. Throws if a reference in them leads nowhere, or if their migrations can't
  /// be read.
  ///
  /// First each old setting is followed, then the settings are found that no old value reaches, and last the migrations
  /// that are new.
  init(of old: JSONObject, with form: JSONObject) throws(FormSchemaError) {
    let (oldSchema, schema) = (try JSONSchema(ofForm: old), try JSONSchema(ofForm: form))
    let (old, form) = (oldSchema.object.comparable, schema.object.comparable)
    let known = try old.migrations()
    let migrations = try form.migrations()
    let oldItems = Self.items(of: old, at: .root)
    oldPaths = Set(oldItems.map(\.path))
    let items = Self.items(of: form, at: .root)
    new = Dictionary(items.map { ($0.path, $0.schema) }) { first, _ in first }
    steps = schema.steps(migrations)
    let moves = steps.filter { $0.migration == nil }
    current = Dictionary(moves.map { ($0.reads[0], $0.writes[0]) }) { first, _ in first }
    compareSection(old, at: .root)
    compareFormerPaths(oldSchema.steps())
    compareRequired(of: old, with: form)
    // The settings of today that get an old value by `was`. They aren't new.
    let reached = Set(current.filter { oldPaths.contains($0.key) }.values)
    for (path, schema) in items
    where !oldPaths.contains(path) && !reached.contains(path) && !isWritten(path) {
      let parent = path.parent.flatMap { self.new[$0] } ?? form
      // A new setting that has to be set makes every file invalid until somebody sets it.
      let isRequired = parent["required"]?.contains(path.keys.last ?? "") ?? false
      if schema["properties"] == nil || isRequired {
        add(
          isRequired ? .breaking : .safe, at: path,
          text: isRequired ? "new, and has to be set in every file" : "new")
      }
    }
    for migration in migrations where !migration.isMove && !known.contains(migration) {
      // Don't repeat what the comparison of settings has said about the path.
      for path in migration.reads where !changes.contains(where: { $0.path == path.description }) {
        add(
          .migrated, at: path,
          text: migration.before.map { "converted by the app before version \($0)" } ?? "converted by the app"
        )
      }
    }
  }

  /// Whether a value of a user can be refused or have no effect. A release script can stop there.
  var isBreaking: Bool { changes.contains { $0.effect == .breaking } }

  /// One line for each change, the worst last.
  var text: String {
    let width = Effect.allCases.map(\.rawValue.count).max() ?? 0
    var lines = ""
    for effect in Effect.allCases {
      let name = effect.rawValue + String(repeating: " ", count: width + 2 - effect.rawValue.count)
      for change in changes where change.effect == effect {
        lines += "\(name)\(change.path): \(change.text)\n"
      }
    }
    return lines.isEmpty ? "nothing changes for the files of users\n" : lines
  }

  /// Adds a change. In a path, `*` stands for any element or key.
  private mutating func add(_ effect: Effect, at path: SettingPath, text: String) {
    changes.append(
      Change(
        effect: effect, path: path.isRoot ? "the form" : path.description.replacing("\"*\"", with: "*"),
        text: text.replacing("\"*\"", with: "*")))
  }

  // MARK: - Items

  /// Returns the sections and settings of a form, in its order, each section before what is in it.
  private static func items(of section: JSONObject, at path: SettingPath) -> [(
    path: SettingPath, schema: JSONObject
  )] {
    section.properties.flatMap { key, schema -> [(path: SettingPath, schema: JSONObject)] in
      let inner = path.appending(key)
      return [(inner, schema)] + (schema.isSection ? items(of: schema, at: inner) : [])
    }
  }

  /// Compares the former paths. A file of a still earlier version has its value there, and a person can skip versions.
  private mutating func compareFormerPaths(_ moves: [FormStep]) {
    for step in moves {
      guard case .move(isSection: false) = step.action else { continue }
      let (former, path) = (step.reads[0], step.writes[0])
      // What is inside of a value counts only if the value is still there.
      let setting = path.keys.indices.lazy.map { SettingPath(Array(path.keys.dropLast($0))) }
        .first(where: oldPaths.contains)
      guard setting == path || setting.map({ new[now($0)] != nil }) ?? false else { continue }
      if new[former] == nil, successor(of: former) == nil, !oldPaths.contains(former), isRead(former) == nil {
        add(
          .breaking, at: former,
          text: "was read as \(path), and has no effect any more; keep 'was' for files of earlier versions")
      }
    }
  }

  /// Compares which settings have to be set. A file without one of them was valid.
  private mutating func compareRequired(of old: JSONObject, with form: JSONObject) {
    func required(_ section: JSONObject, at path: SettingPath) -> Set<SettingPath> {
      section.properties.reduce(into: []) { paths, member in
        let inner = path.appending(member.key)
        if member.schema.isSection {
          paths.formUnion(required(member.schema, at: inner))
        } else if section["required"]?.contains(member.key) ?? false {
          paths.insert(inner)
        }
      }
    }
    let before = required(old, at: .root)
    let known = before.union(before.compactMap { current[$0] })
    let reached = oldPaths.union(oldPaths.compactMap { current[$0] })
    for path in required(form, at: .root).sorted(by: { $0.pointer < $1.pointer })
    where reached.contains(path) && !known.contains(path) && !isWritten(path) {
      add(.breaking, at: path, text: "has to be set in every file now")
    }
  }

  /// Whether a migration writes the value, or one inside it. Such a setting isn't new for files: it gets a value from
  /// what they have.
  private func isWritten(_ path: SettingPath) -> Bool {
    steps.contains { $0.migration != nil && $0.writes.contains { path.contains($0) } }
  }

  /// The first migration that reads a value, and so decides what happens to it; `nil` if none does. One that reads the
  /// whole document is left out: it says nothing about a single value.
  ///
  /// Values move before migrations run, so a migration finds them at today's places, also by the paths that they had.
  private func isRead(_ path: SettingPath) -> FormMigration? {
    let place = now(path)
    return steps.lazy.compactMap(\.migration).first { migration in
      migration.reads.contains { !$0.isRoot && ($0.matches(path) || now($0).matches(place)) }
    }
  }

  /// Today's path of a value, whose section may have another name now.
  private func now(_ path: SettingPath) -> SettingPath {
    for count in (0...path.keys.count).reversed() {
      let outer = SettingPath(Array(path.keys.prefix(count)))
      if new[outer] != nil { break }
      if let place = current[outer] { return SettingPath(place.keys + path.keys.dropFirst(count)) }
    }
    return path
  }

  /// Today's path of a value that has another key now, in the elements of a list, too.
  private func successor(of path: SettingPath) -> SettingPath? { current[path] ?? current[now(path)] }

  /// Follows the settings of a section of the old form.
  ///
  /// For each old setting, the first answer counts: it is still there; a setting of today names it with `was`; a
  /// migration reads it; or its value has no effect any more. A section that became a setting, or the reverse, is
  /// compared as a value.
  private mutating func compareSection(_ section: JSONObject, at path: SettingPath) {
    for (key, schema) in section.properties {
      let old = path.appending(key)
      // A setting that is still at its path counts before one that was there in earlier versions.
      let place = new[old] == nil ? current[old] : old
      if let place, let schemaNow = new[place] {
        if place != old, !schema.isSection {
          // A value at the current path counts before one at a former path.
          let isTaken = oldPaths.contains(place)
          add(
            isTaken ? .breaking : .migrated, at: old,
            text: isTaken
              ? "is \(place) now, but has no effect in a file that sets \(place), too; write a migration"
              : "is \(place) now")
        }
        if schema.isSection && schemaNow.isSection {
          compareSection(schema, at: old)
        } else {
          compare(schema, schemaNow, at: old)
        }
      } else if let migration = isRead(old) {
        add(
          .migrated, at: old, text: migration.writes.isEmpty ? "removed by the app" : "converted by the app")
      } else if schema.isSection {
        compareSection(schema, at: old)
      } else {
        add(
          .breaking, at: old,
          text: "its value has no effect any more; write 'was' at its successor, or a migration")
      }
    }
  }

  // MARK: - Values

  /// Compares the schemas of a setting. A value that a migration reads is the app's business. A new default is safe,
  /// but users may notice it.
  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    if isRead(path) != nil {
      return add(.migrated, at: path, text: "converted by the app")
    }
    compareTypes(old, new, at: path)
    if let (before, after) = old.differing(from: new, "default"), let after {
      let text = before.map { "\($0)" } ?? "no default"
      add(.safe, at: path, text: "files that don't set it use \(after) instead of \(text)")
    }
  }

  /// Compares what two schemas accept, also inside of values.
  ///
  /// A value that the library converts by itself (a single value to a list of one, a number to a duration by its unit)
  /// is `converted`. The library makes these conversions when it reads a file of an earlier version, and this list has
  /// to agree with it.
  ///
  /// A schema without a type accepts anything, as a setting does that is edited as JSON. Limits and parts are compared
  /// only if no type was lost, since they are about other values otherwise.
  private mutating func compareTypes(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    if let choices = new.choices { return compareChoices(old, choices: choices, new, at: path) }
    if let variants = new.variants { return compareVariants(old, variants: variants, new, at: path) }
    let (before, after) = (old.typeNames, new.typeNames)
    if before.contains("null"), !after.isEmpty, !after.contains("null") {
      let isConverted = after.contains("array") && new.extras["range"] == nil
      add(
        isConverted ? .converted : .breaking, at: path,
        text: isConverted ? "null becomes an empty list" : "null is refused")
    }
    // The types whose values aren't accepted any more. Each whole number is a number.
    let lost = before.filter { type in
      !after.isEmpty && type != "null" && !after.contains(type)
        && !(type == "integer" && after.contains("number"))
    }
    if before.contains("integer"), !before.contains("number"), after.contains("number"),
      !after.contains("integer")
    {
      add(.converted, at: path, text: "whole numbers are decimals")
    }
    if before.isEmpty, !after.isEmpty {
      add(.breaking, at: path, text: "other values than \(after.joined(separator: " or ")) are refused")
    }
    for type in lost {
      if after.contains("array"), case .object(let items)? = new["items"],
        Self.fits(type, old: old, items: items)
      {
        add(.converted, at: path, text: "one value becomes a list of one")
        if items.choices == nil { compareLimits(old, items, at: path) }
        if let count = new["minItems"]?.number, count > JSONNumber(1) {
          add(.breaking, at: path, text: "lists of less than \(count) are refused")
        }
      } else if ["integer", "number"].contains(type), new["format"] == "duration",
        let unit = new.extras["unit"]?.text
      {
        add(.converted, at: path, text: "a number of \(unit) becomes a duration")
        compareLimits(old.countingDurations(unit: unit), new, at: path)
      } else if type == "number", after.contains("integer") {
        add(.breaking, at: path, text: "decimals are refused; whole numbers stay")
      } else {
        add(
          .breaking, at: path, text: "\(type) becomes \(after.joined(separator: " or ")); write a migration")
      }
    }
    guard lost.isEmpty else { return }
    compareUnits(old, new, at: path)
    compareLimits(old, new, at: path)
    if old.variants != nil, after.contains("object") {
      add(.breaking, at: path, text: "its alternatives are refused; write a migration")
    } else {
      compareParts(old, new, at: path)
    }
  }

  /// Compares the units. The same number means something else with another one.
  ///
  /// A duration has a unit if it was a number of them in earlier versions, whose files still have the number.
  private mutating func compareUnits(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    guard let before = old.extras["unit"]?.text else { return }
    let isDuration = old["format"] == "duration" && new["format"] == "duration"
    switch new.extras["unit"]?.text {
    case before: break
    case let after?:
      add(.breaking, at: path, text: "a number counts \(after) instead of \(before); write a migration")
    case nil:
      guard isDuration else { return }
      add(
        .breaking, at: path, text: "a number of \(before) is refused; keep the unit for files that have one")
    }
  }

  /// Whether a value of a type can be the element of a list. If the elements are choices, all of the old choices have
  /// to be among them.
  private static func fits(_ type: String, old: JSONObject, items: JSONObject) -> Bool {
    if let choices = items.choices {
      return old.choices?.allSatisfy { choices.has($0.value) } ?? false
    }
    return items.typeNames.contains(type) || type == "integer" && items.typeNames.contains("number")
  }

  /// Compares the choices of a value.
  ///
  ///     old: fast, safe    new: fast, secure (was safe)     converted: "safe" is "secure" now
  ///     old: fast, safe    new: fast                        breaking: "safe" is refused
  ///     old: fast          new: fast, safe                  no line: each old value is accepted
  ///
  /// A value that wasn't a choice before can be anything, and is refused by most choices.
  private mutating func compareChoices(
    _ old: JSONObject, choices: [JSONObject.Choice], _ new: JSONObject, at path: SettingPath
  ) {
    guard let before = old.choices else {
      return add(.breaking, at: path, text: "other values than its choices are refused; write a migration")
    }
    for choice in before where !choices.contains(where: { $0.value == choice.value }) {
      if let now = choices.first(where: { $0.former.contains(choice.value) }) {
        add(.converted, at: path, text: "\(choice.value) is \(now.value) now")
      } else {
        add(.breaking, at: path, text: "\(choice.value) is refused; write 'was' at its successor")
      }
    }
    if old.allowsNull, !new.allowsNull { add(.breaking, at: path, text: "null is refused") }
  }

  /// Compares the alternatives of a value by their keys, and their members, also of an alternative that was renamed.
  private mutating func compareVariants(
    _ old: JSONObject, variants: [JSONObject.Variant], _ new: JSONObject, at path: SettingPath
  ) {
    guard let before = old.variants else {
      return add(
        .breaking, at: path, text: "other values than its alternatives are refused; write a migration")
    }
    for variant in before {
      if let now = variants.first(where: { $0.key == variant.key }) {
        compareMembers(variant.members, now.members, at: path.appending(variant.key))
      } else if let key = successor(of: path.appending(variant.key))?.keys.last,
        let now = variants.first(where: { $0.key == key })
      {
        add(.converted, at: path, text: "\"\(variant.key)\" is \"\(now.key)\" now")
        compareMembers(variant.members, now.members, at: path.appending(variant.key))
      } else {
        add(.breaking, at: path, text: "\"\(variant.key)\" is refused; write 'was' at its successor")
      }
    }
    if old.allowsNull, !new.allowsNull { add(.breaking, at: path, text: "null is refused") }
  }

  /// Compares what is inside a list, a dictionary or a struct. The path of an element is the path of the value with `*`
  /// behind it.
  private mutating func compareParts(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    for keyword in ["items", "additionalProperties"] {
      if case .object(let before)? = old[keyword], case .object(let after)? = new[keyword] {
        compareTypes(before, after, at: path.appending("*"))
      }
    }
    switch (old["properties"] != nil, new["properties"] != nil) {
    case (true, true): compareMembers(old, new, at: path)
    case (false, true):
      if old["additionalProperties"] != nil {
        add(.breaking, at: path, text: "a dictionary becomes a struct; write a migration")
      }
    case (true, false):
      // The members are entries of the dictionary now.
      guard case .object(let values)? = new["additionalProperties"] else { return }
      for (key, schema) in old.properties { compareTypes(schema, values, at: path.appending(key)) }
      compareKeys(old.properties.map(\.key), new, at: path)
    case (false, false):
      if old["propertyNames"] != new["propertyNames"] { compareKeys(old.keyNames, new, at: path) }
    }
  }

  /// Compares the keys that a dictionary can have with those that it could have.
  ///
  ///     [String: Int] → [Mode: Int]      breaking: a file can have any key
  ///     a case less of Mode              breaking: its key is refused
  ///     [Mode: Int] → [String: Int]      no line
  ///
  /// - Parameter before: The earlier keys; `nil` for any.
  private mutating func compareKeys(_ before: [String]?, _ new: JSONObject, at path: SettingPath) {
    guard new["propertyNames"] != nil else { return }
    guard let after = new.keyNames else {
      return add(.breaking, at: path, text: "keys that aren't whole numbers are refused; write a migration")
    }
    guard let before else {
      return add(
        .breaking, at: path,
        text: "keys other than \(after.joined(separator: ", ")) are refused; write a migration")
    }
    for key in before where !after.contains(key) {
      if let now = successor(of: path.appending(key))?.keys.last {
        add(.converted, at: path.appending(key), text: "\"\(key)\" is \"\(now)\" now")
      } else {
        add(
          .breaking, at: path.appending(key),
          text: "this key is refused; write 'was' at its successor, or a migration")
      }
    }
  }

  /// Compares the members of a struct in a value, as `compareSection` does with settings.
  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    var known: Set<String> = []
    for (key, schema) in old.properties {
      let inner = path.appending(key)
      let place = successor(of: inner)
      let now =
        new.properties.first { $0.key == key }
        ?? new.properties.first { place?.parent == self.now(path) && $0.key == place?.keys.last }
      if let now {
        // It isn't a new member, whatever its key was.
        known.insert(now.key)
        if now.key != key { add(.migrated, at: inner, text: "is \(now.key) now") }
        if new["required"]?.contains(now.key) ?? false, !(old["required"]?.contains(key) ?? false) {
          add(.breaking, at: inner, text: "values without it are refused now")
        }
        if isRead(inner) != nil {
          add(.migrated, at: inner, text: "converted by the app")
        } else {
          compareTypes(schema, now.schema, at: inner)
        }
      } else if isRead(inner) != nil {
        add(.migrated, at: inner, text: "converted by the app")
      } else if let place {
        add(.migrated, at: inner, text: "is \(place) now")
      } else {
        add(
          .breaking, at: inner,
          text: "its value has no effect any more; write 'was' at its successor, or a migration")
      }
    }
    for (key, _) in new.properties where !known.contains(key) {
      let isRequired = new["required"]?.contains(key) ?? false
      add(
        isRequired ? .breaking : .safe, at: path.appending(key),
        text: isRequired ? "new, and has no default: values without it are refused" : "new")
    }
  }

  /// Compares the limits of a value, also the limits that only this library knows, such as the limits of durations.
  ///
  ///     maximum 30 → 60         safe
  ///     maximum 60 → 30         breaking: a file can have 45
  ///     no maximum → 30         breaking
  ///     maximum 30 → none       safe, without a line
  ///     pattern ^a → ^[ab]      breaking: whether a pattern is wider than another isn't computed
  private mutating func compareLimits(_ old: JSONObject, _ new: JSONObject, at path: SettingPath) {
    for object in [(old, new), (old.extras, new.extras)] {
      for keyword in [
        "minimum", "exclusiveMinimum", "minLength", "minItems", "maximum", "exclusiveMaximum", "maxLength",
        "maxItems",
      ] {
        guard let (before, after) = object.0.differing(from: object.1, keyword), let after else { continue }
        let isLower = keyword.lowercased().hasSuffix("minimum") || keyword.hasPrefix("min")
        if let before, Self.isInOrder(isLower ? [after, before] : [before, after], format: new["format"]) {
          add(.safe, at: path, text: "\(keyword) is \(after) instead of \(before)")
        } else {
          add(
            .breaking, at: path,
            text:
              "\(keyword) is \(after) instead of \(before.map { "\($0)" } ?? "none"), so values beyond are refused"
          )
        }
      }
    }
    // Only a step from zero that is exact in binary is `multipleOf`.
    if let (_, after) = old.extras.differing(from: new.extras, "step"), let after {
      add(.breaking, at: path, text: "step is \(after) now, so other values are refused")
    }
    for keyword in ["pattern", "format", "multipleOf", "uniqueItems", "contentEncoding"] {
      guard let (_, after) = old.differing(from: new, keyword), let after else { continue }
      add(.breaking, at: path, text: "\(keyword) is \(after) now, so other values are refused")
    }
  }
}

extension FormComparison {
  /// Whether limits are in ascending order: numbers, or durations or dates as text.
  private static func isInOrder(_ limits: [JSONValue], format: JSONValue?) -> Bool {
    let format = format?.text.flatMap(TextFormat.init(rawValue:))
    let numbers = limits.mapAll { limit -> JSONNumber? in
      switch limit {
      case .number(let number): number
      case .string(let text): format?.attoseconds(of: text).map { JSONNumber($0) }
      default: nil
      }
    }
    return numbers.map { zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 } } ?? false
  }
}

extension SettingPath {
  /// Whether this path, in which `*` stands for any key, can be the other path.
  fileprivate func matches(_ other: SettingPath) -> Bool { keys.count == other.keys.count && meets(other) }
}

extension FormStep {
  /// The app's change of values; `nil` for another step.
  fileprivate var migration: FormMigration? {
    if case .migration(let migration) = action { migration } else { nil }
  }
}

extension JSONValue {
  /// Whether a list, such as the required keys, contains a key.
  fileprivate func contains(_ key: String) -> Bool {
    if case .array(let elements) = self { elements.contains(.string(key)) } else { false }
  }
}
