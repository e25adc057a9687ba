import SettingsEditing

/// The versions of the file, newest first, with their changes. A person can roll back to a version.
struct HistoryScreen: ListScreen {
  private var entries: [SettingsHistoryEntry]
  var list = FilteredList()
  /// The changes of the version that was drawn last.
  ///
  /// A comparison of large values takes longer than a frame should, and each frame shows the same comparison.
  private var drawn: (entry: SettingsHistoryEntry, comparisons: [ValueComparison])?
  /// The confirmation that was pending when the versions were read.
  private var pending: PendingConfirmation?

  let name = "History"
  let listContext = KeyContext.history

  init(_ entries: [SettingsHistoryEntry], context: ScreenContext) {
    self.entries = entries
    pending = context.core.pending
    list.revision = context.core.revision
  }

  func count(_ context: ScreenContext) -> Int { entries.count }

  /// A rollback is only reviewed here; nothing changes before it is applied. The review can fail, because the version may have been removed
  /// from the history since the list was read.
  nonisolated static let keys = PageKeys<HistoryScreen>(
    "The version",
    [
      .onRow(.activate, keys: "Enter Right l", title: "All its changes", hint: "Changes") { page, row, _ in
        let entry = page.entries[row]
        return [.open { LinesScreen(changesOf: entry, $0) }]
      },
      .onRow(.rollBack, keys: "r b", title: "Roll back to the version, after a review", hint: "Roll back") {
        page, row, context in
        guard row > 0 else { return [.note("This version is the stored one.")] }
        let entry = page.entries[row]
        do throws(ApplyError) {
          let review = try context.model.store.review(restoring: entry)
          return [.open { ReviewScreen($0, entry: entry, review: review) }]
        } catch {
          return [.problem(error.description)]
        }
      }, .confirm, .cancelConfirmation, .back(),
    ], .finding, .rows)

  /// Returns the strings that a query searches: what a row shows, and which settings changed.
  func strings(_ context: ScreenContext) -> [RowStrings] {
    entries.enumerated().map { row, entry in
      RowStrings(
        name: [entry.time.localText, entry.author, entry.message ?? ""].joined(separator: " "),
        value: entry.changesText(isNow: row == 0),
        help: entry.changes.map { "\($0.name) \($0.path)" }.joined(separator: " "))
    }
  }

  mutating func page(_ context: ScreenContext) -> PlainPage {
    let count = Phrase.count(entries.count, noun: "version")
    return rowsPage(context, [entries.isEmpty ? Message.nothingStored.text : "\(count), the newest first."])
  }

  /// The versions take at most half of the screen, since the changes of the focused version are below them.
  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    // A confirmation is no change of the model.
    if pending != context.core.pending { list.revision = nil }
    update(context)
    let entries = entries
    let comparisons =
      list.focusedRow(of: entries.count).map { self.comparisons(of: entries[$0], context) } ?? []
    let (glyphs, queryHeight) = (frame.glyphs, list.isActive ? 1 : 0)
    drawList(
      in: &frame, context, helpHeight: { $0 - min(entries.count + 1, max(3, $0 / 2)) - queryHeight },
      hasBanner: true, empty: Message.nothingStored.text, more: .activate
    ) { row, area in
      row.map { entries[$0].lines(comparing: comparisons, glyphs, columns: area.width - 2) } ?? []
    } draw: { row, isFocused, line, _, frame in
      Self.draw(entries[row], isNow: row == 0, isFocused: isFocused, in: line, into: &frame)
    }
  }

  /// Compares the values of a version's changes, once as long as it has the focus.
  private mutating func comparisons(of entry: SettingsHistoryEntry, _ context: ScreenContext)
    -> [ValueComparison]
  {
    if let drawn, drawn.entry == entry { return drawn.comparisons }
    let comparisons = entry.comparisons
    drawn = (entry, comparisons)
    return comparisons
  }

  /// Reads the versions again after one was stored or confirmed; the focused version keeps the focus. If the history can't be read, the list
  /// stays as it was.
  mutating func reload(_ context: ScreenContext) -> Int? {
    pending = context.core.pending
    guard let now = try? context.model.store.history() else { return nil }
    let focused = list.focusedRow(of: entries.count)
    let id = focused.map { entries[$0].id }
    entries = now
    return now.firstIndex { $0.id == id } ?? focused
  }

  private static func draw(
    _ entry: SettingsHistoryEntry, isNow: Bool, isFocused: Bool, in line: Rect, into frame: inout Frame
  ) {
    var spans = [Span(entry.time.localText, role: .text)]
    if line.width >= 60 {
      let visible = frame.glyphs.visible
      let author = visible.pad(visible.truncate(entry.author, columns: 12), columns: 12)
      spans.append(Span("  " + author, role: .secondary))
    }
    spans.append(Span("  " + entry.changesText(isNow: isNow), role: .value))
    if let message = entry.message { spans.append(Span("  \(message)", role: .text)) }
    frame.drawRow(spans, in: line, isFocused: isFocused)
  }
}

extension LinesScreen {
  /// Shows all changes of a version.
  init(changesOf entry: SettingsHistoryEntry, _ context: ScreenContext) {
    let comparisons = entry.comparisons
    self.init(name: entry.time.localText) { _, glyphs, columns in
      var lines: [[Span]] = [
        [Span(entry.time.localText, role: .heading), Span("  \(entry.author)", role: .secondary)]
      ]
      if let message = entry.message { lines.append([Span(message)]) }
      lines += entry.agreements.map { [Span($0, role: .secondary)] }
      if let revision = entry.revision { lines.append([Span("revision \(revision)", role: .secondary)]) }
      return lines + [[]] + entry.lines(comparing: comparisons, glyphs, columns: columns)
    }
  }
}

extension SettingsHistoryEntry {
  /// Compares the values of each change inside. Cost: linear in the size of the values, so it is done once for several frames.
  var comparisons: [ValueComparison] { (changes.listed + upgrades).map(\.comparison) }

  /// Returns the changes, one below the other.
  @MainActor
  fileprivate func lines(
    comparing comparisons: [ValueComparison], _ glyphs: Glyphs, columns: Int
  ) -> [[Span]] {
    func line(_ name: String, shown: ValueComparison.Shown) -> [Span] {
      [Span(name)] + shown.spans(glyphs, columns: max(4, columns - glyphs.visible.width(of: name)))
    }
    func lines(_ changes: [SettingChange], _ comparisons: some Sequence<ValueComparison>) -> [[Span]] {
      var lines: [[Span]] = []
      for (change, comparison) in zip(changes, comparisons) {
        let values = line("\(change.name)  ", shown: comparison.shown(as: .forPeople))
        lines.append(change.commentRole == nil ? values : values + change.noteSpans)
        for part in comparison.listedParts {
          lines.append(line("  \(part.title(glyphs))  ", shown: part.shown(as: .forPeople)))
        }
      }
      return lines
    }
    var all = lines(changes.listed, comparisons)
    all += commentedPaths.map { [Span("Comment of \($0)")] }
    if unlistedCount > 0 { all.append([Span("and \(unlistedCount) more", role: .secondary)]) }
    if all.isEmpty { all.append([Span(noChangesText, role: .secondary)]) }
    if !upgrades.isEmpty { all.append([Span("Stored by the upgrade of the app", role: .heading)]) }
    return all + lines(upgrades, comparisons.dropFirst(changes.listed.count))
  }
}
