extension Snapshot {
  /// Returns the document for reading without the form: with the values of other layers and with derived defaults.
  ///
  /// - Parameter index: The form, which is read only if the document isn't complete by itself.
  func complete(in index: @autoclosure () -> FormIndex) -> JSONDocument {
    if layers.isEmpty, !rules.derivesDefaults { return document }
    return document.withEffectiveValues(of: layers, rules, in: index())
  }
}

extension JSONDocument {
  /// Returns the document with the effective values of other layers, and with the derived defaults of settings that aren't set.
  ///
  /// Returns the document unchanged if the value of a section isn't an object. That is reported as a problem.
  func withEffectiveValues(of layers: LayerStack, _ rules: RuleState, in index: FormIndex) -> JSONDocument {
    var edits = JSONEdits()
    for position in rules.derivedPositions {
      let entry = index.settings[position]
      guard node(of: entry) == nil, let value = rules.derivedValue(at: entry.path) else { continue }
      edits.set(value, at: entry.path)
    }
    if !layers.isEmpty { replaceValues(of: layers, rules, in: index, with: &edits) }
    guard !edits.isEmpty, let bytes = try? bytes(applying: edits, keyOrder: index.keyOrder),
      let document = try? JSONDocument(parsingStored: bytes)
    else { return self }
    return document
  }

  private func replaceValues(
    of layers: LayerStack, _ rules: RuleState, in index: FormIndex, with edits: inout JSONEdits
  ) {
    let locked = layers.lockedPaths.flatMap { index.settingPaths(at: $0) }.compactMap(index.position(of:))
    for position in Set(layers.positions + locked) {
      let entry = index.settings[position]
      let written = node(of: entry)?.value
      let effective =
        layers.effectiveValue(of: entry, written: written) ?? rules.derivedValue(at: entry.path)
      guard effective != written else { continue }
      if let effective {
        edits.set(effective, at: entry.path)
      } else {
        edits.remove(at: entry.path)
      }
    }
  }
}
