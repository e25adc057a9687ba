import Settings

extension EditorContext {
  /// What the title line and the tree count.
  struct Summary {
    /// Staged changes by section, those of inner sections included.
    var counts: [Int: Int] = [:]
    /// All problems, those of keys that the form does not know included.
    var problemCount: Int
    /// The settings that somebody else has changed as well.
    var conflicts: Set<SettingPath> = []
    /// The problems of each setting's value.
    var problems: [SettingPath: [FormProblem]] = [:]
  }

  /// How many changes are staged in each section.
  func stagedCounts() -> [Int: Int] {
    summary().counts
  }

  /// What is wrong with a setting's value.
  func problems(at path: SettingPath) -> [FormProblem] {
    summary().problems[path] ?? []
  }

  /// How many settings somebody else has changed as well.
  func conflictCount() -> Int {
    summary().conflicts.count
  }

  /// Whether somebody else has changed the setting as well.
  func isContested(_ path: SettingPath) -> Bool {
    summary().conflicts.contains(path)
  }

  /// How many problems there would be.
  func problemCount() -> Int {
    summary().problemCount
  }

  /// That errors stay in the file which don't stop an apply; `nil` if none does.
  func remainingText(of review: Review) -> String? {
    let count = review.remainingErrors.count
    guard count > 0 else { return nil }
    return count == 1
      ? "1 error is in the file already and remains" : "\(count) errors are in the file already and remain"
  }
}
