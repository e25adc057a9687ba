import Settings

extension ValueComparison {
  /// Returns the change of a setting as text: a line with its values, and one line for each part of a list or an object that changes.
  ///
  /// - Parameter note: The effects of the change, at the end of the line.
  func text(at path: SettingPath, note: StyledText = "") -> StyledText {
    var lines: [StyledText] = ["\(path.name, .strong): \(shown(as: .typed).text)\(note)"]
    let parts = listedParts
    lines += parts.prefix(Self.mostParts).map { "  \($0.path, .strong): \($0.shown(as: .typed).text)" }
    if parts.count > Self.mostParts { lines.append("  and \(parts.count - Self.mostParts) more") }
    return lines.joinedLines()
  }

  /// The largest number of parts that are listed for one setting; JSON output has all.
  private static let mostParts = 200
}

extension ValueComparison.Shown {
  fileprivate var text: StyledText {
    switch self {
    case .values(let old, let new): "\(old, .old) → \(new, .new)"
    case .words(let segments):
      segments.reduce("") { text, segment in
        switch segment {
        case .same(let words): "\(text)\(words)"
        case .removed(let words): "\(text)[-\(words, .old)-]"
        case .added(let words): "\(text){+\(words, .new)+}"
        }
      }
    case .counts(let counts): "\(counts, .faint)"
    case .added(let value): "added \(value, .new)"
    case .removed(let value): "removed \(value, .old)"
    case .moved(let from): "moved from \(from)"
    }
  }
}
