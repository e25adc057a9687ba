/// The undo and redo stacks of a draft.
struct EditHistory: Sendable {
  /// The change of what is staged for one setting.
  struct Edit: Sendable {
    let path: SettingPath
    let old: JSONEdits.Change?
    let new: JSONEdits.Change?
    /// The change of the comment above the value; `nil` for a change of the value alone.
    var comment: (old: String?, new: String?)?

    /// Whether the edit changes anything.
    var isEffective: Bool { old != new || comment.map { $0.old != $0.new } ?? false }

    init(_ path: SettingPath, from old: JSONEdits.Change?, to new: JSONEdits.Change?) {
      self.path = path
      self.old = old
      self.new = new
    }

    var inverse: Edit {
      var inverse = Edit(path, from: new, to: old)
      inverse.comment = comment.map { ($0.new, $0.old) }
      return inverse
    }
  }

  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// The settings that any step is about.
  var paths: Set<SettingPath> { Set((done + undone).lazy.joined().map(\.path)) }

  mutating func record(_ step: [Edit]) {
    done.append(step)
    undone = []
  }

  /// Forgets all steps. Each one that staged what is still staged becomes a step that undoing unstages.
  ///
  /// For example, if a list of steps set `a`, then `b` and `c`, then `a` again, and `b` isn't staged anymore, undoing first unstages
  /// `a`, then `c`.
  mutating func restart(with staged: [(path: SettingPath, change: JSONEdits.Change)]) {
    var last: [SettingPath: Int] = [:]
    for (step, edits) in done.enumerated() { for edit in edits { last[edit.path] = step } }
    var steps = Array(repeating: [Edit](), count: done.count + 1)
    // What was staged without a step comes first, so that it is unstaged last.
    for (path, change) in staged {
      steps[last[path].map { $0 + 1 } ?? 0].append(Edit(path, from: nil, to: change))
    }
    done = steps.filter { !$0.isEmpty }
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
