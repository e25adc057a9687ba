extension Draft {
  /// Whether a rule hides the setting or section, or a section that contains it. Hidden settings keep their values and aren't
  /// validated.
  package func isHidden(_ path: SettingPath) -> Bool {
    rules.isRestricted(path, .hidden, in: index)
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  package func isEnabled(_ path: SettingPath) -> Bool {
    !rules.isRestricted(path, .disabled, in: index)
  }

  /// Whether the setting, or the whole section, is read-only: by its annotation, by a rule, or because a layer below locks it.
  package func isReadOnly(_ path: SettingPath) -> Bool {
    base.layers.lock(at: path) != nil
      || index.entry(containing: path)?.setting.traits.contains(.readOnly) ?? false
      || rules.isRestricted(path, .readOnly, in: index)
  }

  /// Whether no layer sets the setting and a rule derives its default.
  package func isDerived(_ path: SettingPath) -> Bool {
    rules.derivedValue(at: path) != nil && index[path].map { effectiveSetValue(of: $0) == nil } ?? false
  }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  ///
  /// Cost: linear in the number of rules with an action for the setting or for a section that contains it.
  package func trace(at path: SettingPath) -> RuleTrace {
    rules.trace(at: path, in: index, isStaged: isStaged(path)) { position in
      effectiveSetValue(of: index.settings[position])
    }
  }
}

extension Draft {
  /// The document with the changes, for reading without the form: with the values of other layers, with derived defaults, and with
  /// the keys of earlier versions renamed; `nil` if a change can't be made.
  var completeDocument: JSONDocument? {
    guard let document = try? candidateDocument() else { return nil }
    return document.withEffectiveValues(of: base.layers, rules, in: index)
  }
}
