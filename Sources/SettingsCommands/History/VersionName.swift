import Settings

/// How a person names a version of the history: by its number in the log, or by the first digits of its revision.
enum VersionName {
  case index(Int)
  case prefix(String)

  /// Fewer digits are a number in the log.
  private static let fewestDigits = 4

  init(_ text: String) throws(Failure) {
    if text.count < Self.fewestDigits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let index = Int(text)
    {
      self = .index(index)
    } else if text.count >= Self.fewestDigits, text.allSatisfy(\.isHexDigit), text.utf8.count <= 32 {
      self = .prefix(text.lowercased())
    } else {
      throw .usage(
        "\(text) names no version; give a number as in the log, or four or more digits of a revision.")
    }
  }
}

extension [HistoryEntry] {
  /// The version of a name, newest first among equals.
  func entry(_ name: VersionName, of file: String) throws(Failure) -> HistoryEntry {
    switch name {
    case .index(let index):
      guard indices.contains(index) else {
        throw Failure(.refused, "\(file): the history has no version \(index); see the log.")
      }
      return self[index]
    case .prefix(let prefix):
      let found = filter { $0.revision?.description.hasPrefix(prefix) == true }
      guard let first = found.first else {
        throw Failure(
          .refused, "\(file): the history has no revision that begins with \(prefix); see the log.")
      }
      guard found.allSatisfy({ $0.revision == first.revision }) else {
        throw Failure(.refused, "\(file): several revisions begin with \(prefix); give more digits.")
      }
      return first
    }
  }

  /// What was stored before the last apply that still stands: a version that was rolled back or is damaged is not returned to.
  var beforeLast: HistoryEntry? {
    let kept = filter { !$0.isDamaged || $0.id == first?.id }
    guard let now = kept.first else { return nil }
    return kept.before(now)
  }

  private func before(_ now: HistoryEntry) -> HistoryEntry? {
    var position = startIndex
    while position < endIndex {
      let entry = self[position]
      if entry.kind == .revert {
        // Everything since the content that came back was rolled back with it.
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

extension UntypedStore {
  /// The versions, newest first.
  func versions() throws(Failure) -> [HistoryEntry] {
    do throws(StoreError) { return try history() } catch { throw Failure(error) }
  }
}
