/// The undo and redo stacks of a draft.
///
/// A step is a list of edits that belong together, each with what was staged before and after. So undoing needs no copy of the draft, and
/// takes no longer than the edits of the step.
///
///     stage a = 1, stage a = 2, undo     a = 1 is staged; redo stages 2 again
///     …, stage b = 3                     the undone step is forgotten
struct EditHistory: Sendable {
  /// What is staged at a path.
  struct Staged: Equatable, Sendable {
    var change: JSONEdits.Change?
    /// The comment to write above the value.
    var comment: String?
    /// Which elements of the value's lists are named by position.
    var origins: ElementOrigins
    /// The old paths of the members at or inside the path that have other keys or places now, by their new paths.
    var moves: [SettingPath: SettingPath]
    /// The members at, inside or around the path that become comments or come out of them.
    var commentSwitches: Set<SettingPath>
    private var box: Box?

    /// Few paths have a conflict, and every edit is copied.
    private indirect enum Box: Equatable { case conflict(SettingConflict) }

    var conflict: SettingConflict? {
      get { if case .conflict(let conflict)? = box { conflict } else { nil } }
      set { box = newValue.map(Box.conflict) }
    }

    init(
      change: JSONEdits.Change? = nil, comment: String? = nil, origins: ElementOrigins = [:],
      moves: [SettingPath: SettingPath] = [:], commentSwitches: Set<SettingPath> = [],
      conflict: SettingConflict? = nil
    ) {
      (self.change, self.comment, self.origins) = (change, comment, origins)
      (self.moves, self.commentSwitches) = (moves, commentSwitches)
      self.conflict = conflict
    }
  }

  /// A change of what is staged at a path.
  struct Edit: Sendable {
    let path: SettingPath
    let old: Staged
    var new: Staged

    var inverse: Edit { Edit(path: path, old: new, new: old) }
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

  /// Replaces each step by one whose undo only unstages: it unstages what this step was the last to stage, if that is still staged. A step
  /// without such a change is dropped.
  ///
  /// For example, if a list of steps set `a`, then `b` and `c`, then `a` again, and `b` isn't staged anymore, undoing first unstages
  /// `a`, then `c`. A comment is undone apart from the value below it, because either can have been staged without the other.
  mutating func restart(
    with staged: [(path: SettingPath, change: JSONEdits.Change)], comments: [SettingPath: String]
  ) {
    // What was staged without a step comes first and is therefore unstaged last.
    var last: (values: [SettingPath: Int], comments: [SettingPath: Int]) = ([:], [:])
    for (step, edits) in done.enumerated() {
      for edit in edits {
        let isAboutComment = edit.old.comment != edit.new.comment
        if !isAboutComment || edit.old.change != edit.new.change { last.values[edit.path] = step + 1 }
        if isAboutComment { last.comments[edit.path] = step + 1 }
      }
    }
    var steps = Array(repeating: [Edit](), count: done.count + 1)
    for (path, change) in staged {
      steps[last.values[path] ?? 0].append(Edit(path: path, old: Staged(), new: Staged(change: change)))
    }
    let changes = Dictionary(staged.map { ($0.path, $0.change) }) { first, _ in first }
    for (path, comment) in comments.sorted(by: { $0.key.pointer < $1.key.pointer }) {
      let step = last.comments[path] ?? 0
      // When this step is undone, the value below the comment is still staged, unless it has a later step, which is undone before this one.
      let value = step < last.values[path] ?? 0 ? nil : changes[path]
      steps[step].append(
        Edit(path: path, old: Staged(change: value), new: Staged(change: value, comment: comment)))
    }
    done = steps.filter { !$0.isEmpty }
    undone = []
  }

  /// Returns the edits that undo the last step, in reverse order; an empty list if there is none.
  mutating func undo() -> [Edit] {
    guard let step = done.popLast() else { return [] }
    undone.append(step)
    return step.reversed().map(\.inverse)
  }

  /// Returns the edits that redo the last undone step; an empty list if there is none.
  mutating func redo() -> [Edit] {
    guard let step = undone.popLast() else { return [] }
    done.append(step)
    return step
  }
}
