import Settings

/// The state and the operations of an editor, whether it draws screens or prints lines.
@MainActor
final class EditorCore {
  private(set) var model: UntypedViewModel
  private(set) var validator: FormValidator
  /// The author that the history records; `nil` for the user's login name.
  let author: String?
  /// The path of the form's file, for commands that have to name it.
  let formPath: String?
  /// How messages name this editor's commands.
  var names: any CommandNames
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
  private var listedContent: Revision??
  /// The identity of the stored content that the editor has shown last.
  var shownContent: Revision?
  /// Why the stored content can't be read now; the values of the last content that could be read are shown.
  var unreadable: StoreError?
  /// The problems of other layers.
  private(set) var layerProblems: [LayerProblem]
  private var layerRevision = 0
  /// Why an apply would be refused because of the file, as known when the editor was opened or when the file was last changed.
  var refusal: StorageError?
  /// The apply that has to be confirmed.
  var pending: PendingConfirmation?
  /// The changes that were applied since the editor was opened, in order.
  var applied: [SettingChange] = []
  /// The content that the last apply of this editor has stored; `nil` before the first one, and after a rollback.
  var appliedContent: Revision?
  /// The path that is printed after the editor was left; `nil` for none.
  var printedPath: SettingPath?
  /// What the person chose in the review.
  var reviewChoices = ReviewChoices()
  /// Text from the person's own editor that can't be staged, until it is staged or discarded.
  var unstagedText: UnstagedText?
  /// The changes of earlier editors that the person has discarded. Their files stay until the next apply, so that it can be undone.
  var discardedOffers: [RecoveryOffer] = []
  /// What the app has reported for the rows that it provides.
  var appRows = AppRowStates()
  var knownSummary: Revised<Summary>?
  private var search: SettingSearch
  private var searchRevision = 0
  /// The search inside of values; `nil` before it is needed.
  private var partSearch: PartSearch?

  /// Which rows of the outline are out of date.
  enum StaleRows {
    case none
    /// The rows of settings that rules can hide.
    case hideable
    case all
  }

  /// A value that was computed from a revision of the model.
  struct Revised<Value> {
    let revision: Int
    let value: Value
  }

  init(_ model: UntypedViewModel, _ options: EditorOptions, names: any CommandNames) {
    self.model = model
    shownContent = model.draft.revision
    self.names = names
    layerProblems = model.store.layerProblems
    author = options.author
    formPath = options.formPath
    outline = Outline(model.index, hasApp: model.store.hooks != nil)
    newSettings = NewSettings(model.store.newSettings(), model.index, outline)
    validator = FormValidator(model.index)
    search = Self.search(model.index, outline)
    hideable = model.index.form.rules.flatMap { rule -> [SettingPath] in
      if case .hide(let paths) = rule.effect { return paths }
      return []
    }
    if !hideable.isEmpty { updateRows(revealing: []) }
    updatePending()
    refusal = model.store.commitRefusal
  }

  private static func search(_ index: FormIndex, _ outline: Outline) -> SettingSearch {
    SettingSearch(
      index, sections: outline.sections, parents: outline.nodes.map(\.parent), skipped: outline.skipped)
  }

  // MARK: - Members

  /// Whether members of the stored content have no row, or rows are about members that it doesn't have anymore.
  ///
  /// The question is asked once for each content.
  var hasOutdatedList: Bool {
    let content = model.draft.revision
    guard listedContent != .some(content) else { return false }
    listedContent = .some(content)
    return !index.listsMembers(of: model.store.document)
  }

  /// Lists the members that the file has now, and others that a person adds.
  ///
  /// Cost: linear in the size of the form.
  func list(_ added: [SettingPath] = []) throws(StoreError) {
    // New members stay in the order in which they were added.
    let recorded = model.draft.recordedPaths.compactMap { index.position(of: $0) }.sorted()
      .filter { index.traits(at: $0).contains(.listed) }.map { index.settings[$0].path }
    let store = try model.store.relisting(
      FormIndex.Members(named: recorded + added, includesAll: true, new: .allowed))
    // The changes of the new model are counted from the beginning.
    layerRevision += model.changeCount + 1
    model = UntypedViewModel(store, continuing: model.draft)
    listedContent = .some(model.draft.revision)
    let showsAll = outline.visibility.showsAll
    outline = Outline(index, hasApp: hasApp)
    outline.show(Outline.Visibility(showsAll: showsAll), index)
    newSettings = NewSettings(newSettings.paths, index, outline)
    validator = FormValidator(index)
    search = Self.search(index, outline)
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
  func take(_ problems: [LayerProblem]) -> Message? {
    let old = layerProblems
    guard problems != old else { return nil }
    layerProblems = problems
    layerRevision += 1
    noteChange()
    if let new = problems.first(where: { !old.contains($0) }) {
      return Message("\(new)", new.severity == .error ? .problem : .changed)
    }
    return problems.isEmpty ? Message("The problems of other layers are corrected.", .success) : nil
  }

  /// Records that the value of a setting changed, or, without a path, that any value may have changed.
  func noteChange(of path: SettingPath? = nil) {
    if path == nil {
      staleRows = .all
    } else if !hideable.isEmpty, staleRows == .none {
      staleRows = .hideable
    }
    highlighted = Set(model.draft.changedByRules.filter { $0 != path })
  }

  // MARK: - Search

  /// Returns the settings and sections that match words, the best match first.
  func findHits(_ words: String) -> [SettingSearch.Hit] {
    updateSearch()
    return search.find(words) { model.draft.ownValues() }
  }

  /// Returns the parts of values that match words, and their places among the settings and sections that ``findHits(_:)`` has just
  /// found: after all that match as well.
  func findParts(_ words: String) -> [(part: FoundPart, place: Int)] {
    var parts = preparedPartSearch
    defer { partSearch = parts }
    guard !parts.isEmpty else { return [] }
    return parts.find(words, index.library).map { found in
      (found.part, search.ranks.firstIndex { $0 > found.rank } ?? search.ranks.count)
    }
  }

  private var preparedPartSearch: PartSearch {
    partSearch ?? PartSearch(index.settings.indices.lazy.filter { !self.outline.skipped.contains($0) }, model)
  }

  /// Returns the results whose strings a pattern matches; without results, all settings and sections that match.
  func findHits(_ pattern: SearchPattern, among hits: [SettingSearch.Hit]?) -> [SettingSearch.Hit] {
    updateSearch()
    return search.find(pattern, among: hits) { model.draft.ownValues() }
  }

  /// Returns the strings of results that a query matches.
  func places(of hits: [SettingSearch.Hit], _ query: SearchQuery) -> [SearchPlace?] {
    updateSearch()
    return search.places(of: hits, query) { model.draft.ownValues() }
  }

  /// Does a part of what the next search needs; returns `false` if there is nothing left to do.
  func prepareSearch() -> Bool {
    updateSearch()
    if search.prepareSome(values: { model.draft.ownValues() }) { return true }
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
