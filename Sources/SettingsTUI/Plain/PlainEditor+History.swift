import Settings

extension PlainEditor {
  /// Lists the versions of the file.
  func showHistory() -> PlainAnswer {
    let entries: [HistoryEntry]
    do throws(StoreError) {
      entries = try model.store.history()
    } catch {
      return ask(["\(error)"], listing: false)
    }
    if case .history = question { questions.removeLast() }
    questions.append(.history(entries))
    return ask([])
  }

  /// Reads the versions again and lists them, or lists the open question again.
  func listAgain() -> PlainAnswer {
    if case .history = question { return showHistory() }
    return ask([])
  }

  /// Returns the introduction to the list of versions.
  func historyLines(_ entries: [HistoryEntry]) -> [String] {
    guard !entries.isEmpty else { return ["", Message.nothingStored.text] }
    return ["", "\(Phrase.count(entries.count, "version")), the newest first."]
  }

  /// Returns a version in the list.
  func text(_ entry: HistoryEntry, isNow: Bool) -> String {
    let author = entry.author.isEmpty ? "" : " by \(entry.author)"
    return "\(entry.time.localText)\(author), \(entry.changesText(isNow: isNow))"
      + (entry.message.map { ": \($0)" } ?? "")
  }

  /// Returns the changes of a version.
  func versionLines(_ entry: HistoryEntry, isNow: Bool) -> [String] {
    var lines = ["", "Version of \(text(entry, isNow: isNow))."]
    lines += entry.changes.prefix(Self.page).flatMap { change in
      let comparison = change.comparison(in: core.index)
      return ["\(change.name): \(comparison.shown(as: .forPeople).sentence(becoming: "then"))"]
        + comparison.listedParts.prefix(Self.page).map { part in
          "\(change.name), \(part.names.joined(separator: ", ")): "
            + part.shown(as: .forPeople).sentence(becoming: "then")
        }
    }
    let more = entry.changeCount - min(entry.changes.count, Self.page)
    if more > 0 { lines.append("And \(more) more.") }
    if entry.changes.isEmpty { lines.append(entry.noChangesText) }
    return lines
  }

  /// Reviews a rollback to a version.
  func review(_ entry: HistoryEntry) -> PlainAnswer {
    do throws(ApplyError) {
      questions.append(.rollBack(entry, try model.store.review(restoring: entry)))
      return ask([])
    } catch {
      return ask(["\(error)"], listing: false)
    }
  }

  /// Returns the changes that a rollback to a version makes.
  func rollBackLines(_ entry: HistoryEntry, _ review: Review) -> [String] {
    let count = review.changes.count
    var lines = [
      "",
      "Roll back to the version of \(entry.time.localText): \(Phrase.count(count, "change")).",
    ]
    lines += self.lines(Array(review.changes.prefix(Self.page)))
    if count > Self.page { lines.append("And \(count - Self.page) more.") }
    lines += entailedLines(of: review)
    lines.append("a rolls back, byte for byte; an empty line goes back.")
    return lines
  }

  /// Rolls back to a version, or shows what prevents it.
  func rollBack(to entry: HistoryEntry, _ review: Review, _ options: ApplyOptions) -> PlainAnswer {
    guard review.isApplicable else { return ask(["Not rolled back, because of the following."]) }
    return PlainAnswer(text: "", prompt: "", effect: .store(.rollBack(entry, review, options)))
  }

  /// Reviews the rollback again, because the stored content may have changed. If that fails, the rollback reports why.
  func reviewAgain() {
    guard case .rollBack(let entry, _) = question, let review = try? model.store.review(restoring: entry)
    else {
      return
    }
    questions[questions.count - 1] = .rollBack(entry, review)
  }
}
