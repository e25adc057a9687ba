/// One step on the way from a document of an earlier version to today's. A step sees what the steps before it have made, and every reader of
/// documents walks the same list: ``FormSchema/steps``.
///
/// In a path, `*` stands for each key or index of a dictionary's or a list's parts, and for the same one in all paths of a step:
/// `servers.*.host` → `servers.*.address` moves a member of each server.
package struct FormStep: Sendable {
  package enum Action: Sendable {
    /// The value moves from a place of an earlier version to its place of today, unless that has a value already (`was`). A section moves
    /// only if it is an object, with all that is in it.
    case move(isSection: Bool)
    /// The app changes values. It finds them at their places of today, also by the paths that they had before they moved.
    case migration(FormMigration)
    /// The value becomes what its kind asks for today, if that loses nothing: one value becomes a list of one.
    case conversion(FormKind, unit: String?, isOptional: Bool)
  }

  package let action: Action
  /// The places whose values it reads.
  package let reads: [SettingPath]
  /// The places whose values it writes; empty if it only removes.
  package let writes: [SettingPath]

  package init(moving former: SettingPath, to path: SettingPath, isSection: Bool = false) {
    (action, reads, writes) = (.move(isSection: isSection), [former], [path])
  }

  package init(_ migration: FormMigration) {
    (reads, writes) = (migration.reads, migration.writes)
    action = migration.isMove ? .move(isSection: false) : .migration(migration)
  }

  fileprivate init(converting path: SettingPath, to kind: FormKind, unit: String?, isOptional: Bool) {
    (action, reads, writes) = (.conversion(kind, unit: unit, isOptional: isOptional), [path], [path])
  }

  fileprivate var isMove: Bool { if case .move = action { true } else { false } }
}

extension FormSchema {
  /// The steps from a document of an earlier version to today's, in their order.
  ///
  /// Values move first, so a migration finds a value wherever a file has it. Conversions come after the migrations: one of them may mean the
  /// single value that would otherwise become a list of one. What migrations and conversions make can contain values that have moved, so
  /// the moves are among the conversions again.
  package var steps: [FormStep] {
    let moves = root.moves()
    var inner: [FormStep] = []
    // A schema of another author decides about types, so nothing is converted by an approximation of it.
    if source == nil { root.addSteps(insideValuesAt: .root, to: &inner) }
    // What is around comes first. So all elements of all lists change together, by few edits of the text.
    inner.sort { $0.reads[0].starCount < $1.reads[0].starCount }
    if migrations.isEmpty { return moves + inner }
    return moves + inner.filter(\.isMove) + migrations.map(FormStep.init) + moves + inner
  }
}

extension FormSection {
  /// The moves of the settings and sections inside. A value that leaves a section goes before the section, which would take it along; what
  /// stays in the section goes after it. Of the former places of one value, the latest comes first.
  ///
  /// - Parameter places: The path of the section, and its paths in earlier versions. Each of its items has been at all of these places.
  package func moves(at places: [SettingPath] = [.root]) -> [FormStep] {
    var moves: [FormStep] = []
    addMoves(at: places, to: &moves)
    return moves.leavingFirst()
  }

  private func addMoves(at places: [SettingPath], to moves: inout [FormStep]) {
    // A switch over an element of the array copies only its setting or section, but a loop over the elements copies each one, too.
    for position in items.indices {
      let (key, names, inner): (String, [String], FormSection?) =
        switch items[position] {
        case .section(let section): (section.key, section.formerKeys, section)
        case .setting(let setting): (setting.key, setting.formerKeys, nil)
        }
      if names.isEmpty, places.count == 1, inner == nil { continue }
      let paths = FormerPlace.paths(of: key, named: names, in: places)
      moves += paths.dropFirst().map { FormStep(moving: $0, to: paths[0], isSection: inner != nil) }
      inner?.addMoves(at: paths, to: &moves)
    }
  }

  /// Adds the conversions of the settings inside, and the moves inside of their values.
  fileprivate func addSteps(insideValuesAt path: SettingPath, to steps: inout [FormStep]) {
    for position in items.indices where !items[position].isUndescribed {
      switch items[position] {
      case .section(let section):
        section.addSteps(insideValuesAt: path.appending(section.key), to: &steps)
      case .setting(let setting):
        let path = path.appending(setting.key)
        steps += (setting.otherKeywords[.propertyNames]?.renamedKeys ?? []).map {
          FormStep(moving: path.appending($0.former), to: path.appending($0.key))
        }
        setting.kind.addSteps(at: path, unit: setting.unit, isOptional: setting.isOptional, to: &steps)
      }
    }
  }
}

extension FormKind {
  /// Adds the conversion to the kind, and the steps inside of its values. Kinds that contain themselves have none.
  fileprivate func addSteps(
    at path: SettingPath, unit: String?, isOptional: Bool = false, to steps: inout [FormStep]
  ) {
    if hasFormerValues(unit: unit) {
      steps.append(FormStep(converting: path, to: self, unit: unit, isOptional: isOptional))
    }
    switch self {
    case .list(let element, _), .dictionary(let element):
      element.addSteps(at: path.appending("*"), unit: unit, to: &steps)
    case .flags(let choices):
      FormKind.choice(choices).addSteps(at: path.appending("*"), unit: nil, to: &steps)
    case .object(let section):
      steps += section.moves(at: [path])
      section.addSteps(insideValuesAt: path, to: &steps)
    case .variants(let variants):
      for variant in variants {
        guard case .key(let key) = variant.mark else { continue }
        steps += variant.formerKeys.map { FormStep(moving: path.appending($0), to: path.appending(key)) }
        variant.kind.addSteps(at: path, unit: unit, to: &steps)
      }
    case .boolean, .integer, .number, .string, .choice, .recursive, .json: break
    }
  }

  /// Whether values of other kinds can become values of this kind. The walk of a document decides which; for any other kind, it has nothing to
  /// look for, and a form of 100 000 settings has few steps.
  private func hasFormerValues(unit: String?) -> Bool {
    switch self {
    case .string(let limits): limits.readsJSONEncoder || limits.format == .duration && unit != nil
    case .choice(let choices): choices.contains { !$0.formerValues.isEmpty }
    case .list(_, let limits): !limits.isRange
    case .flags: true
    case .boolean, .integer, .number, .dictionary, .object, .variants, .recursive, .json: false
    }
  }
}

extension [FormStep] {
  /// Returns the moves with each one that leaves a section before the move of that section.
  fileprivate func leavingFirst() -> [FormStep] {
    var sections: [SettingPath: Int] = [:]
    for position in indices {
      if case .move(isSection: true) = self[position].action { sections[self[position].reads[0]] = position }
    }
    if sections.isEmpty { return self }
    let places = indices.map { position in
      let (former, path) = (self[position].reads[0], self[position].writes[0])
      let left = (0..<former.keys.count).compactMap {
        sections[SettingPath(Array<String>(former.keys.prefix($0)))]
      }
      .filter { !self[$0].writes[0].contains(path) }.min()
      return left.map { $0 < position ? 2 * $0 - 1 : 2 * position } ?? 2 * position
    }
    // Sorting is stable.
    return zip(places, self).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension SettingPath {
  /// The number of keys that stand for any key.
  fileprivate var starCount: Int { keys.count { $0 == "*" } }

  /// Whether this path, in which `*` stands for any key, can lie inside or around another.
  package func meets(_ other: SettingPath) -> Bool {
    zip(keys, other.keys).allSatisfy { $0 == "*" || $1 == "*" || $0 == $1 }
  }

  /// Returns the path with each `*` replaced by what it stands for. A star without a counterpart stays.
  package func replacing(_ binding: [String]) -> SettingPath {
    var rest = binding[...]
    return SettingPath(keys.map { $0 == "*" ? rest.popFirst() ?? $0 : $0 })
  }
}
