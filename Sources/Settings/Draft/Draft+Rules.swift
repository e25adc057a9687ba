extension Draft {
  /// Whether a rule hides the setting or section, or a section that contains it. Hidden settings keep their values and aren't
  /// validated.
  public func isHidden(_ path: SettingPath) -> Bool {
    rules.isRestricted(path, .hidden, in: index)
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  package func isEnabled(_ path: SettingPath) -> Bool {
    !rules.isRestricted(path, .disabled, in: index)
  }

  /// Whether the setting, or the whole section, is read-only, by its annotation or by a rule.
  package func isReadOnly(_ path: SettingPath) -> Bool {
    index.entry(containing: path)?.setting.traits.contains(.readOnly) ?? false
      || rules.isRestricted(path, .readOnly, in: index)
  }

  /// Whether the setting isn't set and a rule derives its default.
  package func isDerived(_ path: SettingPath) -> Bool {
    !isSet(path) && rules.derivedValue(at: path) != nil
  }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  ///
  /// Cost: linear in the number of rules about it.
  public func trace(at path: SettingPath) -> RuleTrace {
    rules.trace(at: path, in: index, isStaged: isStaged(path)) { position in
      setValue(of: index.settings[position])
    }
  }
}

extension Draft {
  /// The document with the changes, for reading without the form: with derived defaults, and with the keys of earlier versions
  /// renamed; `nil` if a change can't be made.
  var completeDocument: JSONDocument? {
    guard let bytes = try? candidate(), let document = try? JSONDocument(parsing: bytes) else { return nil }
    return document.withDerivedValues(of: rules, in: index)
  }
}

extension Snapshot {
  /// Returns the document for reading without the form: with derived defaults, and with the keys of earlier versions renamed.
  func complete(in index: FormIndex) -> JSONDocument {
    document.withDerivedValues(of: rules, in: index)
  }
}

extension JSONDocument {
  /// Returns the document with the derived defaults of settings that aren't set, and with values moved from keys of earlier
  /// versions.
  ///
  /// Returns the document unchanged if the value of a section isn't an object. That is reported as a problem.
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
