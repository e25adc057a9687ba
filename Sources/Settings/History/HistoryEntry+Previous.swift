extension [HistoryEntry] {
  /// The version before the last apply that is still in effect. Reverted and damaged versions are skipped.
  package var beforeLast: HistoryEntry? {
    let kept = filter { !$0.isDamaged || $0.id == first?.id }
    guard let now = kept.first else { return nil }
    return kept.before(now)
  }

  private func before(_ now: HistoryEntry) -> HistoryEntry? {
    var position = startIndex
    while position < endIndex {
      let entry = self[position]
      if entry.kind == .revert {
        // A revert undoes all versions since the content that it restores. Continue with the last version before it with that content.
        let rest = self[index(after: position)...]
        guard let origin = rest.firstIndex(where: { $0.revision == entry.revision }) else { return nil }
        position = origin
      } else if entry.revision != now.revision {
        return entry
      } else {
        position = index(after: position)
      }
    }
    return nil
  }
}
