extension Draft {
  /// Notes that a staged value has moved here from another path, which the changes remove. It keeps its spelling and its comments; inside
  /// the same object, it also keeps its place.
  package mutating func note(originOf path: SettingPath, _ origin: SettingPath) {
    textChanges.origins[path] = origin
  }

  /// Adds the other changes of the renames that some changes belong to: they are left out and unstaged together. Otherwise a member could be
  /// stored under both keys, or under none.
  ///
  ///     a → x, b → a     x is added, a has another value, b is removed: three changes that belong together
  package func withWholeRenames(_ items: Set<FormReview.Item>) -> Set<FormReview.Item> {
    let origins = textChanges.partOrigins
    var parts: [SettingPath: [SettingPath: [FormReview.Item]]] = [:]
    func changes(at path: SettingPath) -> [FormReview.Item] {
      if edits[path] != nil { return [.setting(path)] }
      guard let entry = index.entry(containing: path), edits[entry.path] != nil else { return [] }
      if parts[entry.path] == nil {
        parts[entry.path] = Dictionary(grouping: partChanges(of: entry, origins), by: \.path)
      }
      return parts[entry.path]?[path] ?? []
    }
    let renames = renames.map { (changes(at: $0.old), changes(at: $0.new)) }.filter {
      !$0.isEmpty && !$1.isEmpty
    }
    var whole = items
    var count = 0
    while count < whole.count {
      count = whole.count
      for (old, new) in renames where !whole.isDisjoint(with: old) || !whole.isDisjoint(with: new) {
        whole.formUnion(old + new)
      }
    }
    return whole
  }

  /// Returns the changes of the parts of a setting's value. Cost: linear in the value.
  private func partChanges(of entry: FormIndex.Entry, _ origins: PartOrigins) -> [FormReview.Item] {
    guard let old = base.value(of: entry), let new = value(at: entry.path),
      let difference = ValueDifference(
        old, new, setting: entry.setting, origins: origins, at: entry.path)
    else { return [] }
    return difference.changes(at: entry.path, entry.setting).map { .part($0.id) }
  }

  /// The values that the changes give another key in their object, with their old and new paths.
  package var renames: [(old: SettingPath, new: SettingPath)] {
    textChanges.origins.filter { $0.key.parent == $0.value.parent }
      .map { (old: $0.value, new: $0.key) }.sorted { $0.new.pointer < $1.new.pointer }
  }

  /// Notes what a step does with the elements of a list by their positions: each element of the new value is the one whose former index the
  /// change puts at its place, or a new one for `nil`. So an element keeps its comments even if another one is equal.
  ///
  /// - Parameter count: The number of elements before the step.
  package mutating func note(
    elementsOf list: SettingPath, count: Int, _ change: (inout [Int?]) -> Void
  ) {
    change(&textChanges.elementOrigins[list, default: Array(0..<count)])
    stageMoves(in: list)
  }

  /// Stages the stored value of a setting if what is noted of a list in it moves only comments, with elements that are equal.
  package mutating func stageMoves(in list: SettingPath) {
    guard let entry = index.entry(containing: list), edits[entry.path] == nil,
      textChanges.elementOrigins.moveElements(in: entry.path), let stored = base.storedValue(of: entry)
    else { return }
    replace(.set(stored), at: entry.path)
    let bytes = try? candidate()
    if bytes?.hasSameBytes(as: base.read.stored.bytes) == true { replace(nil, at: entry.path) }
    update(after: [entry.path])
  }

  /// Returns what is noted of the lists at or inside a path.
  func elementOrigins(in path: SettingPath) -> ElementOrigins {
    textChanges.elementOrigins.filter { path.contains($0.key) }
  }

  /// Returns which elements of a setting's lists are which, after an edit that names elements of one list by their positions; `nil` if the
  /// list isn't stored.
  ///
  /// - Parameter change: Makes the edit in the former indices of the elements that the list has now.
  package func origins(
    ofElementsIn list: SettingPath, _ change: (inout [Int?]) -> Void
  ) -> ElementOrigins? {
    guard let entry = index.entry(containing: list), let stored = base.storedValue(of: entry),
      let now = setValue(of: entry), let place = storedPlace(of: list),
      let elements = now.value(at: list.relative(to: entry.path))?.elements
    else { return nil }
    let difference = ValueDifference(
      stored, now, setting: entry.setting, origins: textChanges.partOrigins, at: entry.path)
    var origins = difference?.origins(at: entry.path) ?? [:]
    change(&origins[place, default: Array(elements.indices)])
    return origins
  }

  /// Writes a comment above a member or an element, in place of the comment that describes it. It records no step to undo, for drafts that
  /// are made by a command and applied at once.
  package mutating func comment(_ text: String, above path: SettingPath) {
    textChanges.comments[path] = text
  }

  /// Stages a comment above a member or an element, as one undo step; an empty comment removes the comment that describes it. What is
  /// staged for the value stays. The stored comment unstages another one, as a stored value does.
  ///
  /// Cost: makes the document with the comment.
  package mutating func stageComment(_ text: String, above path: SettingPath) -> [SettingPath] {
    record([edit(path) { $0.comment = isStored(text, above: path) ? nil : text }])
  }

  /// Whether the stored member or element has a comment already.
  func isStored(_ comment: String, above path: SettingPath) -> Bool {
    guard let place = storedPlace(of: path), base.document.node(at: place) != nil else {
      return comment.isEmpty && textChanges.origins[path] == nil
    }
    return base.document.bytes(commenting: [place: comment]) == base.document.bytes
  }

  /// Whether the changes write comments that the stored content doesn't have. Cost: makes the document with the changes.
  package var changesComments: Bool {
    guard !textChanges.comments.isEmpty || !textChanges.commentSwitches.isEmpty, let bytes = try? candidate()
    else { return false }
    return edits.isEmpty ? bytes != base.read.stored.bytes : true
  }

  /// Whether the draft writes a comment into content that has been strict JSON so far.
  ///
  /// An editor asks before that: a program that reads the file as strict JSON could no longer read it.
  package var addsFirstComment: Bool { changesComments && base.document.isStrict }

  /// Returns the bytes with the staged edits and comments.
  func bytes(with edits: JSONEdits) throws(JSONEditError) -> [UInt8] {
    var edits = edits
    edits.text = textChanges
    // Another program can have stored a secret since.
    edits.text.commentSwitches = textChanges.commentSwitches.filter { path in
      !(base.document.node(at: path).map { holdsSecret($0.value, at: path) } ?? false)
    }
    let origins = textChanges.partOrigins
    // Comments stay with the elements that the review names, because the same comparison tells the editor of the text which is which.
    for (path, change) in edits {
      guard case .set(let value) = change, !value.isScalar, let entry = index[path],
        let old = base.node(of: entry), [.array, .object].contains(old.kind)
      else { continue }
      let difference = ValueDifference(
        old.value, value, setting: entry.setting, origins: origins, at: path)
      edits.text.elementOrigins.merge(difference?.origins(at: path) ?? [:]) { $1 }
    }
    // A new `$schema` is the first member, where people look for it.
    let root = base.document.root
    let first: [String] =
      edits[["$schema"]] != nil && root.kind == .object && root["$schema"] == nil
      ? ["$schema"] + root.members.prefix(1).map(\.key) : []
    return try base.document.bytes(applying: edits) { path in
      let keys = index.keyOrder(at: path)
      return path.isRoot ? first + keys.filter { !first.contains($0) } : keys
    }
  }

  /// Whether comments are staged.
  var hasComments: Bool { !textChanges.comments.isEmpty }
}

/// Members in comments.
extension Draft {
  /// Why a member can't become a comment, or come out of one.
  package enum CommentingError: Error {
    /// The stored content has neither such a member nor such a comment.
    case missing
    /// A secret in a comment could no longer be masked.
    case secret
    /// The text of the member wouldn't be recognized in a comment, or the form allows no such member.
    case impossible
    /// Something else is staged for it, which would be given up.
    case staged
  }

  /// Stages that a stored member becomes a comment, line for line, as one undo step.
  ///
  /// For everything but the text it is the removal of the member: it is reviewed, unstaged and merged as one.
  ///
  /// Cost: makes the document with the change.
  package mutating func commentOut(_ path: SettingPath) throws(CommentingError) -> [SettingPath] {
    let document = base.document
    guard let value = document.node(at: path)?.value else { throw .missing }
    guard !holdsSecret(value, at: path) else { throw .secret }
    guard !isInList(path), document.commenting(path, unless: nil).node(at: path) == nil else {
      throw .impossible
    }
    guard !hasStagedChange(at: path) else { throw .staged }
    var step: [EditHistory.Edit]
    if let entry = index.entry(containing: path), entry.path != path {
      guard let whole = setValue(of: entry) else { throw .missing }
      var removal = JSONEdits()
      removal.remove(at: path.relative(to: entry.path))
      guard let rest = try? whole.applying(removal) else { throw .impossible }
      step = [edit(entry.path) { $0.change = .set(rest) }]
    } else {
      step = editsRemovingMember(at: path)
    }
    for place in step.indices { step[place].new.commentSwitches.insert(path) }
    return record(step)
  }

  /// Stages that a commented-out member becomes one of its object again, as one undo step. The form has to list what it is for.
  ///
  /// - Parameter value: The value in the comment.
  package mutating func commentIn(
    _ path: SettingPath, to value: JSONValue
  ) throws(CommentingError) -> [SettingPath] {
    let stored = base.document.node(at: path)?.value
    guard !holdsSecret(value, at: path), !(stored.map { holdsSecret($0, at: path) } ?? false) else {
      throw .secret
    }
    // Two sections that change places would be a change of each member, which can be left out alone.
    guard !isInList(path), stored == nil || stored == value || value.isScalar,
      base.document.commenting(path, unless: value).node(at: path)?.value == value
    else { throw .impossible }
    // The member that became a comment is still in the stored content.
    if edits[path] == .remove, base.document.node(at: path)?.value == value {
      return record([edit(path) { ($0.change, $0.commentSwitches) = (nil, []) }])
    }
    let values: [StagedValue]
    if let entry = index.entry(containing: path), entry.path != path {
      var addition = JSONEdits()
      addition.set(value, at: path.relative(to: entry.path))
      let whole = setValue(of: entry) ?? .object(JSONObject())
      guard let changed = try? whole.applying(addition) else { throw .impossible }
      values = [StagedValue(entry, value: changed)]
    } else {
      do throws(UnknownSettingError) {
        values = try index.valuesToStage(value, at: path)
      } catch {
        throw .impossible
      }
    }
    var text = TextChanges()
    text.commentSwitches = [path]
    return stage(values, storesDefaults: true, with: text)
  }

  /// Returns what a change does with a comment that holds its member.
  func commentRole(of change: SettingChange, _ fromComments: Set<SettingPath>) -> SettingChange.CommentRole? {
    if fromComments.contains(where: { $0.contains(change.path) }) { return .comesOut }
    guard textChanges.commentSwitches.contains(where: { $0.contains(change.path) }) else { return nil }
    switch change.kind {
    case .remove: return .kept
    case .replace: return .replaced
    case .add: return nil
    }
  }

  /// Returns the value at a path with what is staged inside it.
  package func wholeValue(at path: SettingPath) -> JSONValue? {
    guard edits.hasEdits(inside: path), edits[path] == nil else { return value(at: path) }
    return (try? base.document.root.value.applying(edits))?.value(at: path)
  }

  /// Whether a member inside the value at a path is staged to become a comment, or to come out of one.
  package func commentsOut(inside path: SettingPath) -> Bool {
    textChanges.commentSwitches.contains { $0 != path && path.contains($0) }
  }

  /// Says which comments and commented-out members go with a stored value: those that describe it, and those in it; `nil` without any.
  ///
  /// - Parameters:
  ///   - name: What goes, for the end of the sentence.
  ///   - isReplaced: Whether another value takes its place, so that the comments about it stay.
  package func loss(with path: SettingPath, named name: String = "it", isReplaced: Bool = false) -> String? {
    guard let node = base.document.node(at: path) else { return nil }
    let members = node.commentedMembersInside
    let all = PartComments(of: path, in: base.document).lines.filter { path.contains($0.key.path) }
    let inside = all.filter { $0.key.path != path || $0.key.isInside }
    let count = inside.values.reduce(0) { $0 + $1.count }
    let hasOthers = count > members.reduce(0) { $0 + $1.text.split(separator: "\n").count }
    let parts = [
      hasOthers ? "comments" : inside.count < all.count && !isReplaced ? "a comment" : nil,
      members.isEmpty ? nil : Phrase.count(members.count, noun: "commented-out setting"),
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    let verb = hasOthers || members.count > 1 || parts.count > 1 ? "go" : "goes"
    return "\(Phrase.enumeration(parts)) \(verb) with \(name)"
  }

  /// The sections that the changes remove because they would stay behind without a member.
  package var emptiedSections: Set<SettingPath> { emptiedSections(by: complete(edits)) }

  /// The members that come out of comments: the stored text has their new values there.
  var valuesFromComments: Set<SettingPath> {
    guard !textChanges.commentSwitches.isEmpty, let new = try? base.document.root.value.applying(edits) else {
      return []
    }
    return textChanges.commentSwitches.filter { path in
      guard let value = new.value(at: path) else { return false }
      return base.document.commentedMembers(at: path).contains { $0.node.value == value }
    }
  }

  /// Whether a path leads through a list. Until the apply, its elements can move, and then the path is that of another element.
  private func isInList(_ path: SettingPath) -> Bool {
    var parent = path.parent
    while let container = parent {
      if base.document.node(at: container)?.kind == .array { return true }
      parent = container.parent
    }
    return false
  }

  /// Whether a value or a comment is staged at a path, or inside it.
  private func hasStagedChange(at path: SettingPath) -> Bool {
    if edits.hasEdits(inside: path) || edits[path] != nil { return true }
    if textChanges.comments.keys.contains(where: path.contains) { return true }
    guard let entry = index.entry(containing: path), entry.path != path, let staged = setValue(of: entry)
    else {
      return false
    }
    let inner = path.relative(to: entry.path)
    return edits[entry.path] != nil && staged.value(at: inner) != base.document.node(at: path)?.value
  }

  /// Whether a part of a value would be masked.
  private func holdsSecret(_ value: JSONValue, at path: SettingPath) -> Bool {
    let secrecy = index.secrecy(at: path)
    return secrecy.isWhole || secrecy.hidesPart(of: value)
  }

  /// Forgets the moves and the members in comments whose changes aren't staged anymore.
  mutating func forgetTextChanges() {
    let edits = edits
    func isStaged(_ path: SettingPath) -> Bool {
      edits.hasEdits(inside: path) || path.prefixes.contains { edits[$0] != nil }
    }
    textChanges.commentSwitches = textChanges.commentSwitches.filter(isStaged)
    textChanges.origins = textChanges.origins.filter { isStaged($0.key) }
  }
}

extension Set<SettingPath> {
  /// Returns the paths that contain a path, or are inside it.
  func near(_ path: SettingPath) -> Set<SettingPath> {
    isEmpty ? self : filter { $0.contains(path) || path.contains($0) }
  }
}

extension Draft {
  /// Returns the conflicts about comments that another process has written since older content, and that the changes would lose or leave to
  /// another value: with a part that goes, or with a list or an object in whose place another kind of value comes.
  ///
  /// Cost: makes the document with the changes, and reads the comments of the changed values in all three documents.
  func lostComments(at paths: [SettingPath], since old: Snapshot) -> [SettingConflict] {
    guard !paths.isEmpty else { return [] }
    // What a staged comment replaces is another conflict.
    var draft = self
    draft.textChanges.comments = [:]
    guard let changed = try? draft.candidateDocument() else { return [] }
    let origins = textChanges.partOrigins
    return paths.compactMap { lostComment(of: $0, since: old.document, in: changed, origins) }
  }

  private func lostComment(
    of path: SettingPath, since old: JSONDocument, in changed: JSONDocument, _ origins: PartOrigins
  ) -> SettingConflict? {
    // A section that loses its last member can go with it.
    let top = path.prefixes.first { changed.node(at: $0) == nil } ?? path
    let (before, theirs) = (PartComments(of: top, in: old), PartComments(of: top, in: base.document))
    guard theirs != before, let stored = base.document.node(at: top)?.value else { return nil }
    let setting = index[top]?.setting ?? .undescribed(top.keys.last ?? "", value: stored)
    let since = old.node(at: top).flatMap { ValueDifference($0.value, stored, setting: setting) }
    let until = changed.node(at: top).flatMap {
      ValueDifference(stored, $0.value, setting: setting, origins: origins, at: top)
    }
    let kept = PartComments(of: top, in: changed)
    for (owner, lines) in theirs.lines.sorted(by: { $0.key.path.pointer < $1.key.path.pointer })
    where top.contains(owner.path) {
      let keys = owner.path.keys.dropFirst(top.keys.count)
      var (oldOwner, newOwner) = (owner, owner)
      if let place = since.place(of: keys, at: top)?.path { oldOwner.path = place }
      let known = before.lines[oldOwner] ?? []
      let new = lines.filter { !known.contains($0) }
      guard !new.isEmpty else { continue }
      var found: [String] = []
      if let (target, origin) = textChanges.origins.first(where: { $0.value.contains(owner.path) }) {
        newOwner.path = owner.path.moved(from: origin, to: target)
        found = PartComments(of: target, in: changed).lines(stillOf: newOwner)
      } else if let place = until.newPlace(of: keys, at: top) {
        newOwner.path = place
        found = kept.lines(stillOf: newOwner)
      }
      guard new.allSatisfy(found.contains) else {
        return SettingConflict(
          commentAt: path, in: index, base: known.isEmpty ? nil : .string(known.joined(separator: "\n")),
          mine: nil, theirs: .string(lines.joined(separator: "\n")))
      }
    }
    return nil
  }
}
