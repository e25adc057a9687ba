import SettingsEditing

@testable import SettingsTUI

extension SettingSearch {
  init(_ outline: Outline, _ index: FormIndex) {
    self.init(index, parents: outline.nodes.map(\.parent), skipped: outline.skipped)
  }

  /// Returns the settings that match the query, the best match first.
  mutating func findSettings(_ query: String, values: () -> [Int: JSONValue] = { [:] }) -> [Int] {
    find(query, values: values).compactMap {
      if case .setting(let position) = $0.item { position } else { nil }
    }
  }
}
