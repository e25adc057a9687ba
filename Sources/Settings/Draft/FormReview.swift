import SettingsForm

/// Shows what an apply would do, before anything is stored: the changes, their problems, the conflicts and the consequences.
///
/// Show it to a person, or let your code decide by it. A participant gets the review of the apply that it takes part in.
///
/// ```swift
/// var draft = store.draft()
/// draft[\.calculation.timePeriod] = 90
/// let review = draft.review()
/// print(review)
/// // settings.json: 1 change
/// //   calculation.timePeriod: 7 days → 90 days
/// //   error: calculation.timePeriod: Use 30 or less instead of 90.
/// if review.isApplicable { try await store.apply(draft) }
/// ```
///
/// A review is a value of one moment, and doesn't follow the draft or the store. The apply makes a new one, on top of what is stored then.
///
/// ``changes`` are what is stored. ``derivedChanges`` are what rules change as a consequence, and ``requiresRestart`` and ``sideEffects``
/// say what follows. If you want to compare values of your own types, use ``SettingsReview``.
///
/// Secrets are masked in ``description`` and ``json``. They aren't in the values of ``changes`` and in ``candidate``.
///
/// Cost: creating it is linear in the number of staged changes and problems. It is `Sendable`.
public struct FormReview: Equatable, Sendable {
  /// A comment above a member or an element. An empty text says that the comment there is removed.
  package struct Comment: Hashable, Sendable {
    package let path: SettingPath
    package let text: String

    /// Creates a change of the comment above a member; an empty text removes the comment.
    package init(_ text: String, above path: SettingPath) {
      self.path = path
      self.text = text
    }
  }

  /// The name of the settings file, as it was given to the store; for another storage, its name.
  public let file: String
  /// The identity of the stored content that the changes are based on; `nil` if nothing is stored.
  ///
  /// An apply moves the changes onto other content if somebody has stored it since.
  public let revision: SettingsRevision?
  /// The changes that are stored, in form order; empty for a draft without changes.
  ///
  /// Several edits of one setting are one change, from the stored to the staged value.
  public let changes: [SettingChange]
  /// The changes that rules derive in settings that aren't set, in form order.
  ///
  /// They take effect with the apply, but aren't stored: the rule derives them again at each start.
  public internal(set) var derivedChanges: [SettingChange] = []
  /// The values of an earlier version of the app that the apply also stores at their places and with their types of today, in form order,
  /// and the ones that it removes.
  ///
  /// The upgrade makes these changes, and not a person: the app reads the same values before and after. A file of this version has none. Of
  /// a list that a person changes, they have what the upgrade makes of the other elements.
  public internal(set) var upgrades: [SettingChange] = []
  /// The problems of the document with the changes, and whether they prevent the apply, in form order.
  ///
  /// Errors that the stored content has already, at a part that doesn't change, are included as ``ReviewFinding/remaining(_:)``.
  public internal(set) var findings: [ReviewFinding]
  /// The settings that another process has changed, too, in form order. They prevent the apply.
  ///
  /// Only a draft that has been moved onto newer content has conflicts; a `SettingsViewModel` does that by itself.
  public package(set) var conflicts: [SettingConflict]
  /// The symbolic links of other users on the path of the file, in the order in which they are followed: their owners decide
  /// which file is changed. Empty in the review of a draft without a store.
  package internal(set) var foreignLinks: [ForeignLink] = []
  /// The names of the context values, such as `platform`, that rules about the changed settings need and that nobody has given. These rules
  /// weren't evaluated, so the app could still refuse the changes; `settings-tui` lists the names.
  package internal(set) var missingContext: [String] = []
  /// What the changes do to the text around values: comments, renames, and members that become comments or come out of them.
  package internal(set) var text = TextChanges()
  /// The comments that change, in the order of their paths.
  package var comments: [Comment] {
    text.comments.map { Comment($0.value, above: $0.key) }.sorted { $0.path.pointer < $1.path.pointer }
  }
  /// Finds the operations of the patch when someone asks for them: a patch is read only by programs.
  let findPatch: PatchFinder
  /// The content that the apply stores, secrets included, for participants that check it as a whole; `nil` outside an apply.
  ///
  /// It is the text of the settings file, which can contain comments and lacks the settings that have their defaults, so `JSONDecoder`
  /// doesn't read it. For the app's values, see ``SettingsReview``.
  public internal(set) var candidate: [UInt8]?
  /// The lines that change in a rollback to content that isn't JSON, which has no settings to list; otherwise `nil`.
  package internal(set) var changedLines: ClosedRange<Int>?
  /// The confirmation that the changes wait for, in the review that participants commit; `nil` in any other review.
  ///
  /// Its time runs while they commit, so a participant that takes long can see how much is left.
  public internal(set) var confirmation: PendingConfirmation?

  /// Whether the content comes back whatever participants and forms say: it was there before a change that wasn't confirmed, or was canceled.
  package internal(set) var isReversion = false

  /// The documents before and after the changes, for participants that read the app's types; `nil` in a review without a store, whose
  /// values nobody decodes.
  var transition: ContentTransition?

  /// The operations that make the changes in the stored document, in order.
  ///
  /// Cost: compares the values of the changed lists and objects.
  package var patch: [PatchOperation] { findPatch.operations() }

  /// The members of which only the comment changes.
  package var commentedPaths: [SettingPath] {
    if text.comments.isEmpty { return [] }
    let changed = Set(changes.map(\.path))
    return comments.map(\.path).filter { !changed.contains($0) }
  }

  /// What changes, each path once: settings, members that no form describes, and members with another comment.
  package var changedPaths: [SettingPath] { changes.listed.map(\.path) + commentedPaths }

  /// The number of changes, as title, sections, reviews, messages and the log tell it.
  package var changeCount: Int { changes.listed.count + commentedPaths.count }

  /// Whether a change takes effect only after a restart of the process, derived changes included.
  ///
  /// Offer “Apply & Restart” then. A change that has no effect, such as storing the default, doesn't count.
  public var requiresRestart: Bool { (changes + derivedChanges).contains(where: \.requiresRestart) }

  /// The names of the side effects that the changes trigger, each once, in the order of the changes: `["recalculate"]`.
  ///
  /// They run in this order, after the participants have committed.
  public var sideEffects: [String] { (changes + derivedChanges).sideEffects }

  /// The problems of the document with the changes, in form order: errors and warnings.
  ///
  /// ``findings`` say which of them prevent the apply.
  public var problems: [FormProblem] { findings.map(\.problem) }

  /// The errors that prevent the apply, in form order.
  package var obstacles: [FormProblem] {
    findings.compactMap { if case .obstacle(let problem) = $0 { problem } else { nil } }
  }

  /// The errors that the stored content has already and that the apply doesn't change, in form order.
  package var remainingErrors: [FormProblem] {
    findings.compactMap { if case .remaining(let problem) = $0 { problem } else { nil } }
  }

  /// Whether no problem or conflict prevents the apply.
  ///
  /// It is true for a draft without changes. Participants can still veto, and another process can still be faster.
  public var isApplicable: Bool { conflicts.isEmpty && obstacles.isEmpty }
}

extension FormReview {
  /// A change that an apply can leave out: of a setting, or of a part of its value.
  ///
  /// Take the paths and the IDs from a review. What is left out isn't stored; in a view model, it stays staged.
  ///
  /// ```swift
  /// var draft = store.draft()
  /// draft[\.tags] = ["a", "b"]
  /// draft[\.times] = 3
  /// let tags = draft.review().changes.first { $0.path == ["tags"] }
  /// let parts = tags?.parts.prefix(1).map { FormReview.Item.part($0.id) } ?? []
  /// try await store.apply(draft.leavingOut(Set(parts + [.setting(["times"])])))
  /// ```
  ///
  /// A typed view model takes key paths instead: `model.apply(leavingOut: [.setting(\.times)])`.
  public enum Item: Hashable, Sendable {
    /// The whole change of a setting, by the path in ``SettingChange/path``.
    case setting(SettingPath)
    /// The change of a part of a setting's value, such as an element of a list, by the ID of one of ``SettingChange/parts``.
    case part(SettingPartChange.ID)

    /// The path of the setting or of the part.
    package var path: SettingPath {
      switch self {
      case .setting(let path): path
      case .part(let part): part.path
      }
    }
  }
}

extension FormReview: CustomStringConvertible {
  /// The number of changes, then each change, problem and consequence on a line of its own; secrets are masked.
  ///
  /// ```
  /// settings.json: 1 change
  ///   calculation.timePeriod: 7 days → 90 days
  ///   error: calculation.timePeriod: Use 30 or less instead of 90.
  /// ```
  public var description: String {
    var lines = ["\(file): \(Phrase.count(changeCount, noun: "change"))"]
    lines += changes.listed.map { "  \($0)" }
    lines += derivedChanges.map { "  \($0) (by a rule)" }
    lines += upgrades.map { "  \($0) (by the upgrade)" }
    lines += problems.map { "  \($0)" }
    lines += conflicts.map { "  \($0.name): another process has changed it, too" }
    if requiresRestart { lines.append("  requires a restart") }
    if !sideEffects.isEmpty { lines.append("  triggers \(sideEffects.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}

extension Draft {
  /// Reviews what applying the draft changes.
  ///
  /// Cost: linear in the number of staged changes and of problems. If the form has keywords for a section as a whole, linear
  /// in the size of the document for the first review after a change.
  ///
  /// - Parameter file: The name of the settings file in the review.
  package func review(of file: String = "settings.json") -> FormReview {
    let ordered = inFormOrder(edits.map { ($0.path, $0.change) }, path: \.0)
    let (fromComments, origins) = (valuesFromComments, textChanges.partOrigins)
    let changes = ordered.map { path, change in
      var result = self.change(at: path, change, origins)
      result.commentRole = commentRole(of: result, fromComments)
      return result
    }
    var review = FormReview(
      file: file, revision: revision, changes: changes, derivedChanges: derivedChanges,
      findings: findings,
      conflicts: inFormOrder(conflictsByPath.values, path: \.path),
      findPatch: PatchFinder { patch })
    review.text = textChanges
    review.text.spelledPaths = []
    if changesText { review.upgrades = base.upgrades.compactMap(unstagedParts) }
    return review
  }

  /// Returns what an upgrade makes of a setting apart from what is staged for it; `nil` if nothing is left. Of a list, that is what it
  /// makes of the elements and members that the person hasn't changed.
  ///
  ///     stored [{addr: a, port: 1}, {addr: b}], read [{host: a, port: 1}, {host: b}]
  ///     staged [{host: a, port: 2}, {host: b}]    the upgrade has both hosts
  ///     staged [{host: c, port: 1}, {host: b}]    …the second, since the first is the person's
  private func unstagedParts(of upgrade: SettingChange) -> SettingChange? {
    guard let edit = edits[upgrade.path] else { return upgrade }
    let (path, setting) = (upgrade.path, upgrade.setting)
    guard case .set(let staged) = edit, let old = upgrade.old, let new = upgrade.new,
      let difference = ValueDifference(old, new, setting: setting, at: path)
    else { return nil }
    let own = ValueDifference(new, staged, setting: setting, origins: textChanges.partOrigins, at: path)
    func keys(inside part: SettingPath) -> ArraySlice<String> { part.keys.dropFirst(path.keys.count) }
    func isStaged(_ part: SettingPartChange) -> Bool {
      // The place of a removed part is in the old value.
      guard
        let place = part.kind == .remove
          ? Optional(difference).newPlace(of: keys(inside: part.path), at: path) : part.path
      else { return false }
      guard let now = own.newPlace(of: keys(inside: place), at: path) else { return true }
      return new.value(at: SettingPath(Array(keys(inside: place))))
        != staged.value(at: SettingPath(Array(keys(inside: now))))
    }
    let parts = difference.changes(at: path, setting)
    var leftOut = parts.filter(isStaged)
    // The former place of a value that the person has changed isn't a removal of its own.
    let formerPlaces = Set(leftOut.map { base.read.storedPath(of: $0.path) })
    leftOut += parts.filter { $0.kind == .remove && formerPlaces.contains(base.read.storedPath(of: $0.path)) }
    let ids = Set(leftOut.map(\.id))
    guard ids.count < parts.count else { return nil }
    return SettingChange(
      path: path, setting: setting, kind: upgrade.kind, old: old,
      new: difference.value(leavingOut: ids, at: path), formerPath: upgrade.formerPath)
  }

  /// Returns the bytes of the document, as this version reads it, with the changes; all other bytes are unchanged.
  ///
  /// A file of an earlier version is read with moves and conversions, and an apply stores these, too. Throws if a change can't be made as
  /// an edit, such as `proxy.host` in `{"proxy": 3}`.
  package func candidate() throws(JSONEditError) -> [UInt8] {
    guard changesText else { return base.read.stored.bytes }
    var edits = complete(edits)
    for path in emptiedSections(by: edits) { edits.remove(at: path) }
    // A value at a former path has no effect while the setting has one at its own path. After a reset it would have, so remove it, too.
    for position in index.renamed where edits[index.settings[position].path] == .remove {
      for path in index.settings[position].formerPaths where base.document.node(at: path) != nil {
        edits.remove(at: path)
      }
    }
    return try bytes(with: edits)
  }

  /// Whether an apply has anything to store.
  private var changesText: Bool { !edits.isEmpty || hasComments || style == .full || storesMigrations }

  /// Returns the document with the changes, as this version reads it.
  func candidateDocument() throws -> JSONDocument {
    guard changesText else { return base.document }
    return try JSONDocument(parsingStored: candidate())
  }

  /// Sorts elements by the form order of their settings; the order of elements of the same setting is kept. Paths that no setting has come
  /// last.
  func inFormOrder<Element>(
    _ elements: some Sequence<Element>, path: (Element) -> SettingPath
  ) -> [Element] {
    // Look up each position once, not in each comparison.
    elements.enumerated()
      .map {
        (order: index.positions(around: path($0.element)).setting ?? .max, place: $0.offset, $0.element)
      }
      .sorted { ($0.order, $0.place) < ($1.order, $1.place) }
      .map(\.2)
  }

  private func change(
    at path: SettingPath, _ change: JSONEdits.Change, _ named: PartOrigins
  ) -> SettingChange {
    guard let entry = index[path] else { return removal(ofUndescribed: path) }
    let stored = base.storedValue(of: entry)
    let kind: SettingChange.Kind
    let new: JSONValue?
    var written: JSONValue?
    switch change {
    case .set(let value):
      kind = stored == nil ? .add : .replace
      (new, written) = (entry.setting.completed(value), value)
    case .remove:
      kind = .remove
      new = unsetValue(of: entry)
    }
    let old = base.editedValue(of: entry)
    return SettingChange(
      path: path, setting: entry.setting, kind: kind, old: old, new: new,
      stored: written, overriddenBy: base.layers.overriding(entry)?.origin,
      formerPath: textChanges.origins[path].flatMap { edits[$0] == nil ? nil : $0 },
      origins: origins(in: entry, from: old, to: new, named))
  }

  /// Returns which members have another key, and which elements were named by position, if the values alone would pair others.
  private func origins(
    in entry: FormIndex.Entry, from old: JSONValue?, to new: JSONValue?, _ named: PartOrigins
  ) -> PartOrigins {
    let path = entry.path
    let named = named.inside(path)
    guard !named.elements.isEmpty else { return named }
    guard let old, let new,
      let known = ValueDifference(old, new, setting: entry.setting, origins: named, at: path),
      known.origins(at: path) != ValueDifference(old, new, setting: entry.setting)?.origins(at: path)
    else { return PartOrigins(moves: named.members) }
    return named
  }

  /// The changes that rules derive in settings that aren't set.
  ///
  /// If a rule derives `unit` from `country`, and `country` is staged, the change of `country` is stored, and the change of `unit` is a
  /// derived one.
  private var derivedChanges: [SettingChange] {
    guard !index.rules.isEmpty else { return [] }
    return Set(rules.derivedPositions + base.rules.derivedPositions).sorted().compactMap { position in
      let entry = index.settings[position]
      guard effectiveSetValue(of: entry) == nil, !base.isSet(entry), edits[entry.path] == nil else {
        return nil
      }
      return SettingChange(derived: entry, from: base.value(of: entry), to: unsetValue(of: entry))
    }
  }

  /// The changes as operations on the stored document; empty if they can't be made.
  ///
  ///     stored {}, staged calculation.timePeriod = 14
  ///     add /calculation {"timePeriod": 14}
  private var patch: [PatchOperation] {
    guard changesText, let document = try? candidateDocument() else { return [] }
    // Elements are named by their positions in the document of today's form.
    let origins = base.read.isMigrated ? [:] : textChanges.elementOrigins
    return index.patch(from: base.read.stored, to: document, origins)
  }
}

/// The documents before and after changes, with the values of all layers and what rules derive: what an app would decode.
///
/// They are made when they are requested, because only few participants and side effects need them. It is a class, because a program
/// that Swift 6.3 optimizes crashes if a task-local value contains a closure.
final class ContentTransition: Sendable {
  /// The transition whose side effects the current task runs.
  @TaskLocal static var current: (transition: ContentTransition, changes: [SettingChange])?

  private let oldDocument: @Sendable () -> JSONDocument
  private let newDocument: @Sendable () -> JSONDocument

  /// Creates a transition to a document that is made on demand. The form is read on demand, too: an app whose outline accepts the
  /// document needn't read it.
  init(from old: Snapshot, toDocument new: @escaping @Sendable () -> JSONDocument) {
    oldDocument = { old.complete }
    newDocument = new
  }

  /// Creates a transition to content that has been read.
  convenience init(from old: Snapshot, to new: Snapshot) {
    self.init(from: old) { new.complete }
  }

  /// The document before the changes. Cost: linear in the size of the document if there are layers or rules.
  var old: JSONDocument { oldDocument() }

  /// The document after the changes, with the values of all layers and derived defaults. Cost: as before.
  var new: JSONDocument { newDocument() }
}

extension ContentTransition: Equatable {
  /// Any two are equal: reviews are compared by their changes, to which the documents add nothing.
  static func == (_: ContentTransition, _: ContentTransition) -> Bool { true }
}
