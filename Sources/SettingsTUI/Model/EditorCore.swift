import SettingsEditing
import SettingsSystem

/// The state and the operations of an editor, whether it draws screens or prints lines.
///
/// Everything that is computed from the draft has the number of the draft's revision with it, and is computed again when
/// someone asks for it at another revision. So an edit doesn't have to know what depends on it, and what isn't shown isn't computed.
///
///     edits ─▶ perform ─▶ FormViewModel (the draft) ─▶ revision + 1
///                                                           │  compared when something is asked for
///               outline · summary · search · rows ◀─────────┘
///
/// Two questions are kept apart: which rows there are (``outline``, which follows rules, filters and members) and what a row shows (values,
/// problems, marks). Most edits change only the second.
@MainActor
final class EditorCore {
  let model: FormViewModel
  private(set) var validator: FormValidator
  /// The author that the history records; `nil` for the user's login name.
  let author: String?
  /// The path of the form's file, for commands that have to name it.
  let formPath: String?
  /// The keys, by which messages name commands: "u undoes it", or "F9 undoes it" if the user has chosen F9.
  let keys: EditorKeys
  /// Whether the terminal shows only ASCII characters.
  var namesKeysInASCII = false
  /// The sections, and the visible settings.
  var outline: Outline
  /// The settings and sections that rules can hide.
  let hideable: [SettingPath]
  var filter = Filter.all
  /// The settings that are marked as new.
  private(set) var newSettings: NewSettings
  /// Which rows of the outline are out of date.
  var staleRows = StaleRows.none
  /// The settings that the last edit changed through rules, or that another process has just changed.
  var highlighted: Set<SettingPath> = []
  /// The stored content whose members are listed; `nil` before the first one was checked.
  ///
  /// The outer `nil` means that no content was checked; the inner one is the revision of a file that doesn't exist.
  private var listedContent: SettingsRevision??
  /// The members that are listed whether or not the stored content has them.
  private var namedMembers: [SettingPath] = []
  /// The identity of the stored content that the editor has shown last.
  var shownContent: SettingsRevision?
  /// Why the stored content can't be read now; the values of the last content that could be read are shown.
  var unreadable: SettingsStoreError?
  /// The problems of other layers.
  private(set) var layerProblems: [SettingsLayerProblem]
  private var layerRevision = 0
  /// Why an apply would be refused because of the file, as known when the editor was opened or when the file was last changed.
  var refusal: SettingsStorageError?
  /// The apply that has to be confirmed.
  var pending: PendingConfirmation?
  /// Why the pending apply was rolled back (it expired, or was canceled), until the restored content is visible.
  var awaitedRollback: Message?
  /// The changes that were applied since the editor was opened, in order.
  var applied: [SettingChange] = []
  /// The content that the last apply of this editor has stored; `nil` before the first one, and after a rollback.
  var appliedContent: SettingsRevision?
  /// The path that is printed after the editor was left; `nil` for none.
  var printedPath: SettingPath?
  /// What was chosen in the review.
  var reviewChoices = ReviewChoices()
  /// Text from the external editor that can't be staged, until it is staged or discarded.
  var unstagedText: UnstagedText?
  /// The draft as it was when a person began to edit a value; `nil` if no value is being edited.
  ///
  /// While someone types, another process can store another value of the same setting, and the draft moves onto it. What is typed was
  /// made from the value before, so ``perform(_:)`` stages it as a change of that value: otherwise, it would replace what the other process
  /// stored without a conflict.
  var begun: Draft?
  /// What was deleted last in a line of text, as a word or up to an end of the line: `yank` inserts it into any line. It is never from a line
  /// that can hold a secret, since it would be visible in another line.
  var killed = ""
  /// The value that a person took to paste it elsewhere; never one that holds a secret.
  var taken: JSONValue?
  /// The text that a person is typing on a screen of its own, before it is accepted.
  var typedText: UnstagedText?
  /// The changes of earlier editors that were discarded. Their files stay until the editor is left; until then, the discarding
  /// can be undone.
  var discardedOffers: [RecoveryOffer] = []
  /// What the app has reported for the rows that it provides.
  var appRows = AppRowStates()
  private var knownSummary: (revision: Int, value: Summary)?
  private var search: SettingSearch
  private var searchRevision = 0
  /// The search inside of values; `nil` before it is needed.
  private var partSearch: PartSearch?

  /// Which rows of the outline are out of date.
  ///
  /// A value of an ordinary setting can make other rows appear only through rules that hide. With no such rules, an edit leaves all rows as
  /// they are.
  enum StaleRows {
    case none
    /// The rows of settings that rules can hide.
    case hideable
    case all
  }

  init(_ model: FormViewModel, options: EditorOptions) {
    self.model = model
    shownContent = model.draft.revision
    keys = options.keys
    layerProblems = model.store.layerProblems
    author = options.author
    formPath = options.formPath
    outline = Outline(model.index, hasApp: model.store.editorHooks != nil)
    newSettings = NewSettings(model.store.newSettings(), index: model.index, outline: outline)
    validator = FormValidator(model.index)
    search = Self.search(model.index, outline: outline)
    hideable = model.index.form.rules.flatMap { rule -> [SettingPath] in
      if case .restrict(.hidden, let paths) = rule.effect { return paths }
      return []
    }
    if !hideable.isEmpty { updateRows(revealing: []) }
    updatePending()
    refusal = model.store.commitRefusal
  }

  private static func search(_ index: FormIndex, outline: Outline) -> SettingSearch {
    SettingSearch(index, parents: outline.nodes.map(\.parent), skipped: outline.skipped)
  }

  // MARK: - Members

  /// Whether members of the stored content have no row, or rows are about members that it doesn't have anymore.
  ///
  /// The question is asked once for each content.
  ///
  /// It is asked after each event, and the comparison of a large document would take too long each time.
  var hasOutdatedList: Bool {
    let content = model.draft.revision
    guard listedContent != .some(content) else { return false }
    listedContent = .some(content)
    return !model.listsMembers
  }

  /// Lists the members that the file has now, and others that a person adds.
  ///
  /// Cost: linear in the size of the form.
  ///
  /// A form that allows members without naming them, such as servers by name, has no rows for them. The index lists the members that the
  /// file has. When a person adds one, or another program does, there is a new index: positions of settings and sections change, and
  /// everything that was computed from positions is made again. Paths stay, which is why screens find their places again by path.
  func list(_ added: [SettingPath] = []) {
    // New members stay in the order in which they were added.
    let recorded = model.draft.recordedPaths.compactMap { index.position(of: $0) }.sorted()
      .filter { index.traits(at: $0).contains(.listed) }.map { index.settings[$0].path }
    namedMembers = recorded + added
    model.list(FormIndex.Members(named: namedMembers, includesAll: true, new: .allowed))
    listedContent = .some(model.draft.revision)
    let showsAll = outline.visibility.showsAll
    outline = Outline(index, hasApp: hasApp)
    outline.show(Outline.Visibility(showsAll: showsAll), in: index)
    newSettings = NewSettings(newSettings.paths, index: index, outline: outline)
    validator = FormValidator(index)
    search = Self.search(index, outline: outline)
    searchRevision = -1
    partSearch = nil
    noteChange()
    updateRows(revealing: Set(added.compactMap { index.position(of: $0) }))
  }

  var index: FormIndex { model.index }

  /// The revision of the draft, its base and the problems of layers. A value that was computed from the model at another revision
  /// is out of date.
  var revision: Int { model.changeCount + layerRevision }

  /// Takes the problems of other layers; returns a sentence about the first new one, or about the end of all.
  func take(_ problems: [SettingsLayerProblem]) -> Message? {
    let old = layerProblems
    guard problems != old else { return nil }
    layerProblems = problems
    layerRevision += 1
    noteChange()
    if let new = problems.first(where: { !old.contains($0) }) {
      return Message("\(new)", role: new.severity.role)
    }
    return problems.isEmpty ? Message("The problems of other layers are corrected.", role: .success) : nil
  }

  /// Records that the value of a setting changed, or, without a path, that any value might have changed.
  func noteChange(of path: SettingPath? = nil) {
    let position = path.flatMap { index.position(of: $0) }
    if position.map({ isAbsent($0) != outline.visibility.absent.contains($0) }) ?? true {
      staleRows = .all
    } else if !hideable.isEmpty, staleRows == .none {
      staleRows = .hideable
    }
    highlighted = Set(model.draft.changedByRules.filter { $0 != path })
  }

  // MARK: - Search

  /// Searches with the strings of the current values.
  private func search<Found>(_ body: (inout SettingSearch, () -> [Int: JSONValue]) -> Found) -> Found {
    updateSearch()
    return body(&search) { model.draft.ownValues() }
  }

  /// Returns the settings and sections that match words, the best match first.
  func findHits(_ words: String) -> [(item: EditorItem, rank: SearchRank)] {
    search { $0.find(words, values: $1) }
  }

  /// Returns the parts of values that match words, the best match first.
  func findParts(_ words: String) -> [(part: FoundPart, rank: SearchRank)] {
    updateSearch()
    var parts = preparedPartSearch
    defer { partSearch = parts }
    return parts.isEmpty ? [] : parts.find(words, library: index.library)
  }

  private var preparedPartSearch: PartSearch {
    partSearch
      ?? PartSearch(index.settings.indices.lazy.filter { !self.outline.skipped.contains($0) }, model: model)
  }

  /// Returns the results whose strings a pattern matches; without results, all settings and sections that match.
  func findHits(_ pattern: SearchPattern, among hits: [EditorItem]?) -> [EditorItem] {
    search { $0.find(pattern, among: hits, values: $1) }
  }

  /// Returns the string of each result that a query matches; `nil` for parts of values and rows of the app.
  func places(of items: some Sequence<EditorItem>, _ query: SearchQuery) -> [SearchPlace?] {
    search { $0.places(of: items, query, values: $1) }
  }

  /// Does a part of what the next search needs; returns `false` if there is nothing left to do.
  func prepareSearch() -> Bool {
    if search({ $0.prepareSome(values: $1) }) { return true }
    var parts = preparedPartSearch
    defer { partSearch = parts }
    return parts.prepareSome(index.library)
  }

  private func updateSearch() {
    guard searchRevision != revision else { return }
    searchRevision = revision
    search.invalidateValues()
    partSearch = nil
  }
}

extension EditorCore {
  /// Whether the form is a schema of another author with more settings than fit on a screen, some of which the file sets. The editor then
  /// first shows what the file has, because the rest is a reference rather than a form to fill in.
  var isLargeForeignForm: Bool {
    index.form.source != nil && !index.form.describesNothing && hasMoreThanScreenful
      && !(Filter.set.settings(in: model) ?? []).isEmpty
  }

  /// Whether there are more settings than a screen shows, or a group of more fields.
  ///
  /// A schema of a tool can have one setting with a hundred fields instead of a hundred settings.
  private var hasMoreThanScreenful: Bool {
    index.settings.count > Self.screenful
      || index.settings.contains { entry in
        if case .object(let section) = entry.setting.kind {
          section.items.count > Self.screenful
        } else {
          false
        }
      }
  }

  private static let screenful = 40

  /// Shows the settings that pass a filter.
  func show(_ filter: Filter) {
    self.filter = filter
    // A setting that a person went to is revealed only until the next filter.
    updateRows(revealing: [])
    staleRows = .none
  }

  /// Shows advanced and hidden settings, or hides them again; returns a message that says which.
  func toggleAll() -> Message {
    var visibility = outline.visibility
    visibility.showsAll.toggle()
    visibility.revealed = []
    outline.show(visibility, in: index)
    return .init(
      visibility.showsAll ? "All settings are shown." : "Advanced and hidden settings are left out.",
      role: .secondary)
  }

  /// Updates the rows that are out of date.
  func updateOutline() {
    switch staleRows {
    case .none: return
    case .all: updateRows(revealing: outline.visibility.revealed)
    case .hideable:
      var visibility = outline.visibility
      (visibility.hiddenByRules, visibility.hiddenSections) = hiddenByRules()
      outline.show(visibility, in: index)
    }
    staleRows = .none
  }

  func updateRows(revealing revealed: Set<Int>) {
    let hidden = hiddenByRules()
    let named = namedMembers + model.draft.textChanges.origins.values
    let absent = Set(named.compactMap { index.position(of: $0) }.filter(isAbsent))
    outline.show(
      Outline.Visibility(
        showsAll: outline.visibility.showsAll, hiddenByRules: hidden.settings,
        hiddenSections: hidden.sections, only: filter.settings(in: model),
        emptySections: filter == .set ? emptySections : [], absent: absent,
        revealed: revealed.subtracting(absent)), in: index)
  }

  /// Whether a listed member is neither set nor staged to be removed, but has another key now, or was only added and isn't anymore.
  private func isAbsent(_ position: Int) -> Bool {
    let path = index.settings[position].path
    guard index.traits(at: position).contains(.listed), !model.isSet(path) else { return false }
    return !model.draft.hasStoredMember(at: path)
      || model.draft.textChanges.origins.values.contains(path) && !model.draft.hasConflict(at: path)
  }

  /// The sections for which the file has an empty object.
  private var emptySections: Set<Int> {
    Set(index.emptySections(of: model.store.document).compactMap { outline.node(at: $0, in: index) })
  }

  /// Returns the settings and sections that rules hide now. Cost: linear in the number of settings that rules can hide.
  private func hiddenByRules() -> (settings: Set<Int>, sections: Set<Int>) {
    var hidden: (settings: Set<Int>, sections: Set<Int>) = ([], [])
    for path in hideable where model.isHidden(path) {
      if let position = index.position(of: path) {
        hidden.settings.insert(position)
      } else if let node = outline.node(at: path, in: index) {
        hidden.settings.formUnion(outline.settings(in: node))
        hidden.sections.formUnion(outline.sections(in: node))
      }
    }
    return hidden
  }
}

extension EditorCore {
  /// The numbers that the title line and the tree of sections show.
  ///
  /// It is asked for in each frame, for the title line and for each row, and computed once after an edit.
  struct Summary {
    /// The number of staged changes by section; a change in an inner section counts in the outer sections, too.
    var counts: [Int: Int] = [:]
    /// All problems, also of unknown keys, in form order.
    var allProblems: [FormProblem]
    /// The conflicts, in form order.
    var allConflicts: [SettingConflict]
    var conflicts: [SettingPath: SettingConflict]
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
    for path in review.changedPaths {
      // A section that is removed, or that has another comment, counts for itself.
      let section =
        index.position(containing: path).map { outline.sections[$0] }
        ?? path.prefixes.reversed().lazy.compactMap { self.outline.node(at: $0, in: self.index) }.first
      for node in section.map(outline.ancestors) ?? [] { summary.counts[node, default: 0] += 1 }
    }
    knownSummary = (revision, summary)
    return summary
  }

  /// Whether the form has a setting only since the last apply before the editor was opened.
  func isNew(_ entry: FormIndex.Entry) -> Bool { newSettings.paths.contains(entry.path) }

  var hasProblems: Bool { problemCount > 0 || !summary.allConflicts.isEmpty }

  /// The settings of an app's form that have to be set and aren't, in form order.
  var unsetRequired: [SettingPath] { index.form.source == nil ? model.store.unsetRequired : [] }

  /// The number of all problems, in the file and in other layers.
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

extension EditorCore {
  /// Returns the draft's content for another file; fails if the changes can't be made in the document.
  func copy(to path: String) throws(JSONEditError) -> DraftCopy {
    DraftCopy(
      path: EnvironmentVariables.expandingHome(path), bytes: try model.candidate(),
      hasSecrets: index.settings.contains { $0.setting.holdsSecrets && model.isSet($0.path) },
      original: model.store.identity)
  }
}

extension EditorCore {
  /// What the recovery file depends on. If it is equal to the state of the last save, nothing has to be saved.
  var recoveryState: (revision: Int, choices: ReviewChoices, text: UnstagedText?) {
    (revision, reviewChoices, typedText ?? unstagedText)
  }

  /// Returns what is kept for recovery.
  func recoveryRecord(file: String, time: Int64) -> RecoveryRecord {
    let review = model.draft.review()
    return RecoveryRecord(
      review, in: index, leavingOut: reviewChoices.leftOut(of: review.changes),
      text: typedText ?? unstagedText, file: file, time: time)
  }

  /// Leaves more changes out of the review. If a part of a change isn't found, the whole change is left out, because it must not be applied
  /// by mistake.
  func leaveOut(_ items: [FormReview.Item]) {
    guard !items.isEmpty else { return }
    let changes = model.draft.review().changes
    var left = reviewChoices.leftOut(of: changes)
    for item in items {
      let path = index.entry(containing: item.path)?.path ?? item.path
      guard let change = changes.first(where: { $0.path == path }) else { continue }
      if case .part(let id) = item, change.parts.contains(where: { $0.id == id }) {
        left.insert(item)
      } else {
        left.insert(.setting(path))
      }
    }
    reviewChoices.leaveOut(left, of: changes)
  }

  /// Returns the edit that continues with text that couldn't be staged; `nil` if the form has no such value anymore.
  func edit(of unstaged: UnstagedText) -> ExternalEdit? {
    guard let path = unstaged.path else { return .continuing(unstaged.text, of: nil) }
    guard let entry = index.entry(containing: path),
      let places = try? ValuePlace.places(on: path, in: entry, model.value(at: entry.path)),
      let place = places.last, whyNotEditable(place) == nil, !place.setting.holdsSecrets
    else { return nil }
    return .continuing(unstaged.text, of: place)
  }
}
