/// The steps that led to a draft, to be taken back and again.
struct EditHistory: Sendable {
  /// The change of one setting's staged change.
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

  /// The edits that take the last step back.
  mutating func undo() -> [Edit] {
    guard let step = done.popLast() else { return [] }
    undone.append(step)
    return step.reversed().map(\.inverse)
  }

  /// The edits that take the last undone step again.
  mutating func redo() -> [Edit] {
    guard let step = undone.popLast() else { return [] }
    done.append(step)
    return step
  }
}
