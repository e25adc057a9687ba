import SettingsEditing

extension EditorCore {
  /// Makes an edit; returns a message about what it did, or `nil` if the new value says enough.
  ///
  /// This is the only place that changes the draft, for all editors and keys.
  ///
  /// An edit whose result isn't visible in its row says what it did, and with which key it is undone. A refused edit changes nothing and
  /// says why.
  @discardableResult
  func perform(_ edit: DraftEdit) -> Message? {
    let before = model.changeCount
    defer {
      if model.changeCount != before { noteChange(of: path(of: edit)) }
      // What is edited next begins with the values of now.
      begun = nil
      switch edit {
      // A redo restores a change that an undo removed. What was left out of that change stays left out.
      case .undo, .redo: break
      default: removeOldChoices()
      }
    }
    if let refusal = refusal(of: edit) { return refusal }
    let values = stagedValues(of: edit)
    if model.draft.showsSecrets(in: values) { return refusalToShow(edit) }
    switch edit {
    case .set(let value, let place): return stage(value, at: place)
    case .store(let value, let place): return stage(value, at: place, storesDefault: true)
    case .remove(let place) where place.steps.isEmpty: return reset(place.entry)
    case .remove(let place): return stage(nil, at: place)
    case .exchange:
      if !values.isEmpty { model.stage(values) }
      return nil
    case .rename(let key, let new, let place):
      guard !values.isEmpty else { return nil }
      // `moving` tells the draft that it is the same member. The apply then changes only the key in the text, and its comments stay with it.
      model.stage(values, moving: place.path.appending(key), to: place.path.appending(new))
      return nil
    case .renameMember(let path, let target): return rename(path, to: target)
    case .stage(let values, let comments):
      return stage(values, with: TextChanges(comments: comments), since: begun)
    case .restore(let values, let removals, let text, let items):
      let message = stage(values, removing: removals, with: text)
      leaveOut(items)
      return message
    case .comment(let text, let path):
      guard model.stageComment(text, above: path) else { return .nothingChanged }
      return undoable("The comment of \(path) is \(text.isEmpty ? "removed" : "staged")\(firstCommentNote)")
    case .commentOut(let path):
      return commented(path) { () throws(Draft.CommentingError) in
        try model.commentOut(path)
        return "\(path) becomes a comment\(firstCommentNote)"
      }
    case .commentIn(let path, let value):
      return commented(path) { () throws(Draft.CommentingError) in
        try model.commentIn(path, to: value)
        return "\(path) is no longer a comment"
      }
    case .removeUnknownKey(let problem): return removeUnknownKey(problem)
    case .removeSection(let node): return remove(section: node)
    case .resetSection(let node):
      let entries = resettable(in: node)
      model.reset(entries)
      return undoable("Reset \(Phrase.count(entries.count, noun: "setting")) of \(title(ofSection: node))")
    case .unstage(let path):
      model.unstage([.setting(path)])
      let title = index[path]?.setting.title
      return undoable(title.map { "\($0) has its saved value again" } ?? "\(path) stays in the file")
    case .unstagePart(let part, let entry):
      model.unstage([.part(part.id)])
      return undoable("\(entry.setting.title): \(part.title) is unstaged")
    case .unstageSection(let node): return unstage(section: node)
    case .resolve(let path, let side):
      let title = summary.conflicts[path]?.title ?? path.description
      model.resolve(path, keeping: side)
      // One letter gives up what is staged, so say how it comes back.
      return side == .theirs ? undoable("\(title) has the stored value") : nil
    case .undo:
      let paths = model.undo()
      return .init("Undone: \(titles(of: paths)); \(name(of: .redo)) redoes it.", role: .secondary)
    case .redo:
      let paths = model.redo()
      return undoable("Redone: \(titles(of: paths))")
    case .discard:
      model.discard()
      return nil
    }
  }

  /// Returns the path of the only setting that an edit is about; `nil` if others, or members without a row, can change as well.
  private func path(of edit: DraftEdit) -> SettingPath? {
    switch edit {
    case .set(_, let place), .store(_, let place), .remove(let place), .exchange(_, _, let place),
      .rename(_, _, let place):
      place.entry.path
    case .unstagePart(_, let entry): entry.path
    case .unstage(let path), .resolve(let path, _): path
    default: nil
    }
  }

  /// Returns what a person presses or types for a command.
  func name(of command: Command, in place: KeyContext = .settings) -> String {
    keys.name(of: command, in: place, ascii: namesKeysInASCII)
  }

  /// Returns the message about an edit, with the key that undoes it.
  private func undoable(_ text: String) -> Message {
    .init("\(text); \(name(of: .undo)) undoes it.", role: .secondary)
  }

  private func title(ofSection node: Int) -> String { outline.nodes[node].section.title }

  /// One setting by its title, several by their number: the hint line has room for one sentence.
  private func titles(of paths: [SettingPath]) -> String {
    guard paths.count == 1, let entry = index[paths[0]] else {
      return Phrase.count(paths.count, noun: "setting")
    }
    return entry.setting.title
  }

  /// Removes the choices for changes that were left out of the review and have changed since.
  private func removeOldChoices() {
    guard !reviewChoices.leavesNothingOut else { return }
    reviewChoices.removeAll(except: model.draft.review().changes)
  }

  // MARK: - Values

  /// Returns what an edit would stage, to find out first whether that would show a secret. Empty for an edit that can't show one.
  private func stagedValues(of edit: DraftEdit) -> [StagedValue] {
    switch edit {
    // Without secrets, nobody asks for these values before they are staged.
    case .set(let value, let place), .store(let value, let place):
      return place.entry.setting.holdsSecrets ? [staged(value, at: place)] : []
    case .remove(let place):
      return place.steps.isEmpty || !place.entry.setting.holdsSecrets ? [] : [staged(nil, at: place)]
    case .exchange(let one, let other, let place):
      guard case .array(var elements)? = value(at: place) else { return [] }
      elements.swapAt(one, other)
      var staged = staged(.array(elements), at: place)
      staged.origins = model.draft.origins(ofElementsIn: place.path) { $0.swapAt(one, other) }
      return [staged]
    case .rename(let key, let new, let place):
      guard let object = value(at: place)?.object else { return [] }
      // All members are copied in order, so the renamed one stays at its place.
      var renamed = JSONObject()
      for member in object.members { renamed[member.key == key ? new : member.key] = member.value }
      return [staged(.object(renamed), at: place)]
    case .renameMember(let path, let target):
      guard let old = index[path], let new = index[target] else { return [] }
      return [StagedValue(old, value: nil), StagedValue(new, value: model.draft.wholeValue(at: path))]
    default: return []
    }
  }

  /// Returns the setting's value with another value at a place; `nil` removes what is there.
  private func staged(_ value: JSONValue?, at place: ValuePlace) -> StagedValue {
    var staged = model.draft.staged(value, at: place, in: model.value(at: place.entry.path))
    // Others can be equal to the element, so it is named by its position.
    if value == nil, case .index(let index)? = place.steps.last, let list = place.path.parent {
      staged.origins = model.draft.origins(ofElementsIn: list) { $0.remove(at: index) }
    }
    return staged
  }

  /// Returns the message for an edit that is refused because it would show a secret.
  private func refusalToShow(_ edit: DraftEdit) -> Message {
    switch edit {
    case .remove(let place): listWithFixedPlaces(around: place).map(fixedPlaces) ?? .secretUnderKey
    case .exchange(_, _, let place): fixedPlaces(place)
    default: .secretUnderKey
    }
  }

  private func fixedPlaces(_ list: ValuePlace) -> Message { .fixedPlaces(of: list.setting.title) }

  /// Returns the list around an element that can't be removed, because the elements behind it would move to places that mean something
  /// else; `nil` if it can be removed. In `["host", 8080]` with a schema for each place, only the last element can.
  private func listWithFixedPlaces(around place: ValuePlace) -> ValuePlace? {
    let whole = model.value(at: place.entry.path)
    guard case .index(let position)? = place.steps.last, let path = place.path.parent,
      let stored = ValuePlace.stored(at: path, in: place.entry, whole)
    else { return nil }
    let value = stored.value(in: whole)
    let list = stored.opened(for: value)
    return list.hasFixedPlaces && position + 1 != value?.elements?.count ? list : nil
  }

  /// Stages the setting's value with another value at a place; `nil` removes what is there.
  private func stage(_ value: JSONValue?, at place: ValuePlace, storesDefault: Bool = false) -> Message? {
    let path = place.entry.path
    var earlier: Draft?
    if let begun, let old = changedPlace(of: place, since: begun) {
      // The person has changed nothing, so the value that the other process stored stays.
      if value == old.value(in: begun.value(at: path)) { return .changedMeanwhile(place.setting.title) }
      earlier = begun
    }
    model.stage([staged(value, at: place)], storesDefaults: storesDefault, since: earlier)
    return earlier == nil ? nil : conflictMessage([path])
  }

  /// Returns the place that a value had in an earlier draft, if another process has changed the value since; `nil` if it hasn't.
  ///
  /// Only the value itself counts: what has changed beside it, in other elements of the same list, stays as the other process stored it.
  private func changedPlace(of place: ValuePlace, since earlier: Draft) -> ValuePlace? {
    let path = place.entry.path
    let (before, now) = (earlier.savedValue(at: path), model.savedValue(at: path))
    guard before != now else { return nil }
    if !place.steps.isEmpty, place.value(in: now) == nil {
      // A new value replaces nothing, unless the other process has removed a member.
      guard case .key? = place.steps.last else { return nil }
      return place.value(in: before) == nil ? nil : place
    }
    let difference = ValueDifference(before ?? .null, now ?? .null, setting: place.entry.setting)
    let keys = place.path.keys.dropFirst(path.keys.count)
    guard let old = difference.place(of: keys, at: path) else { return place }
    return old.isUnchanged ? nil : place.moved(to: old.path)
  }

  /// Returns the message that another process has changed some of the staged settings, too; `nil` if none of them is in conflict.
  private func conflictMessage(_ paths: [SettingPath]) -> Message? {
    let titles = paths.compactMap { summary.conflicts[$0]?.title }
    guard let first = titles.first else { return nil }
    let others = titles.count == 1 ? "" : " and \(titles.count - 1) more"
    return .init("Another process changed \(first)\(others), too.", role: .problem)
  }

  /// Stages several values as one step. They come from a file, from text or from an earlier editor, where somebody has written them. So
  /// they are stored even if they are defaults.
  private func stage(
    _ values: [StagedValue], removing undescribed: [SettingPath] = [],
    with text: TextChanges = TextChanges(), since earlier: Draft? = nil
  ) -> Message {
    let renamed = text.origins.values.count { old in values.contains { $0.path == old && $0.value == nil } }
    let count = values.count + undescribed.count + text.comments.count - renamed
    guard count > 0 else { return .nothingChanged }
    model.stage(values, removing: undescribed, storesDefaults: true, with: text, since: earlier)
    if earlier != nil, let message = conflictMessage(values.map(\.path)) { return message }
    let pronoun = count == 1 ? "it" : "them"
    return .init(
      "Staged \(Phrase.count(count, noun: "change"))\(firstCommentNote); \(name(of: .undo)) undoes \(pronoun).",
      role: .success)
  }

  /// Returns the values to stage for members that have been listed.
  func staged(_ members: [ChangedMember]) -> [StagedValue] {
    members.compactMap { member in index[member.path].map { StagedValue($0, value: member.value) } }
  }

  /// Stages a reset. A setting that the form doesn't list has no default to go back to; it is removed from the file, and the message says
  /// so.
  private func reset(_ entry: FormIndex.Entry) -> Message {
    model.reset([entry])
    return undoable(
      entry.setting.title
        + (entry.setting.traits.contains(.listed) ? " will be removed" : " has its default again"))
  }

  /// Stages the removal of a key that the form doesn't know. If the key is inside a setting's value, the value is staged without it;
  /// otherwise, the draft records that the member is removed.
  private func removeUnknownKey(_ problem: FormProblem) -> Message {
    let path = problem.path
    // The path of a secret key can't be shown in the review.
    guard problem.hiddenKeys.isEmpty else { return .secretKey }
    if let entry = index.entry(containing: path), entry.path != path {
      if let reason = whyNotEditable(ValuePlace(entry)) { return reason }
      guard let place = ValuePlace.stored(at: path, in: entry, model.value(at: entry.path)) else {
        return .nothingChanged
      }
      let values = [staged(nil, at: place)]
      if model.draft.showsSecrets(in: values) { return .secretUnderKey }
      model.stage(values)
    } else {
      model.removeUndescribed(at: path)
    }
    return undoable("\(path) will be removed")
  }

  /// What a person has to know before the file gets its first comment.
  private var firstCommentNote: String {
    model.draft.addsFirstComment ? "; the file has no comments yet, and not every program reads them" : ""
  }

  /// Makes a member a comment, or the reverse, unless something in it can't be changed.
  private func commented(
    _ path: SettingPath, _ stage: () throws(Draft.CommentingError) -> String
  ) -> Message {
    let section = outline.node(at: path, in: index)
    let inside = section.map { outline.settings(in: $0).map { index.settings[$0] } } ?? []
    let locked = ([index.entry(containing: path)].compactMap(\.self) + inside.filter { model.isSet($0.path) })
      .lazy.compactMap { self.whyNotEditable(ValuePlace($0)) }.first
    if let locked { return locked }
    do throws(Draft.CommentingError) {
      let text = try stage()
      return undoable(text)
    } catch {
      switch error {
      case .missing: return .init("\(path) isn't stored yet.", role: .secondary)
      case .secret:
        return .init("\(path) holds a secret, which would be visible in a comment.", role: .problem)
      case .staged:
        return .init(
          "\(path) has a staged change, which would be lost; apply or unstage it first.", role: .problem)
      case .impossible:
        return .init(
          "\(path) can't be commented out or in here; \(name(of: .editAll)) edits the text.", role: .problem)
      }
    }
  }

  /// Gives a member another key. Refused if the value would lose its mask, because another schema describes the new key: a rename would be
  /// a way to see secrets.
  private func rename(_ path: SettingPath, to target: SettingPath) -> Message {
    guard let old = index[path], let new = index[target], let value = model.draft.wholeValue(at: path) else {
      return .nothingChanged
    }
    guard !model.draft.commentsOut(inside: path) else { return .commentedOutInside(path.description) }
    guard old.setting.masked(value) == new.setting.masked(value) else { return .secretUnderKey }
    model.stage([StagedValue(old, value: nil), StagedValue(new, value: value)], moving: path, to: target)
    return undoable("\(path) becomes \(target)")
  }

  // MARK: - Sections

  /// Removes a section from the file. If the form describes it, its settings are reset, and the section stays on the screen with their
  /// defaults. Otherwise, the member is removed with everything in it.
  private func remove(section node: Int) -> Message {
    let path = outline.nodes[node].path
    let entries = removable(in: node)
    if outline.nodes[node].section.isUndescribed, model.draft.hasStoredMember(at: path) {
      model.removeUndescribed(at: path)
    } else {
      model.reset(entries)
    }
    let count = Phrase.count(entries.count, noun: "setting")
    return undoable("\(title(ofSection: node)) will be removed with \(count)")
  }

  /// Unstages all changes in a section, including the removal of the section or of sections inside it.
  private func unstage(section node: Int) -> Message {
    let entries = staged(in: node)
    let removed = outline.sections(in: node).map { outline.nodes[$0].path }.filter { model.isStaged($0) }
    model.unstage(Set((entries.map(\.path) + removed).map { .setting($0) }))
    return undoable("Unstaged \(Phrase.count(entries.count, noun: "change")) in \(title(ofSection: node))")
  }

  /// The set settings of a section that aren't read-only.
  private func removable(in node: Int) -> [FormIndex.Entry] {
    outline.settings(in: node).map { index.settings[$0] }
      .filter { !$0.setting.traits.contains(.readOnly) && model.isSet($0.path) }
  }

  /// The set settings of a section that a reset removes from the file: those that the form describes.
  ///
  /// A reset means "as the form says". A member that somebody has added under a key of their own has no default in the form, so it stays;
  /// ``remove(section:)`` removes it.
  private func resettable(in node: Int) -> [FormIndex.Entry] {
    removable(in: node).filter { !$0.setting.traits.contains(.undescribed) }
  }

  private func staged(in node: Int) -> [FormIndex.Entry] {
    outline.settings(in: node).map { index.settings[$0] }.filter { model.isStaged($0.path) }
  }

  // MARK: - Refusals

  /// Returns why an edit would change nothing; `nil` if it changes something, or if only the edit itself can tell.
  ///
  /// It is asked first by ``perform(_:)``, and by the list of commands, which shows the reason beside the command. The answer needs no
  /// value to be staged, so it costs nothing.
  func refusal(of edit: DraftEdit) -> Message? {
    func unless(_ isPossible: Bool, say text: String) -> Message? {
      isPossible ? nil : .init(text, role: .secondary)
    }
    switch edit {
    case .undo: return model.canUndo ? nil : .nothingToUndo
    case .redo: return unless(model.canRedo, say: "There is nothing to redo.")
    case .remove(let place) where place.steps.isEmpty:
      let setting = place.setting
      if setting.traits.contains(.readOnly) { return .readOnly(setting.title) }
      if place.path.isRoot, setting.defaultValue == nil {
        return .init("\(setting.title) has no default.", role: .secondary)
      }
      let reason = setting.traits.contains(.listed) ? "isn't set" : "already has its default"
      return unless(model.isSet(place.entry.path), say: "\(setting.title) \(reason).")
    case .remove(let place):
      return listWithFixedPlaces(around: place).map(fixedPlaces)
    case .store(_, let place) where place.steps.isEmpty && place.isReadOnly:
      return .readOnly(place.setting.title)
    case .removeSection(let node):
      return unless(!removable(in: node).isEmpty, say: "Nothing in \(title(ofSection: node)) is set.")
    case .resetSection(let node):
      let text = "All settings of \(title(ofSection: node)) already have their defaults."
      return unless(!resettable(in: node).isEmpty, say: text)
    case .unstage(let path):
      guard let title = index[path]?.setting.title else { return nil }
      return unless(model.isStaged(path), say: "\(title) has no staged change.")
    case .unstageSection(let node):
      return unless(!staged(in: node).isEmpty, say: "\(title(ofSection: node)) has no staged changes.")
    default: return nil
    }
  }
}

extension Message {
  static let nothingToUndo = Message("There is nothing to undo.", role: .secondary)

  /// Returns the message for a setting that can never be changed in the editor.
  static func readOnly(_ title: String) -> Message {
    .init("\(title) is read-only.", role: .problem)
  }
}
