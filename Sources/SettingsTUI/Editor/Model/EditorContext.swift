import Settings

/// What all screens work on.
@MainActor
final class EditorContext {
  let form: UntypedViewModel
  var outline: Outline
  /// Which settings the person wants to see.
  private(set) var filter = Filter.all
  /// Whether values are others since the rows were made.
  private(set) var isOutlineStale = false
  /// Whether rules may hide other settings than when the rows were made.
  private(set) var isHidingStale = false
  /// What rules may hide.
  let hideable: [SettingPath]
  let validator: FormValidator
  /// Which key does what.
  let keys: EditorKeys
  /// The form's file, where a command has to name it.
  let formPath: String?
  /// Who is at the terminal; `nil` means the user's login name.
  let author: String?
  /// What the terminal can show, as of the last frame.
  var glyphs = Glyphs()
  /// What is said in the hint line until the next key.
  var message: Message?
  /// The settings that the last search found, and which of them was gone to.
  var found: (settings: [Int], current: Int) = ([], 0)
  /// What waits for a confirmation.
  private(set) var pending: PendingConfirmation?
  /// The settings that have just got another value without anybody typing it.
  private(set) var highlighted: Set<SettingPath> = []
  /// Why the last apply did not happen.
  var failure: String?
  /// How often something was staged or taken back; whoever remembers an older count has to look again.
  private(set) var changeCount = 0
  /// The rows of settings, made when they are first drawn.
  var knownRows = KnownRows()
  private var search: SettingSearch
  /// Counts of what is staged, made when they are first asked for.
  private var knownSummary: Summary?

  /// A sentence for a person.
  struct Message: Hashable, Sendable {
    var text: String
    var role: Style.Role

    init(_ text: String, _ role: Style.Role = .text) {
      self.text = text
      self.role = role
    }
  }

  init(_ form: UntypedViewModel, _ options: EditorOptions) {
    self.form = form
    keys = options.keys
    formPath = options.formPath
    author = options.author
    outline = Outline(form.index)
    validator = FormValidator(form.index)
    search = SettingSearch(form.index, sections: outline.sections)
    hideable = form.index.form.rules.flatMap { rule -> [SettingPath] in
      if case .hide(let paths) = rule.effect { return paths }
      return []
    }
    if !hideable.isEmpty { outline.show(visibility(revealing: []), form.index) }
  }

  var index: FormIndex { form.index }

  /// The key that asks for a command somewhere, as sentences name it; the command's own name if it has none.
  func key(_ command: Command, in place: KeyContext) -> String {
    keys[place].keys(for: command).first?.name(ascii: glyphs.repertoire == .ascii) ?? command.rawValue
  }

  /// Looks again what waits for a confirmation.
  func updatePending() {
    // What cannot be read is said when somebody applies.
    pending = (try? form.store.pendingConfirmation()) ?? nil
  }

  /// How many seconds there are to confirm.
  var pendingSeconds: Int {
    pending?.secondsLeft ?? 0
  }

  /// Points settings out, until the next tick.
  func highlight(_ paths: some Sequence<SettingPath>) {
    highlighted = Set(paths)
  }

  /// The value at a place, as staged.
  func value(at place: ValuePlace) -> JSONValue? {
    place.value(in: form.value(at: place.entry.path)) ?? place.setting.defaultValue
  }

  /// Stages a value at a place.
  func stage(_ value: JSONValue, at place: ValuePlace) {
    let path = place.entry.path
    form.stage(place.replacing(in: form.value(at: path), with: value), at: path)
    changed(path)
  }

  /// Stages that there is no value at a place inside a setting.
  func remove(_ place: ValuePlace) {
    let path = place.entry.path
    form.stage(place.replacing(in: form.value(at: path), with: nil), at: path)
    changed(path)
  }

  /// What is wrong with a value at a place, were it staged.
  func problems(of value: JSONValue, at place: ValuePlace) -> [FormProblem] {
    let root = place.replacing(in: form.value(at: place.entry.path), with: value)
    let path = place.path
    return validator.problems(of: root, at: place.entry.path).filter { path.contains($0.path) }
  }

  /// Says that a setting has another value now.
  func changed(_ path: SettingPath) {
    search.forgetValues()
    knownSummary = nil
    changeCount += 1
    isHidingStale = !hideable.isEmpty
    highlight(form.draft.changedByRules.filter { $0 != path })
  }

  /// All values may be others now: undo, redo, apply, a change from outside.
  func changedAnything() {
    search.forgetValues()
    knownSummary = nil
    changeCount += 1
    isOutlineStale = true
    highlight(form.draft.changedByRules)
  }

  /// Shows the settings that a filter lets through.
  func show(_ filter: Filter) {
    self.filter = filter
    // Who was gone to counts until the next look at the whole.
    outline.show(visibility(revealing: []), index)
    isOutlineStale = false
  }

  /// Shows advanced settings and hidden ones, or hides them again.
  func showAll(_ shows: Bool) {
    var visibility = outline.visibility
    visibility.showsAll = shows
    visibility.revealed = []
    outline.show(visibility, index)
  }

  /// Makes the rows anew if values are others.
  func updateOutline() {
    if isOutlineStale {
      outline.show(visibility(revealing: outline.visibility.revealed), index)
    } else if isHidingStale {
      var visibility = outline.visibility
      visibility.hiddenByRules = hiddenByRules()
      outline.show(visibility, index)
    }
    isOutlineStale = false
    isHidingStale = false
  }

  /// The settings that rules hide now. Cost: linear in what rules may hide.
  private func hiddenByRules() -> Set<Int> {
    var hidden: Set<Int> = []
    for path in hideable where form.isHidden(path) {
      if let position = index.position(of: path) {
        hidden.insert(position)
      } else if let node = outline.node(at: path) {
        hidden.formUnion(outline.settings(in: node))
      }
    }
    return hidden
  }

  private func visibility(revealing revealed: Set<Int>) -> Outline.Visibility {
    Outline.Visibility(
      showsAll: outline.visibility.showsAll, hiddenByRules: hiddenByRules(), only: filter.settings(in: self),
      revealed: revealed)
  }

  /// The settings that fit what somebody searches for, the best first.
  func find(_ query: String) -> [Int] {
    search.find(query) { form.draft.ownValues() }
  }

  /// Does a part of what the next search has to wait for; `false` if there is nothing left to do.
  func prepareSearch() -> Bool {
    search.prepareSome { form.draft.ownValues() }
  }

  /// Counts what is staged and what is wrong, once after each change.
  ///
  /// Cost: linear in the number of staged changes and of problems.
  func summary() -> Summary {
    if let knownSummary { return knownSummary }
    let review = form.review()
    var summary = Summary(
      problemCount: review.problems.count, conflicts: Set(review.conflicts.map(\.path)))
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
    knownSummary = summary
    return summary
  }
}
