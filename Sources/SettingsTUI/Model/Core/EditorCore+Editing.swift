import Settings

extension EditorCore {
  /// Makes an edit; returns a message about what it did, or `nil` if the new value says enough.
  ///
  /// This is the only place that changes the draft, for all editors and keys.
  @discardableResult
  func perform(_ edit: DraftEdit) -> Message? {
    switch edit {
    case .set(let value, let place):
      stage(place.replacing(in: model.value(at: place.entry.path), with: value), for: place.entry)
      return nil
    case .remove(let place):
      stage(place.replacing(in: model.value(at: place.entry.path), with: nil), for: place.entry)
      return nil
    case .stage(let values): return stage(values)
    case .reset(let entry): return reset(entry)
    case .resetSection(let node): return reset(section: node)
    case .unstage(let entry): return unstage(entry)
    case .unstagePart(let part, let entry): return unstage(part, of: entry)
    case .unstageSection(let node): return unstage(section: node)
    case .resolve(let entry, let side):
      model.resolve(entry, keeping: side)
      noteChange(of: entry.path)
      return nil
    case .undo: return undo()
    case .redo: return redo()
    case .discard:
      model.discard()
      noteChange()
      return nil
    }
  }

  private func stage(_ value: JSONValue, for entry: FormIndex.Entry) {
    model.stage([StagedValue(entry, value)])
    noteChange(of: entry.path)
  }

  private func stage(_ values: [StagedValue]) -> Message {
    guard !values.isEmpty else { return .nothingChanged }
    model.stage(values)
    noteChange()
    let pronoun = values.count == 1 ? "it" : "them"
    return .init(
      "Staged \(Phrase.count(values.count, "change")); \(name(of: .undo)) undoes \(pronoun).", .success)
  }

  private func undo() -> Message {
    guard model.canUndo else { return .init("There is nothing to undo.", .secondary) }
    let paths = model.undo()
    noteChange()
    return .init("Undone: \(titles(of: paths)); \(name(of: .redo)) redoes it.", .secondary)
  }

  private func redo() -> Message {
    guard model.canRedo else { return .init("There is nothing to redo.", .secondary) }
    let paths = model.redo()
    noteChange()
    return .init("Redone: \(titles(of: paths)); \(name(of: .undo)) undoes it.", .secondary)
  }

  private func titles(of paths: [SettingPath]) -> String {
    guard paths.count == 1, let entry = index[paths[0]] else { return Phrase.count(paths.count, "setting") }
    return entry.setting.title
  }

  private func reset(_ entry: FormIndex.Entry) -> Message {
    let title = entry.setting.title
    guard !entry.setting.traits.contains(.readOnly) else { return .readOnly(title) }
    guard model.isSet(entry.path) else { return .init("\(title) already has its default.", .secondary) }
    model.reset([entry])
    noteChange(of: entry.path)
    return .init("\(title) has its default again; \(name(of: .undo)) undoes it.", .secondary)
  }

  private func reset(section node: Int) -> Message {
    let title = outline.nodes[node].section.title
    let entries = outline.settings(in: node).map { index.settings[$0] }
      .filter { !$0.setting.traits.contains(.readOnly) && model.isSet($0.path) }
    guard !entries.isEmpty else {
      return .init("All settings of \(title) already have their defaults.", .secondary)
    }
    model.reset(entries)
    noteChange()
    return .init(
      "Reset \(Phrase.count(entries.count, "setting")) of \(title); \(name(of: .undo)) undoes it.", .secondary
    )
  }

  private func unstage(_ entry: FormIndex.Entry) -> Message {
    let title = entry.setting.title
    guard model.isStaged(entry.path) else { return .init("\(title) has no staged change.", .secondary) }
    model.unstage([entry])
    noteChange(of: entry.path)
    return .init("\(title) has its saved value again; \(name(of: .undo)) undoes it.", .secondary)
  }

  private func unstage(_ part: PartChange, of entry: FormIndex.Entry) -> Message {
    model.unstage([.part(part.id)])
    noteChange(of: entry.path)
    return .init(
      "\(entry.setting.title): \(part.title) is unstaged; \(name(of: .undo)) undoes it.", .secondary)
  }

  private func unstage(section node: Int) -> Message {
    let title = outline.nodes[node].section.title
    let entries = outline.settings(in: node).map { index.settings[$0] }.filter { model.isStaged($0.path) }
    guard !entries.isEmpty else { return .init("\(title) has no staged changes.", .secondary) }
    model.unstage(entries)
    noteChange()
    return .init(
      "Unstaged \(Phrase.count(entries.count, "change")) in \(title); \(name(of: .undo)) undoes it.",
      .secondary
    )
  }

  // MARK: - Words

  /// Returns what a person presses or types for a command.
  func name(of command: Command) -> String { names.name(of: command, in: .settings) }
}

extension Message {
  static let nothingChanged = Message("Nothing was changed.", .secondary)

  /// Returns the message for a setting that can never be changed in the editor.
  static func readOnly(_ title: String) -> Message {
    .init("\(title) is read-only.", .problem)
  }
}
