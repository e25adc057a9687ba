/// The undo and redo stacks of a draft.
struct EditHistory: Sendable {
  /// The change of what is staged for one setting.
  struct Edit: Sendable {
    let path: SettingPath
    let old: JSONEdits.Change?
    let new: JSONEdits.Change?

    init(_ path: SettingPath, from old: JSONEdits.Change?, to new: JSONEdits.Change?) {
      self.path = path
      self.old = old
      self.new = new
    }

    var inverse: Edit { Edit(path, from: new, to: old) }
  }

  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  mutating func record(_ step: [Edit]) {
    done.append(step)
    undone = []
  }

  /// Returns the edits that undo the last step.
  mutating func undo() -> [Edit] {
    guard let step = done.popLast() else { return [] }
    undone.append(step)
    return step.reversed().map(\.inverse)
  }

  /// Returns the edits that redo the last undone step.
  mutating func redo() -> [Edit] {
    guard let step = undone.popLast() else { return [] }
    done.append(step)
    return step
  }
}
