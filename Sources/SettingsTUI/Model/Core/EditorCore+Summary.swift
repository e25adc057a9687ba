import Settings

extension EditorCore {
  /// The numbers that the title line and the tree of sections show.
  struct Summary {
    /// The number of staged changes by section, those of inner sections included.
    var counts: [Int: Int] = [:]
    /// All problems, those of unknown keys included, in form order.
    var allProblems: [FormProblem]
    /// The conflicts, in form order.
    var allConflicts: [Conflict]
    /// The conflict of each setting that has one.
    var conflicts: [SettingPath: Conflict]
    /// The problems of each setting's value.
    var problems: [SettingPath: [FormProblem]] = [:]
  }

  /// The summary at this revision. A value that the app can't decode is only a problem of the review.
  ///
  /// Cost: linear in the number of staged changes and of problems, once for each revision.
  var summary: Summary {
    if let knownSummary, knownSummary.revision == revision { return knownSummary.value }
    // The store's review also decodes the document, which takes too long after each edit of a large one.
    let review = model.draft.review()
    var summary = Summary(
      allProblems: review.problems, allConflicts: review.conflicts,
      conflicts: Dictionary(review.conflicts.map { ($0.path, $0) }) { first, _ in first })
    for problem in review.problems {
      guard let entry = index.entry(containing: problem.path) else { continue }
      summary.problems[entry.path, default: []].append(problem)
    }
    for change in review.changes {
      var next = index.position(of: change.path).map { outline.sections[$0] }
      while let node = next {
        summary.counts[node, default: 0] += 1
        next = outline.nodes[node].parent
      }
    }
    knownSummary = Revised(revision: revision, value: summary)
    return summary
  }

  /// Whether the form has a setting only since the last apply before the editor was opened.
  func isNew(_ entry: FormIndex.Entry) -> Bool { newSettings.paths.contains(entry.path) }

  /// Whether there is a problem or a conflict.
  var hasProblems: Bool { problemCount > 0 || !summary.allConflicts.isEmpty }

  /// The settings of an app's form that have to be set and aren't, in form order.
  var unsetRequired: [SettingPath] { index.form.source == nil ? model.store.unsetRequired : [] }

  /// The number of all problems, those of other layers included.
  var problemCount: Int { summary.allProblems.count + layerProblems.count }

  /// Returns the problems of a setting's value.
  func problems(at path: SettingPath) -> [FormProblem] { summary.problems[path] ?? [] }

  /// Whether there is something to say at the top of the screen: the file can't be read, or changes have to be confirmed.
  var hasBanner: Bool { pending != nil || unreadable != nil }

  /// The positions in the index of the settings with problems or conflicts, in form order.
  var settingsWithProblems: [Int] {
    Set(summary.problems.keys).union(summary.conflicts.keys).compactMap { index.position(of: $0) }.sorted()
  }
}
