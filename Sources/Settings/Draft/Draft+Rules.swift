extension Draft {
  /// Whether a rule hides the setting or section, or a section around it. What is hidden keeps its value and is not
  /// checked.
  public func isHidden(_ path: SettingPath) -> Bool {
    rules.isRestricted(path, .hidden, in: index)
  }

  /// Whether no rule says that the setting or section, or a section around it, has no use now.
  public func isEnabled(_ path: SettingPath) -> Bool {
    !rules.isRestricted(path, .disabled, in: index)
  }

  /// Whether the setting, or all of the section, can't be changed: always, or by a rule.
  public func isReadOnly(_ path: SettingPath) -> Bool {
    index.entry(containing: path)?.setting.traits.contains(.readOnly) ?? false
      || rules.isRestricted(path, .readOnly, in: index)
  }

  /// Whether the setting was not set and has a default that a rule derives.
  public func isDerived(_ path: SettingPath) -> Bool {
    !isSet(path) && rules.derivedValue(at: path) != nil
  }

  /// Why a setting has its value, why it or a section is hidden or can't be changed, and what rules require.
  ///
  /// Cost: linear in the rules that have to do with it.
  public func trace(at path: SettingPath) -> RuleTrace {
    rules.trace(at: path, in: index, isStaged: isStaged(path)) { position in
      setValue(of: index.settings[position])
    }
  }
}

extension Snapshot {
  /// The document for those who read it without the form: with what rules derive, and with values under the keys of
  /// earlier versions under those of this one.
  func complete(in index: FormIndex) -> JSONDocument {
    document.withDerivedValues(of: rules, in: index)
  }
}

extension JSONDocument {
  /// The document with the derived defaults of settings that are not set, and with values moved to their settings'
  /// keys of this version; as it is if it has no room for them because a section is no object, which is a problem in
  /// itself.
  func withDerivedValues(of rules: RuleState, in index: FormIndex) -> JSONDocument {
    var edits = JSONEdits()
    for position in rules.derivedPositions {
      let entry = index.settings[position]
      guard node(of: entry) == nil, let value = rules.derivedValue(at: entry.path) else { continue }
      edits.set(value, at: entry.path)
    }
    for position in index.renamed {
      let entry = index.settings[position]
      guard node(at: entry.path) == nil, let value = node(of: entry)?.value else { continue }
      edits.set(value, at: entry.path)
    }
    guard !edits.isEmpty, let bytes = try? bytes(applying: edits, keyOrder: index.keys),
      let document = try? JSONDocument(parsing: bytes)
    else { return self }
    return document
  }
}
