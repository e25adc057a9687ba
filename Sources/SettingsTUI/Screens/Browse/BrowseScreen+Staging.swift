import Settings

extension BrowseScreen {
  func undo(_ context: EditorContext) -> [ScreenAction] {
    guard context.form.canUndo else { return [.say(.init("There is nothing to undo.", .secondary))] }
    context.form.undo()
    context.changedAnything()
    return [.say(.init("Undone; \(context.key(.redo, in: .settings)) redoes it.", .secondary))]
  }

  func redo(_ context: EditorContext) -> [ScreenAction] {
    guard context.form.canRedo else { return [.say(.init("There is nothing to redo.", .secondary))] }
    context.form.redo()
    context.changedAnything()
    return [.say(.init("Redone.", .secondary))]
  }

  func reset(_ entry: FormIndex.Entry, _ context: EditorContext) -> [ScreenAction] {
    guard !entry.setting.traits.contains(.readOnly) else {
      return [.say(.init("\(entry.setting.title) can be read but not changed here.", .problem))]
    }
    guard context.form.isSet(entry.path) else {
      return [.say(.init("\(entry.setting.title) is at its default already.", .secondary))]
    }
    context.form.reset(entry.path)
    context.changed(entry.path)
    return [
      .say(
        .init(
          "\(entry.setting.title) is back at its default; \(context.key(.undo, in: .settings)) undoes it.",
          .secondary))
    ]
  }

  func revert(_ entry: FormIndex.Entry, _ context: EditorContext) -> [ScreenAction] {
    guard context.form.isStaged(entry.path) else {
      return [.say(.init("\(entry.setting.title) is not changed.", .secondary))]
    }
    context.form.revert(entry.path)
    context.changed(entry.path)
    return [
      .say(
        .init(
          "\(entry.setting.title) is as it was saved; \(context.key(.undo, in: .settings)) undoes it.",
          .secondary))
    ]
  }
}
