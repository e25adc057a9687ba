/// Removing items from the text of an object or an array, and inserting others.
extension JSONEditor {
  /// Applies the edits of the list of one container.
  mutating func edit(_ container: Int, _ edit: JSONListEdit) {
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

    if let lastKept, edit.inserted[last] == nil, !keepsComma {
      removeComma(of: storage.slot(of: lastKept, in: container))
    }
    for (anchor, items) in edit.inserted.sorted(by: { $0.key < $1.key }) {
      insert(items, at: anchor, in: container, endsInComma: anchor != last || keepsComma)
    }
    for run in runs { remove(run, in: container) }
  }

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

  /// Returns the removed items. Adjacent items are together unless a comment that belongs to neither of them is between them.
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

  /// Whether a run is the whole content of its container, including comments.
  private func isWhole(_ run: Run, in container: Int) -> Bool {
    run.first.isFirst && run.last.isLast && run.first.gapStart == storage.tokenEnd(of: container)
      && storage.trivia.isBlank(run.first.gapStart..<run.first.own.lowerBound)
      && storage.trivia.isBlank(run.last.own.upperBound..<run.last.nextStart)
  }

  private mutating func remove(_ run: Run, in container: Int) {
    let (first, last) = (run.first, run.last)
    let own = first.own.lowerBound..<last.own.upperBound
    let gapIsBlank = storage.trivia.isBlank(first.gapStart..<own.lowerBound)
    let nextStart = last.isLast ? last.nextStart : storage.slot(of: last.next, in: container).own.lowerBound
    // A comment above the next item must stay on a separate line.
    let nextIsBare =
      !last.isLast && nextStart == last.nextStart && storage.trivia.isBlank(own.upperBound..<nextStart)
    if first.startsLine, let lineBreak = last.lineBreak {
      // Remove whole lines.
      splice(storage.trivia.startOfSpace(before: own.lowerBound)..<lineBreak.upperBound)
    } else if !last.endsLine && !last.isLast || first.isFirst && nextIsBare {
      // Another item follows on the line, or the run is the first: remove the space after the run, and keep the space before it.
      splice(own.lowerBound..<nextStart)
    } else if gapIsBlank, !first.followsLineComment {
      // The run ends its line or its container: remove the space before the run, so that none is left at the end of the line.
      splice(first.gapStart..<own.upperBound)
    } else {
      splice(own)
    }
  }

  private mutating func removeComma(of slot: JSONSlot) {
    guard let comma = slot.comma else { return }
    let isAlone = storage.trivia.isBlank(slot.item.upperBound..<comma)
    splice((isAlone ? slot.item.upperBound : comma)..<(comma + 1))
  }
}

// MARK: - Inserting

extension JSONListEdit.Anchor: Comparable {
  /// Orders anchors by their position in the text. The position after an item comes before the next item.
  static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .start: -1
    case .before(let child): 2 * child
    case .after(let child): 2 * child + 1
    }
  }
}

extension JSONEditor {
  private mutating func insert(
    _ items: [JSONListEdit.Item], at anchor: JSONListEdit.Anchor, in container: Int, endsInComma: Bool
  ) {
    switch anchor {
    case .after(let child):
      let slot = storage.slot(of: child, in: container)
      insert(items, after: slot, in: container, endsInComma: endsInComma)
    case .before(let child):
      let slot = storage.slot(of: child, in: container)
      let indent = slot.startsLine ? storage.indentation(ofLineStartingAt: slot.own.lowerBound) : nil
      let gap = indent.map { style.newline + $0 } ?? inlineGap(before: slot)
      let strings = items.map { text(of: $0, indent: indent) + [UInt8(ascii: ",")] + gap }
      splice(slot.own.lowerBound..<slot.own.lowerBound, Array(strings.joined()))
    case .start:
      let slot = storage.slot(of: container + 1, in: container)
      let indent = slot.startsLine ? storage.indentation(ofLineStartingAt: slot.own.lowerBound) : nil
      let first =
        indent.map { style.newline + $0 } ?? Array(storage.bytes[slot.gapStart..<slot.own.lowerBound])
      let rest = indent == nil ? style.space : first
      insert(items, at: slot.gapStart, first: first, rest: rest, indent: indent, endsInComma: endsInComma)
    }
  }

  private mutating func insert(
    _ items: [JSONListEdit.Item], after slot: JSONSlot, in container: Int, endsInComma: Bool
  ) {
    // If the next item followed on the same line, a comment after the comma would belong to it.
    let hasCommentBehind = slot.comma.map { $0 + 1 < slot.own.upperBound } ?? slot.endsInLineComment
    let isMultiline = slot.isLast ? slot.startsLine || hasCommentBehind : slot.endsLine
    if slot.comma == nil {
      let place = isMultiline ? slot.item.upperBound : slot.own.upperBound
      splice(place..<place, [UInt8(ascii: ",")])
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
        Array(storage.bytes[slot.own.upperBound..<storage.slot(of: slot.next, in: container).own.lowerBound])
      }
    insert(items, at: place, first: gap, rest: gap, indent: indent, endsInComma: endsInComma)
  }

  private mutating func insert(
    _ items: [JSONListEdit.Item], at offset: Int, first: [UInt8], rest: [UInt8], indent: [UInt8]?,
    endsInComma: Bool
  ) {
    var result: [UInt8] = []
    for (place, item) in items.enumerated() {
      result += place == 0 ? first : rest
      result += text(of: item, indent: indent)
      if endsInComma || place < items.count - 1 { result.append(UInt8(ascii: ",")) }
    }
    splice(offset..<offset, result)
  }

  /// Returns the indentation of a new line after an item.
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
    slot.isFirst ? style.space : Array(storage.bytes[slot.gapStart..<slot.own.lowerBound])
  }

  /// Inserts items into an empty object or array.
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
      insert(items, at: inside.lowerBound, first: [], rest: style.space, indent: nil, endsInComma: false)
      return splice(inside)
    }
    let outer = storage.trivia.indentation(at: open)
    let indent = outer + style.unit
    let gap = style.newline + indent
    insert(items, at: head.end, first: gap, rest: gap, indent: indent, endsInComma: false)
    if storage.trivia.isBlank(rest) { splice(rest, style.newline + outer) }
  }

  /// Writes the first value into blank text.
  mutating func fill(with value: JSONValue) {
    let bytes = storage.bytes
    let start = bytes.starts(with: JSONBytes.byteOrderMark) ? JSONBytes.byteOrderMark.count : 0
    let isBlank = storage.trivia.isBlank(start..<bytes.count)
    let endsLine = bytes.last == 0x0a || bytes.last == 0x0d
    let gap = isBlank || endsLine ? [] : style.newline
    splice(
      (isBlank ? start : bytes.count)..<bytes.count,
      gap + text(of: .element(value), indent: []) + style.newline)
  }

  /// Returns the text of an item that starts a line with an indentation, or that is within a line.
  mutating func text(of item: JSONListEdit.Item, indent: [UInt8]?) -> [UInt8] {
    if case .element(let value) = item, value.isScalar { return value.bytes() }
    var writer = JSONWriter(layout: style.layout(oneLine: indent == nil))
    switch item {
    case .element(let value): writer.write(value, indent: indent ?? [])
    case .member(let member): writer.write(member, indent: indent ?? [])
    }
    return writer.bytes
  }
}
