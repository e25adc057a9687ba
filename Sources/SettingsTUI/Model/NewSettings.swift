import Settings

/// The settings that the form has, but the form of the last apply before the editor was opened didn't have.
///
/// An apply of the editor itself doesn't change them, so that a person can go through all of them.
struct NewSettings {
  /// Their paths, those of settings without a row included.
  let paths: Set<SettingPath>
  /// Their positions in the index.
  let positions: Set<Int>
  /// Their number by section, those of inner sections included.
  let counts: [Int: Int]

  init(_ paths: Set<SettingPath>, _ index: FormIndex, _ outline: Outline) {
    self.paths = paths
    positions = Set(paths.compactMap { index.position(of: $0) }).subtracting(outline.skipped)
    var counts: [Int: Int] = [:]
    for position in positions {
      for node in outline.ancestors(of: outline.sections[position]) { counts[node, default: 0] += 1 }
    }
    self.counts = counts
  }

  var isEmpty: Bool { positions.isEmpty }

  /// A sentence about their number; `nil` without new settings.
  var sentence: String? {
    guard !isEmpty else { return nil }
    return Phrase.count(positions.count, "setting is", "settings are") + " new since the last apply"
  }
}
