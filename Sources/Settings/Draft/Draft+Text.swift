extension Draft {
  /// Notes that a staged value has moved here from another path, which the changes remove. It keeps its spelling and its comments; inside
  /// the same object, it also keeps its place.
  package mutating func note(originOf path: SettingPath, _ origin: SettingPath) {
    textChanges.origins[path] = origin
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
  mutating func stageMoves(in list: SettingPath) {
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
      let elements = now.value(at: SettingPath(Array(list.keys.dropFirst(entry.path.keys.count))))?.elements
    else { return nil }
    let difference = ValueDifference(
      stored, now, setting: entry.setting, origins: textChanges.elementOrigins, at: entry.path)
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

  /// The staged comments, in the order of their paths.
  var stagedComments: [FormReview.Comment] {
    textChanges.comments.map { FormReview.Comment($0.value, above: $0.key) }.sorted {
      $0.path.pointer < $1.path.pointer
    }
  }

  /// Whether the changes write comments that the stored content doesn't have. Cost: makes the document with the changes.
  package var changesComments: Bool {
    guard !textChanges.comments.isEmpty, let bytes = try? candidate() else { return false }
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
    // Comments stay with the elements that the review names, because the same comparison tells the editor of the text which is which.
    for (path, change) in edits {
      guard case .set(let value) = change, !value.isScalar, let entry = index[path],
        let old = base.node(of: entry), [.array, .object].contains(old.kind)
      else { continue }
      let difference = ValueDifference(
        old.value, value, setting: entry.setting, origins: textChanges.elementOrigins, at: path)
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
    return paths.compactMap { lostComment(of: $0, since: old.document, in: changed) }
  }

  private func lostComment(
    of path: SettingPath, since old: JSONDocument, in changed: JSONDocument
  ) -> SettingConflict? {
    // A section that loses its last member can go with it.
    let top = path.prefixes.first { changed.node(at: $0) == nil } ?? path
    let (before, theirs) = (PartComments(of: top, in: old), PartComments(of: top, in: base.document))
    guard theirs != before, let stored = base.document.node(at: top)?.value else { return nil }
    let setting = index[top]?.setting ?? .undescribed(top.keys.last ?? "", value: stored)
    let since = old.node(at: top).flatMap { ValueDifference($0.value, stored, setting: setting) }
    let until = changed.node(at: top).flatMap {
      ValueDifference(stored, $0.value, setting: setting, origins: textChanges.elementOrigins, at: top)
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
        newOwner.path = SettingPath(target.keys + owner.path.keys.dropFirst(origin.keys.count))
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
