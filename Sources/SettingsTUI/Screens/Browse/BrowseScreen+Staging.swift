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

  /// Resets all settings of a section, of the whole form at its root, as one step.
  func reset(section node: Int, _ context: EditorContext) -> [ScreenAction] {
    let settings = context.index.settings
    let paths = context.outline.settings(in: node).lazy
      .filter { !settings[$0].setting.traits.contains(.readOnly) }
      .map { settings[$0].path }
      .filter(context.form.isSet)
    let count = paths.count
    let title = context.outline.nodes[node].section.title
    guard count > 0 else {
      return [.say(.init("All settings of \(title) are at their defaults already.", .secondary))]
    }
    context.form.reset(Array(paths))
    context.changedAnything()
    return [
      .say(
        .init(
          "Reset \(Self.count(count)) of \(title); \(context.key(.undo, in: .sections)) undoes it.",
          .secondary))
    ]
  }

  /// Takes back all that is staged in a section, as one step.
  func revert(section node: Int, _ context: EditorContext) -> [ScreenAction] {
    let settings = context.index.settings
    let paths = context.outline.settings(in: node).map { settings[$0].path }.filter(context.form.isStaged)
    let title = context.outline.nodes[node].section.title
    guard !paths.isEmpty else { return [.say(.init("Nothing of \(title) is changed.", .secondary))] }
    context.form.unstage(paths)
    context.changedAnything()
    return [
      .say(
        .init(
          "Took back \(Self.count(paths.count)) of \(title); \(context.key(.undo, in: .sections)) undoes it.",
          .secondary))
    ]
  }

  private static func count(_ count: Int) -> String { "\(count) setting\(count == 1 ? "" : "s")" }

  func revert(_ entry: FormIndex.Entry, _ context: EditorContext) -> [ScreenAction] {
    guard context.form.isStaged(entry.path) else {
      return [.say(.init("\(entry.setting.title) is not changed.", .secondary))]
    }
    context.form.unstage(entry.path)
    context.changed(entry.path)
    return [
      .say(
        .init(
          "\(entry.setting.title) is as it was saved; \(context.key(.undo, in: .settings)) undoes it.",
          .secondary))
    ]
  }
}
