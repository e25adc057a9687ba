/// Removing items from the text of an object or an array, and inserting others.
extension JSONEditor {
  /// Applies the insertions and removals in the list of one object or array.
  ///
  /// Commas are what makes this hard. A list of n items has n - 1 commas, or n if the author writes trailing commas,
  /// and every removal or insertion at the end moves that boundary. The rule: whether a comma follows the last item
  /// stays as it was, whichever item is the last one after the edit. So only the item that becomes the last may lose
  /// its comma, only the item that stops being the last may get one, and each inserted item knows from its place
  /// whether it ends in a comma.
  ///
  ///     {"a": 1, "b": 2}      without b:   {"a": 1}         the comma of a goes
  ///     {"a": 1, "b": 2,}     without b:   {"a": 1,}        the trailing comma stays
  ///     {"a": 1}              with b:      {"a": 1, "b": 2} a gets a comma
  ///     {"a": 1,}             with b:      {"a": 1, "b": 2,}
  ///
  /// A list that loses all its items becomes `{}` or `[]` without line breaks, unless comments are left in it.
  mutating func edit(_ container: Int, edit: JSONListEdit) {
    guard !edit.isEmpty else { return }
    let children = JSONNode(storage: storage, entry: container).children
    guard !children.isEmpty else { return fillEmpty(container, with: edit.inserted[.start] ?? []) }

    let runs = removedRuns(edit.removed, in: container)
    if edit.inserted.isEmpty, let only = runs.first, runs.count == 1, isWhole(only, in: container) {
      return splice((storage.entries[container].offset + 1)..<only.last.nextStart)
    }
    // Whether a comma follows the last item stays as it was, whichever item is the last one after the edit.
    let lastKept = edit.lastKept(of: container, in: storage)
    let lastSlot = lastSlot(of: container, lastKept: lastKept, runs: runs)
    let keepsComma = lastSlot.comma != nil
    let last = lastKept.map(JSONListEdit.Anchor.after) ?? .start

    // The item that becomes the last one had a comma because another one followed.
    if let lastKept, edit.inserted[last] == nil, !keepsComma {
      removeComma(of: storage.slot(of: lastKept, in: container))
    }
    for (anchor, items) in edit.inserted.sorted(by: { $0.key < $1.key }) {
      insert(items, at: anchor, in: container, endsInComma: anchor != last || keepsComma)
    }
    for run in runs { remove(run, in: container) }
  }

  /// Returns the slot of the item that is the last one before the edit. If it is removed, the slot is that of its run.
  private func lastSlot(of container: Int, lastKept: Int?, runs: [Run]) -> JSONSlot {
    if let last = runs.last?.last, last.isLast { return last }
    return storage.slot(of: lastKept ?? container + 1, in: container)
  }
}

// MARK: - Removing

extension JSONEditor {
  /// Adjacent items to be removed together.
  private struct Run {
    let first: JSONSlot
    var last: JSONSlot
  }

  /// Returns the removed items. Adjacent items are together unless a comment that belongs to neither of them is between
  /// them.
  ///
  /// Items that are removed one by one would each keep the space on one side of them. For `b` and `c` removed from
  /// `{"a": 1, "b": 2, "c": 3}`, the run is one, and the result is `{"a": 1}`.
  private func removedRuns(_ removed: [Int], in container: Int) -> [Run] {
    var runs: [Run] = []
    for child in removed {
      let slot = storage.slot(of: child, in: container)
      if let last = runs.last?.last, last.next == child,
        storage.trivia.isBlank(last.own.upperBound..<slot.own.lowerBound)
      {
        runs[runs.count - 1].last = slot
      } else {
        runs.append(Run(first: slot, last: slot))
      }
    }
    return runs
  }

  /// Whether a run is the whole content of its container, including comments. Then everything between the brackets
  /// goes, line breaks, too.
  private func isWhole(_ run: Run, in container: Int) -> Bool {
    run.first.isFirst && run.last.isLast && run.first.gapStart == storage.tokenEnd(of: container)
      && storage.trivia.isBlank(run.first.gapStart..<run.first.own.lowerBound)
      && storage.trivia.isBlank(run.last.own.upperBound..<run.last.nextStart)
  }

  /// Removes a run of items with as much of the white space around it as belongs to it, so that the text looks as if
  /// the items had never been there.
  ///
  /// Where the run has its lines to itself, whole lines go. Within a line, the space goes on one side: after the run if
  /// something follows, and otherwise before it. No line ends in spaces. A line comment before the run keeps its line
  /// break, since without it the next item would become part of the comment.
  ///
  ///     {"a": 1, "b": 2, "c": 3}    without b:   {"a": 1, "c": 3}
  ///     {"a": 1, "b": 2}            without b:   {"a": 1}
  ///     [1, // one⏎ 2]              without 2:   [1 // one⏎ ]
  private mutating func remove(_ run: Run, in container: Int) {
    let (first, last) = (run.first, run.last)
    let own = first.own.lowerBound..<last.own.upperBound
    let gapIsBlank = storage.trivia.isBlank(first.gapStart..<own.lowerBound)
    var nextStart = last.isLast ? last.nextStart : storage.slot(of: last.next, in: container).own.lowerBound
    if !last.isLast, !storage.trivia.isBlank(own.upperBound..<nextStart) {
      // A comment on the line belongs to neither item.
      nextStart = storage.trivia.endOfSpace(from: own.upperBound, before: nextStart)
    }
    // A comment above the next item must stay on a separate line.
    let nextIsBare =
      !last.isLast && nextStart == last.nextStart && storage.trivia.isBlank(own.upperBound..<nextStart)
    if first.startsLine, let lineBreak = last.lineBreak {
      // Remove whole lines. Of the blank lines before and after them, those stay that separate what remains.
      let gap = JSONGap(first.gapStart..<own.lowerBound, in: storage.trivia)
      var start = storage.trivia.startOfSpace(before: own.lowerBound)
      let isAtEnd = last.isLast && storage.trivia.isBlank(own.upperBound..<last.nextStart)
      if isAtEnd {
        start = gap.comments.last?.range.upperBound ?? first.gapStart
        _ = storage.trivia.next(&start, before: own.lowerBound)
      }
      var (end, at) = (lineBreak.upperBound, lineBreak.upperBound)
      var surplus: Int =
        first.isFirst && gapIsBlank ? .max : isAtEnd ? 0 : gap.lastBreaks - 1
      while surplus > 0, storage.trivia.next(&at, before: storage.bytes.count) == .newline {
        end = at
        surplus -= 1
      }
      splice(start..<end)
    } else if !last.endsLine && !last.isLast || first.isFirst && nextIsBare {
      // Another item follows on the line, or the run is the first: remove the space after the run, and keep the space before it.
      splice(own.lowerBound..<nextStart)
    } else if gapIsBlank, !first.followsLineComment {
      // The run ends its line or its container: remove the space before the run, or it would be left at the end of the line.
      splice(first.gapStart..<own.upperBound)
    } else {
      splice(own)
    }
  }

  /// Removes the comma of an item that becomes the last one, with the space before it. Comments between the item and
  /// the comma stay.
  private mutating func removeComma(of slot: JSONSlot) {
    guard let comma = slot.comma else { return }
    let isAlone = storage.trivia.isBlank(slot.item.upperBound..<comma)
    splice((isAlone ? slot.item.upperBound : comma)..<(comma + 1))
  }
}

// MARK: - Inserting

extension JSONListEdit.Anchor: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  /// The place in the text. Entries are numbered in the order of the text, so doubling the number leaves room for the
  /// place behind each item.
  private var rank: Int {
    switch self {
    case .start: -1
    case .before(let child): 2 * child
    case .after(let child): 2 * child + 1
    }
  }
}

extension JSONEditor {
  /// Inserts items at an anchor, in the layout that the items around it have.
  ///
  /// In front of an item, each new one ends in a comma and in the gap that leads to the item. At the start, no item
  /// stays: the items take the place of those that are removed, with the indentation of the first of them.
  private mutating func insert(
    _ items: [JSONListEdit.Item], at anchor: JSONListEdit.Anchor, in container: Int, endsInComma: Bool
  ) {
    switch anchor {
    case .after(let child):
      append(items, to: child, in: container, endsInComma: endsInComma)
    case .before(let child):
      let slot = storage.slot(of: child, in: container)
      let indent = slot.startsLine ? storage.indentation(ofLineStartingAt: slot.own.lowerBound) : nil
      let gap = indent.map { style.newline + $0 } ?? inlineGap(before: slot)
      let near = JSONPlace(child: child, container: container)
      let texts = items.map { item in
        itemText(of: item, indent: indent, near: near, endsInComma: true, endsLine: indent != nil) + gap
      }
      splice(slot.own.lowerBound..<slot.own.lowerBound, text: Array(texts.joined()))
    case .start:
      let child = container + 1
      let slot = storage.slot(of: child, in: container)
      let indent = slot.startsLine ? storage.indentation(ofLineStartingAt: slot.own.lowerBound) : nil
      let first =
        indent.map { style.newline + $0 } ?? blank(slot.gapStart..<slot.own.lowerBound) ?? []
      write(
        items, at: slot.gapStart,
        ItemLayout(
          first: first, rest: indent == nil ? style.space : first, indent: indent,
          near: JSONPlace(child: child, container: container), endsInComma: endsInComma))
    }
  }

  /// Inserts items behind one that stays.
  ///
  /// Whether they go on lines of their own depends on the neighbor. If the item is the last one, it does: it starts a
  /// line, or a comment behind it belongs to it, which would otherwise end up in front of the new item. If another item
  /// follows, it does if the item ends its line.
  ///
  ///     { "a": 1 }              with b:   { "a": 1, "b": 2 }
  ///     {"a": 1 // x⏎}          with b:   {"a": 1, // x⏎  "b": 2⏎}
  private mutating func append(
    _ items: [JSONListEdit.Item], to child: Int, in container: Int, endsInComma: Bool
  ) {
    let slot = storage.slot(of: child, in: container)
    // If the next item followed on the same line, a comment after the comma would belong to it.
    let hasCommentBehind = slot.comma.map { $0 + 1 < slot.own.upperBound } ?? slot.endsInLineComment
    let isMultiline = slot.isLast ? slot.startsLine || hasCommentBehind : slot.endsLine
    if slot.comma == nil {
      // The comma goes right behind the value, before comments on the line: `1 // one` becomes `1, // one`.
      let place = isMultiline ? slot.item.upperBound : slot.own.upperBound
      splice(place..<place, text: [UInt8(ascii: ",")])
    }
    let indent = isMultiline ? indentation(after: slot, in: container) : nil
    // Use the line break of this line, because others may differ, and insert after the spaces at the end of the line.
    let newline = slot.lineBreak.map { Array(storage.bytes[$0]) }
    let place = isMultiline ? slot.lineBreak?.lowerBound ?? slot.own.upperBound : slot.own.upperBound
    let gap =
      if let indent {
        (newline ?? style.newline) + indent
      } else if slot.isLast {
        inlineGap(before: slot)
      } else {
        blank(slot.own.upperBound..<storage.slot(of: slot.next, in: container).own.lowerBound) ?? style.space
      }
    write(
      items, at: place,
      ItemLayout(
        first: gap, rest: gap, indent: indent, near: JSONPlace(child: child, container: container),
        endsInComma: endsInComma, endsLine: isMultiline && newline != nil))
  }

  /// What is between and around new items.
  private struct ItemLayout {
    /// The gaps before the first item and before each other one.
    var first: [UInt8]
    var rest: [UInt8]
    /// The indentation of the items' lines; `nil` for items on the line of the others.
    var indent: [UInt8]?
    /// An item whose layout the new ones follow.
    var near: JSONPlace?
    /// Whether a comma follows the last of them as well.
    var endsInComma = false
    /// Whether the text after them starts with a line break.
    var endsLine = false
  }

  /// Writes items at an offset.
  private mutating func write(_ items: [JSONListEdit.Item], at offset: Int, _ layout: ItemLayout) {
    var result: [UInt8] = []
    for (number, item) in items.enumerated() {
      let isLast = number == items.count - 1
      result += number == 0 ? layout.first : layout.rest
      result += itemText(
        of: item, indent: layout.indent, near: layout.near, endsInComma: layout.endsInComma || !isLast,
        endsLine: isLast ? layout.endsLine : layout.indent != nil)
    }
    splice(offset..<offset, text: result)
  }

  /// Returns the indentation of a new line after an item. The line is indented like the item, or else like the next item, or else one level
  /// deeper than the line of the container.
  private mutating func indentation(after slot: JSONSlot, in container: Int) -> [UInt8] {
    if slot.startsLine, let indent = storage.indentation(ofLineStartingAt: slot.own.lowerBound) {
      return indent
    }
    if !slot.isLast {
      let next = storage.slot(of: slot.next, in: container)
      if let indent = storage.indentation(ofLineStartingAt: next.own.lowerBound) { return indent }
    }
    return storage.trivia.indentation(at: storage.entries[container].offset) + style.unit
  }

  /// Returns the space before an item on the same line as the previous item.
  private mutating func inlineGap(before slot: JSONSlot) -> [UInt8] {
    slot.isFirst ? style.space : blank(slot.gapStart..<slot.own.lowerBound) ?? style.space
  }

  /// Returns the bytes of a gap, which are then used again beside a new item, such as two spaces after each comma;
  /// `nil` if a comment is in it, which must not appear twice.
  private func blank(_ gap: Range<Int>) -> [UInt8]? {
    storage.trivia.isBlank(gap) ? Array(storage.bytes[gap]) : nil
  }

  /// Inserts items into an empty object or array.
  ///
  /// `{}` has no layout that could be continued. It becomes several lines if its brackets are on different lines, if a
  /// comment belongs to it, or if the document is written on several lines and the object starts one of them.
  /// Otherwise, it stays on its line:
  ///
  ///     {"a":{},"b":[]}                  with a.b:   {"a":{"b":1},"b":[]}
  ///     {⏎  "a": {}⏎}                    with a.b:   {⏎  "a": {⏎    "b": 1⏎  }⏎}
  ///     {⏎  "a": {}, "b": {}⏎}           with b.c:   {⏎  "a": {}, "b": {"c": 1}⏎}
  private mutating func fillEmpty(_ container: Int, with items: [JSONListEdit.Item]) {
    guard !items.isEmpty else { return }
    let open = storage.entries[container].offset
    let close = storage.entries[storage.entries[container].payload].offset
    let head = storage.head(of: container)
    let inside = (open + 1)..<close
    let rest = head.end..<close
    // The line of a member starts with its key.
    let start = container > 0 && storage.entries[container - 1].kind == .key ? container - 1 : container
    let startsLine = storage.indentation(ofLineStartingAt: storage.entries[start].offset) != nil
    let isMultiline =
      head.end > inside.lowerBound || storage.trivia.hasNewline(inside)
      || style.isMultiline && (container == 0 || startsLine)
    guard isMultiline else {
      write(items, at: inside.lowerBound, ItemLayout(first: [], rest: style.space))
      return splice(inside)
    }
    let outer = storage.trivia.indentation(at: open)
    let comments = JSONGap(rest, in: storage.trivia)
    let last = comments.comments.last?.range
    let indent = last.map { storage.trivia.indentation(at: $0.lowerBound) } ?? outer + style.unit
    let gap = style.newline + indent
    // A comment that is alone in an object is about the object. A blank line keeps it from being the first member's.
    let isApart = last != nil && !storage.commentsOut(comments, in: container)
    write(
      items, at: last?.upperBound ?? head.end,
      ItemLayout(first: (isApart ? style.newline : []) + gap, rest: gap, indent: indent))
    let tail = (last?.upperBound ?? head.end)..<close
    if last == nil || !storage.trivia.hasNewline(tail) { splice(tail, text: style.newline + outer) }
  }

  /// Writes the first value into blank text. Comments in it stay above the value, and the text ends with a line break:
  /// `// head` becomes `// head⏎{⏎  "a": 1⏎}⏎`.
  mutating func fill(with value: JSONValue) {
    let bytes = storage.bytes
    let start = bytes.starts(with: JSONBytes.byteOrderMark) ? JSONBytes.byteOrderMark.count : 0
    let isBlank = storage.trivia.isBlank(start..<bytes.count)
    let endsLine = bytes.last == 0x0a || bytes.last == 0x0d
    let gap = isBlank || endsLine ? [] : style.newline
    splice(
      (isBlank ? start : bytes.count)..<bytes.count,
      text: gap + text(of: .element(value), indent: [], like: .none) + style.newline)
  }
}

// MARK: - The text of inserted items

extension JSONEditor {
  /// Returns the text of an item with its comma, and with its comments if it moves.
  ///
  /// An item that moves into a line with others can't bring line comments along as they are: the rest of the line would
  /// become part of them. They become blocks: `// one` is `/* one */` there.
  ///
  /// - Parameter indent: The indentation of its line; `nil` within a line.
  /// - Parameter endsLine: Whether a line break follows the text.
  private mutating func itemText(
    of item: JSONListEdit.Item, indent: [UInt8]?, near place: JSONPlace?, endsInComma: Bool, endsLine: Bool
  ) -> [UInt8] {
    let separator = endsInComma ? [UInt8(ascii: ",")] : []
    guard let origin = item.origin else {
      return text(of: item, indent: indent, like: shape(for: item.value, near: place)) + separator
    }
    let slot = storage.slot(of: origin.child, in: origin.container)
    let value = origin.child + (storage.entries[origin.container].kind == .object ? 1 : 0)
    var result: [UInt8] = []
    func indented(_ text: [UInt8]) -> [UInt8] {
      // Where nothing breaks the line, its start isn't looked for, which can be far away.
      guard let indent, text.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return text }
      return text.indented(by: indent, insteadOf: storage.trivia.indentation(at: slot.item.lowerBound))
    }
    for comment in JSONGap(slot.own.lowerBound..<slot.item.lowerBound, in: storage.trivia).comments {
      if let indent {
        result += indented(Array(storage.bytes[comment.range])) + style.newline + indent
      } else {
        result += storage.trivia.block(comment.range) + [UInt8(ascii: " ")]
      }
    }
    if let key = item.key {
      result += JSONValue.string(key).bytes()
      // An element has no key, and so nothing between a key and the value.
      result +=
        origin.child < value
        ? Array(storage.bytes[storage.tokenEnd(of: origin.child)..<storage.entries[value].offset])
        : style.colon
    }
    result += indented(self.value(value, editedTo: item.value))
    let comma = slot.comma ?? slot.own.upperBound
    let behind = [slot.item.upperBound..<comma, min(comma + 1, slot.own.upperBound)..<slot.own.upperBound]
      .flatMap { JSONGap($0, in: storage.trivia).comments.map(\.range) }
    // On a line with other items, a comment behind the comma would belong to the next item.
    if endsLine { result += separator }
    for comment in behind {
      result +=
        [UInt8(ascii: " ")] + (endsLine ? Array(storage.bytes[comment]) : storage.trivia.block(comment))
    }
    if !endsLine { result += separator }
    return result
  }

  /// Returns the text of a value in the document, with the differences to another value edited.
  ///
  /// The text is parsed as a document of its own, so the edit is the same as everywhere else. If the result exceeds a
  /// limit, the value is written as new text instead.
  private func value(_ entry: Int, editedTo value: JSONValue) -> [UInt8] {
    let node = JSONNode(storage: storage, entry: entry)
    let text = Array(storage.bytes[node.byteRange])
    if node.isEqual(to: value, spelled: spellsNumbers) { return text }
    guard
      let document = try? JSONDocument(
        parsing: text, limits: storage.limits, duplicateKeys: storage.duplicateKeys)
    else { return value.bytes() }
    var editor = JSONEditor(
      storage: document.storage, elementOrigins: elementOrigins, firstEntry: entry + firstEntry,
      spelledPaths: spellsNumbers ? [.root] : [])
    return (try? editor.result(replacingRootWith: value)) ?? value.bytes()
  }

  /// Returns the text of a new item that starts a line with an indentation, or that is within a line. Without an
  /// indentation, nothing in the value is broken into lines.
  mutating func text(of item: JSONListEdit.Item, indent: [UInt8]?, like shape: JSONShape) -> [UInt8] {
    if item.key == nil, item.value.isScalar { return item.value.bytes() }
    var writer = JSONWriter(layout: style.layout(oneLine: indent == nil))
    if let key = item.key {
      writer.write(JSONObject.Member(key: key, value: item.value), indent: indent ?? [], shape: shape)
    } else {
      writer.write(item.value, indent: indent ?? [], shape: shape)
    }
    return writer.bytes
  }

  /// Returns the shape of the nearest object or array of the same kind beside an item: the item itself, the last one
  /// before it, or else the first one after it.
  ///
  /// For a third server in `[{ "x":1 }, { "x":2 }]`, it is the shape of the second one, so the new one is written as
  /// `{ "x":3 }`. An empty object has no shape.
  ///
  /// Cost: linear in the number of items for the first value of a container, and in the size of the value whose shape it is, unless the
  /// last shape was that one's, too; a scalar needs no shape.
  mutating func shape(for value: JSONValue, near place: JSONPlace?) -> JSONShape {
    guard !value.isScalar, let place else { return .none }
    let node = JSONNode(storage: storage, entry: place.container)
    let isObject = node.kind == .object
    let siblings =
      shaped[place.container]
      ?? Dictionary(
        grouping: (isObject ? node.allMembers.map(\.value) : Array(node.elements))
          .filter { !$0.children.isEmpty }.map(\.entry)
      ) { [storage] in JSONNode(storage: storage, entry: $0).kind }
    shaped[place.container] = siblings
    let same = siblings[value.kind] ?? []
    let before = same.sortedCount { $0 <= (isObject ? place.child + 1 : place.child) }
    guard let nearest = before > 0 ? same[before - 1] : same.first else { return .none }
    if lastShape?.entry != nearest {
      lastShape = (nearest, JSONShape(JSONNode(storage: storage, entry: nearest)))
    }
    return lastShape?.shape ?? .none
  }
}

extension JSONTrivia {
  /// Returns a comment as it can be written among other text of a line: a line comment as a block. An end of a block in
  /// its text is taken apart: `// a */ b` becomes `/* a * / b */`.
  fileprivate func block(_ comment: Range<Int>) -> [UInt8] {
    guard bytes[comment.lowerBound + 1] == UInt8(ascii: "/") else { return Array(bytes[comment]) }
    let text = String(decoding: bytes[(comment.lowerBound + 2)..<comment.upperBound], as: UTF8.self)
    return Array(
      "/*\(text.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")) */".utf8)
  }
}

extension [UInt8] {
  /// Returns text whose lines after the first have another indentation. Lines that don't start with the old one stay as
  /// they are, and nothing inside a line changes.
  fileprivate func indented(by indent: [UInt8], insteadOf old: [UInt8]) -> [UInt8] {
    guard indent != old else { return self }
    var result: [UInt8] = []
    var place = startIndex
    while place < endIndex {
      result.append(self[place])
      let byte = self[place]
      place += 1
      let endsLine = byte == 0x0a || byte == 0x0d && (place == endIndex || self[place] != 0x0a)
      if endsLine, self[place...].starts(with: old) {
        result += indent
        place += old.count
      }
    }
    return result
  }
}
