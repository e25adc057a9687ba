import Settings

extension EditorCore {
  /// Makes an edit; returns a message about what it did, or `nil` if the new value says enough.
  ///
  /// This is the only place that changes the draft, for all editors and keys.
  ///
  /// An edit whose result isn't visible in its row says what it did, and with which key it is undone. A refused edit changes nothing and
  /// says why.
  @discardableResult
  func perform(_ edit: DraftEdit) -> Message? {
    defer {
      switch edit {
      // A redo restores a change that an undo removed. What was left out of that change stays left out.
      case .undo, .redo: break
      default: removeOldChoices()
      }
    }
    if let refusal = refusal(of: edit) { return refusal }
    switch edit {
    case .set(let value, let place):
      stage(place.replacing(in: model.value(at: place.entry.path), with: value), for: place.entry)
      return nil
    case .store(let value, let place):
      let whole = place.replacing(in: model.value(at: place.entry.path), with: value)
      model.stage([StagedValue(place.entry, value: whole)], storesDefaults: true)
      noteChange(of: place.entry.path)
      return nil
    case .remove(let place) where place.steps.isEmpty: return reset(place.entry)
    case .remove(let place):
      stage(place.replacing(in: model.value(at: place.entry.path), with: nil), for: place.entry)
      return nil
    case .removeSection(let node): return remove(section: node)
    case .rename(let key, let new, let place):
      rename(key, to: new, in: place)
      return nil
    case .renameMember(let path, let target): return rename(path, to: target)
    case .stage(let values): return stage(values)
    case .restore(let values, let items):
      let message = stage(values)
      leaveOut(items)
      return message
    case .comment(let text, let path):
      model.stageComment(text, above: path)
      noteChange()
      return .init(
        "The comment of \(path) is \(text.isEmpty ? "removed" : "staged"); \(name(of: .undo)) undoes it.",
        role: .secondary)
    case .removeUnknownKey(let problem): return removeUnknownKey(problem)
    case .reset(let entry): return reset(entry)
    case .resetSection(let node): return reset(section: node)
    case .unstage(let entry): return unstage(entry)
    case .unstagePart(let part, let entry): return unstage(part, of: entry)
    case .unstageRemoval(let path):
      model.unstage([.setting(path)])
      noteChange()
      return .init("\(path) stays in the file; \(name(of: .undo)) undoes it.", role: .secondary)
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

  /// Removes the choices for changes that were left out of the review and have changed since.
  private func removeOldChoices() {
    guard !reviewChoices.leavesNothingOut else { return }
    reviewChoices.removeAll(except: model.draft.review().changes)
  }

  private func stage(_ value: JSONValue, for entry: FormIndex.Entry) {
    model.stage([StagedValue(entry, value: value)])
    noteChange(of: entry.path)
  }

  private func stage(_ values: [StagedValue]) -> Message {
    guard !values.isEmpty else { return .nothingChanged }
    model.stage(values, storesDefaults: true)
    noteChange()
    let pronoun = values.count == 1 ? "it" : "them"
    return .init(
      "Staged \(Phrase.count(values.count, noun: "change")); \(name(of: .undo)) undoes \(pronoun).",
      role: .success)
  }

  /// Returns what to stage for members, which are listed.
  func staged(_ members: [ChangedMember]) -> [StagedValue] {
    members.compactMap { member in index[member.path].map { StagedValue($0, value: member.value) } }
  }

  private func removeUnknownKey(_ problem: FormProblem) -> Message {
    let path = problem.path
    // The path of a secret key can't be shown in the review.
    guard problem.hiddenKeys.isEmpty else { return .secretKey }
    if let entry = index.entry(containing: path), entry.path != path {
      guard isEditable(ValuePlace(entry)) else { return .readOnly(entry.setting.title) }
      let keys = path.keys.dropFirst(entry.path.keys.count)
      guard !keys.isEmpty, let value = model.value(at: entry.path)?.removing(keys) else {
        return .nothingChanged
      }
      model.stage([StagedValue(entry, value: value)])
      noteChange(of: entry.path)
    } else {
      model.removeUndescribed(at: path)
      noteChange()
    }
    return .init("\(path) will be removed; \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func undo() -> Message {
    let paths = model.undo()
    noteChange()
    return .init("Undone: \(titles(of: paths)); \(name(of: .redo)) redoes it.", role: .secondary)
  }

  private func redo() -> Message {
    let paths = model.redo()
    noteChange()
    return .init("Redone: \(titles(of: paths)); \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func titles(of paths: [SettingPath]) -> String {
    guard paths.count == 1, let entry = index[paths[0]] else {
      return Phrase.count(paths.count, noun: "setting")
    }
    return entry.setting.title
  }

  /// All members are copied in order, so the renamed one stays at its place, and `moving` tells the draft that it is the same member. The
  /// apply then changes only the key in the text, and its comments stay with it.
  private func rename(_ key: String, to new: String, in place: ValuePlace) {
    guard let object = value(at: place)?.object else { return }
    var renamed = JSONObject()
    for member in object.members { renamed[member.key == key ? new : member.key] = member.value }
    let whole = place.replacing(in: model.value(at: place.entry.path), with: .object(renamed))
    model.stage(
      [StagedValue(place.entry, value: whole)], moving: place.path.appending(key),
      to: place.path.appending(new))
    noteChange(of: place.entry.path)
  }

  /// If the new key is described by another schema, the value could lose its mask there. The rename is refused then, as it would be a way
  /// to see secrets.
  private func rename(_ path: SettingPath, to target: SettingPath) -> Message {
    guard let old = index[path], let new = index[target], let value = model.value(at: path) else {
      return .nothingChanged
    }
    guard old.setting.masked(value) == new.setting.masked(value) else { return .secretUnderKey }
    model.stage([StagedValue(old, value: nil), StagedValue(new, value: value)], moving: path, to: target)
    noteChange()
    return .init("\(path) becomes \(target); \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func remove(section node: Int) -> Message {
    let path = outline.nodes[node].path
    let count = removable(in: node).count
    if outline.nodes[node].section.isUndescribed, model.draft.hasStoredMember(at: path) {
      model.removeUndescribed(at: path)
    } else {
      model.reset(removable(in: node))
    }
    noteChange()
    let title = outline.nodes[node].section.title
    return .init(
      "\(title) will be removed with \(Phrase.count(count, noun: "setting")); \(name(of: .undo)) undoes it.",
      role: .secondary)
  }

  private func reset(_ entry: FormIndex.Entry) -> Message {
    model.reset([entry])
    noteChange(of: entry.path)
    if entry.setting.traits.contains(.listed) {
      return .init("\(entry.setting.title) will be removed; \(name(of: .undo)) undoes it.", role: .secondary)
    }
    return .init(
      "\(entry.setting.title) has its default again; \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func reset(section node: Int) -> Message {
    let entries = resettable(in: node)
    model.reset(entries)
    noteChange()
    let title = outline.nodes[node].section.title
    return .init(
      "Reset \(Phrase.count(entries.count, noun: "setting")) of \(title); \(name(of: .undo)) undoes it.",
      role: .secondary
    )
  }

  private func unstage(_ entry: FormIndex.Entry) -> Message {
    model.unstage([entry])
    noteChange(of: entry.path)
    return .init(
      "\(entry.setting.title) has its saved value again; \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func unstage(_ part: PartChange, of entry: FormIndex.Entry) -> Message {
    model.unstage([.part(part.id)])
    noteChange(of: entry.path)
    return .init(
      "\(entry.setting.title): \(part.title) is unstaged; \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func unstage(section node: Int) -> Message {
    let entries = staged(in: node)
    let removed = outline.sections(in: node).map { outline.nodes[$0].path }.filter { model.isStaged($0) }
    model.unstage(Set((entries.map(\.path) + removed).map { .setting($0) }))
    noteChange()
    let title = outline.nodes[node].section.title
    return .init(
      "Unstaged \(Phrase.count(entries.count, noun: "change")) in \(title); \(name(of: .undo)) undoes it.",
      role: .secondary
    )
  }

  // MARK: - Refusals

  /// Returns why an edit would change nothing; `nil` if it changes something, or if only the edit itself can tell.
  func refusal(of edit: DraftEdit) -> Message? {
    switch edit {
    case .undo: return model.canUndo ? nil : .nothingToUndo
    case .redo: return model.canRedo ? nil : .init("There is nothing to redo.", role: .secondary)
    case .remove(let place) where place.steps.isEmpty: return refusal(of: .reset(place.entry))
    case .reset(let entry):
      let title = entry.setting.title
      if entry.setting.traits.contains(.readOnly) { return .readOnly(title) }
      if model.isSet(entry.path) { return nil }
      return entry.setting.traits.contains(.listed)
        ? .init("\(title) isn't set.", role: .secondary)
        : .init("\(title) already has its default.", role: .secondary)
    case .removeSection(let node):
      let title = outline.nodes[node].section.title
      return removable(in: node).isEmpty ? .init("Nothing in \(title) is set.", role: .secondary) : nil
    case .store(_, let place) where place.steps.isEmpty && place.isReadOnly:
      return .readOnly(place.setting.title)
    case .resetSection(let node):
      let title = outline.nodes[node].section.title
      return resettable(in: node).isEmpty
        ? .init("All settings of \(title) already have their defaults.", role: .secondary) : nil
    case .unstage(let entry):
      return model.isStaged(entry.path)
        ? nil : .init("\(entry.setting.title) has no staged change.", role: .secondary)
    case .unstageSection(let node):
      let title = outline.nodes[node].section.title
      return staged(in: node).isEmpty ? .init("\(title) has no staged changes.", role: .secondary) : nil
    case .set, .store, .remove, .rename, .renameMember, .comment, .stage, .restore, .removeUnknownKey,
      .unstagePart,
      .unstageRemoval, .resolve,
      .discard:
      return nil
    }
  }

  /// The set settings of a section that aren't read-only.
  private func removable(in node: Int) -> [FormIndex.Entry] {
    outline.settings(in: node).map { index.settings[$0] }
      .filter { !$0.setting.traits.contains(.readOnly) && model.isSet($0.path) }
  }

  /// Those of them that the form describes: a reset keeps what belongs to somebody else.
  ///
  /// A reset means "as the form says". Members that somebody else has added under keys of their own aren't the form's to remove;
  /// ``remove(section:)`` does that.
  private func resettable(in node: Int) -> [FormIndex.Entry] {
    removable(in: node).filter { !$0.setting.traits.contains(.undescribed) }
  }

  private func staged(in node: Int) -> [FormIndex.Entry] {
    outline.settings(in: node).map { index.settings[$0] }.filter { model.isStaged($0.path) }
  }

  // MARK: - Words

  /// Returns what a person presses or types for a command.
  func name(of command: Command) -> String { names.name(of: command, in: .settings) }
}

extension Message {
  static let nothingToUndo = Message("There is nothing to undo.", role: .secondary)

  /// Returns the message for a setting that can never be changed in the editor.
  static func readOnly(_ title: String) -> Message {
    .init("\(title) is read-only.", role: .problem)
  }
}

extension JSONValue {
  /// Returns the value without a part, by the keys that lead to it.
  fileprivate func removing(_ keys: ArraySlice<String>) -> JSONValue {
    guard let key = keys.first else { return self }
    let rest = keys.dropFirst()
    switch self {
    case .object(var object):
      object[key] = rest.isEmpty ? nil : object[key]?.removing(rest)
      return .object(object)
    case .array(var elements):
      guard let index = SettingPath.elementIndex(key), elements.indices.contains(index) else { return self }
      if rest.isEmpty { elements.remove(at: index) } else { elements[index] = elements[index].removing(rest) }
      return .array(elements)
    case .null, .bool, .number, .string: return self
    }
  }
}

extension EditorCore {
  /// Whether the stored content is what this editor has applied last. Only then does a rollback undo that apply and nothing else.
  var canRollBackApply: Bool {
    appliedContent != nil && appliedContent == model.draft.revision && pending == nil
  }

  /// The action that undo leads to if no edit is left to undo: a question whether to roll back the last apply of this editor. `nil` if
  /// a rollback would undo more than that apply.
  var rollbackOffer: EditorAction? {
    guard !model.canUndo, canRollBackApply, let versions = try? model.store.history(),
      let applied = versions.first, applied.kind == .apply, applied.revision == appliedContent,
      let before = versions.beforeLast
    else { return nil }
    let review: Review
    do throws(ApplyError) {
      review = try model.store.review(restoring: before)
    } catch {
      return .say(.init(error.description, role: .problem))
    }
    return .open(
      .question(
        Question(
          name: "Undo the apply",
          text: "\(undoneText) The last apply, at \(applied.time.shortLocalText()), changed "
            + "\(Self.enumeration(of: applied)). Roll it back? You review the rollback first.",
          buttons: [
            .init("Review the rollback", key: "r", actions: [.open(.rollback(before, review))]),
            .init("Cancel", key: "c"),
          ])))
  }

  /// Says that undo has no edit left: there is none, or the staged changes were left out of the last apply.
  private var undoneText: String {
    guard model.hasChanges else { return "No edit is left to undo." }
    let count = model.stagedCount
    return
      "\(Phrase.count(count, noun: "change that was", nouns: "changes that were")) left out \(count == 1 ? "is" : "are") still "
      + "staged; \(name(of: .unstage)) unstages the one with the focus."
  }

  /// Returns the titles of the settings that a version changed; of many, the first titles and the number of the others.
  private static func enumeration(of version: HistoryEntry) -> String {
    let titles = version.changes.prefix(3).map(\.title)
    let others = version.changeCount - titles.count
    guard !titles.isEmpty else { return Phrase.count(version.changeCount, noun: "setting") }
    return Phrase.enumeration(titles + (others > 0 ? [Phrase.count(others, noun: "other setting")] : []))
  }
}

/// Whether commands can be performed now, decided by what performs them.
extension EditorCore {
  func availability(of edit: DraftEdit) -> CommandAvailability {
    if case .undo = edit, canRollBackApply || !discardedOffers.isEmpty { return .available }
    return refusal(of: edit).map { .refused($0.text) } ?? .available
  }

  /// Returns whether a command about a value can be performed on the value at a place.
  func availability(of command: Command, on place: ValuePlace) -> CommandAvailability {
    switch result(of: command, on: place) {
    case nil, .field?: return .available
    case .actions(let actions)?:
      guard let action = actions.first else { return .absent }
      return CommandAvailability(action)
    }
  }

  /// Returns whether the pending changes can be confirmed or rolled back.
  var availabilityOfConfirmation: CommandAvailability {
    pending == nil ? .refused(Message.nothingPending.text) : .available
  }
}

extension CommandAvailability {
  /// Creates the availability of a command that leads to an action: an action that only shows a message is a refusal.
  init(_ action: EditorAction) {
    if case .say(let message) = action { self = .refused(message.text) } else { self = .available }
  }
}
