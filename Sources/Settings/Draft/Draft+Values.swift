/// The values of settings as a draft has them. Each is looked up in the edits, then in the stored content and the other layers, then in what
/// applies if nothing sets it.
extension Draft {
  /// Returns the staged value, or else the stored value, or else the default, derived or not; `nil` if the default is unknown.
  ///
  /// It is what an editor shows in a row. A layer above the file doesn't count, since the person edits the file; ``effectiveValue(at:)`` is
  /// what the app will use:
  ///
  ///     default 7, file 10, staged 14, environment 30     value 14, effective value 30
  package func value(at path: SettingPath) -> JSONValue? {
    index[path].flatMap { entry in
      (base.layers.editedValue(of: entry, written: setValue(of: entry)) ?? unsetValue(of: entry))
        .map(entry.setting.completed)
    }
  }

  /// Returns what is stored of a value in which parts were changed: the members that the app takes from a default are left out.
  ///
  /// - Parameter parts: The paths of the parts that were set.
  package func stored(_ value: JSONValue, of entry: FormIndex.Entry, setting parts: [SettingPath] = [])
    -> JSONValue
  {
    let path = entry.path
    let inner = parts.filter(path.contains).map { $0.keys.dropFirst(path.keys.count) }
    return inner.contains([])
      ? value : entry.setting.uncompleted(value, over: setValue(of: entry), set: inner)
  }

  /// Returns where another layer decides the value, so that a staged value has no effect: a layer above the file sets the setting, or a
  /// layer below the file locks it. Returns `nil` if the file decides.
  package func overrider(of path: SettingPath) -> SettingOrigin? {
    index[path].flatMap(base.layers.overrider)
  }

  /// Returns where a layer below locks a setting or section; `nil` if it isn't locked.
  package func lock(at path: SettingPath) -> SettingOrigin? { base.layers.lock(at: path) }

  /// Returns the problem of a change of a locked setting or section; `nil` if it isn't locked.
  package func refusal(at path: SettingPath) -> FormProblem? { base.layers.refusal(at: path) }

  /// Returns where another layer than the file sets the effective value; `nil` if the file sets it, or a default applies.
  ///
  /// A layer above the file always counts. One below counts only if the file and the draft don't set the setting, or if it locks the
  /// setting.
  package func otherLayer(of path: SettingPath) -> SettingOrigin? {
    guard let entry = index[path] else { return nil }
    if let value = base.layers.overriding(entry) { return value.origin }
    if setValue(of: entry) != nil, base.layers.lock(at: path) == nil { return nil }
    return base.layers.inherited(entry)?.origin
  }

  /// Returns the value that the app uses once the changes are stored; `nil` if the default is unknown, because the form doesn't have it or
  /// the app computes it.
  package func effectiveValue(at path: SettingPath) -> JSONValue? {
    index[path].flatMap { entry in base.layers.overriding(entry).map { entry.setting.completed($0.value) } }
      ?? value(at: path)
  }

  /// Returns where the effective value comes from; a staged value has the file without a position.
  ///
  /// - Parameter file: The name of the settings file.
  package func origin(of path: SettingPath, file: String) -> SettingOrigin? {
    guard let entry = index[path] else { return nil }
    if let origin = otherLayer(of: path) { return origin }
    if base.layers.lock(at: path) == nil {
      if edits[path] == nil { return base.origin(of: entry, file: file) }
      if isSet(path) { return .file(file, nil) }
    }
    return rules.derivedValue(at: path) == nil ? .defaultValue : .rule
  }

  /// Returns the value of the setting if the file doesn't set it: what a layer below sets, or else what a rule derives, or else its
  /// default.
  package func defaultValue(at path: SettingPath) -> JSONValue? {
    index[path].flatMap(unsetValue)
  }

  /// Returns the value that is set, staged or stored; `nil` if a default applies, or if the setting is removed together with a section
  /// around it.
  package func setValue(of entry: FormIndex.Entry) -> JSONValue? {
    edits[entry.path] == nil && isRemovedWithSection(entry.path) ? nil : edits.value(of: entry, over: base)
  }

  /// Returns the value that any layer sets for the app; `nil` if a default applies. Rules read this value.
  package func effectiveSetValue(of entry: FormIndex.Entry) -> JSONValue? {
    base.layers.effectiveValue(of: entry, written: setValue(of: entry))
  }

  func unsetValue(of entry: FormIndex.Entry) -> JSONValue? {
    base.layers.inherited(entry)?.value ?? rules.derivedValue(at: entry.path) ?? entry.setting.defaultValue
  }

  /// Returns the stored value, or else the default, as if nothing were staged.
  package func savedValue(at path: SettingPath) -> JSONValue? {
    index[path].flatMap(base.editedValue)
  }

  /// Whether the setting has a staged change, its own or the removal of a section around it.
  package func isStaged(_ path: SettingPath) -> Bool {
    edits[path] != nil || isRemovedWithSection(path)
  }

  /// Whether the file sets the setting once the changes are stored. A value that equals the default counts.
  package func isSet(_ path: SettingPath) -> Bool {
    switch edits[path] {
    case .set?: true
    case .remove?: false
    case nil: !isRemovedWithSection(path) && index[path].flatMap(base.node) != nil
    }
  }

  /// Returns the values that aren't defaults of the form, by the settings' positions in the index: values that are set, stored or staged;
  /// values of other layers; and values that rules derive.
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

extension JSONEdits {
  /// Returns the value that is set for a setting, staged or stored; `nil` if a default applies.
  func value(of entry: FormIndex.Entry, over base: Snapshot) -> JSONValue? {
    switch self[entry.path] {
    case .set(let value)?: value
    case .remove?: nil
    case nil: base.storedValue(of: entry)
    }
  }
}
