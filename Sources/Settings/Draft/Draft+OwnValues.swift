extension Draft {
  /// Returns the values that aren't defaults of the form, by the settings' positions in the index: those that are set, stored
  /// or staged, those of other layers, and those that rules derive.
  ///
  /// Cost: linear in the size of the stored content and in the number of staged and derived values, not in the size of
  /// the form.
  package func ownValues() -> [Int: JSONValue] {
    var values: [Int: JSONValue] = [:]
    index.forEachValue(in: base.document) { position, node in values[position] = node.value }
    for (path, change) in edits {
      guard let position = index.position(of: path) else { continue }
      switch change {
      case .set(let value): values[position] = value
      case .remove: values[position] = nil
      }
    }
    for position in base.layers.positions {
      values[position] = value(at: index.settings[position].path)
    }
    for position in rules.derivedPositions where values[position] == nil {
      values[position] = value(at: index.settings[position].path)
    }
    return values
  }
}
