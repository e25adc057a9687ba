import SettingsSystem

extension SettingsStore {
  /// Returns the setting that a key path refers to, or all settings of the section; empty for any other key path.
  func entries(at keyPath: PartialKeyPath<Root>) -> [FormIndex.Entry] {
    let paths = path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []
    return paths.compactMap { untyped.index[$0] }
  }

  /// Returns what to stage in a draft so that a key path has a value; `nil` resets a setting.
  ///
  /// A key path that refers to neither a setting nor a section, such as that of a computed property or of a part of a setting,
  /// changes the settings that it changes in the root. What can't be encoded, such as a number that isn't finite, is a problem
  /// of the review.
  func valuesToStage<Value: Codable>(
    _ value: Value, at keyPath: WritableKeyPath<Root, Value>, in draft: Draft
  ) -> [StagedValue] {
    guard let path = path(of: keyPath) else {
      return valuesToStage(changing: values(of: draft), in: draft) { $0[keyPath: keyPath] = value }
    }
    let after = json(of: value)
    if let entry = untyped.index[path] {
      let staged = draft.value(at: path)
      let before = staged.flatMap { decode(Value.self, from: $0) }.map(json)
      return [StagedValue(entry, exactly: after, insteadOf: before, over: staged)]
    }
    let before = decodedValues(of: draft).map { json(of: $0.root[keyPath: keyPath]) }
    return entries(at: keyPath).compactMap { inner in
      let place = SettingPath(Array(inner.path.keys.dropFirst(path.keys.count)))
      let (old, new) = (before?.value(at: place), after.value(at: place))
      // A setting of the section that stays may have its value from another layer, which must not be stored.
      if before != nil, old == new { return nil }
      return StagedValue(
        inner, exactly: new, insteadOf: old, over: draft.effectiveValue(at: inner.path))
    }
  }

  /// Returns what to stage in a draft for each setting that the body changes.
  ///
  /// - Parameter values: The values of the draft.
  func valuesToStage(
    changing values: RootValues<Root>, in draft: Draft, _ body: (inout Root) -> Void
  ) -> [StagedValue] {
    let (old, new) = DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      var new = values.root
      body(&new)
      return (json(of: values.root), json(of: new))
    }
    return untyped.index.settings.compactMap { entry in
      let (before, after) = (old.value(at: entry.path), new.value(at: entry.path))
      guard before != after else { return nil }
      return StagedValue(
        entry, exactly: after, insteadOf: before, over: draft.effectiveValue(at: entry.path))
    }
  }

  /// Encodes a value to stage it.
  private func json(of value: some Encodable) -> JSONValue {
    (try? SettingsEncoder(failures: .encodedAsMismatch).encode(value)) ?? .null
  }
}

extension StagedValue {
  /// Creates what all typed writing stages: the difference between the encoded values in the staged or stored value. So the parts of
  /// that value which the app's type doesn't know stay.
  ///
  /// An optional property that is `nil` isn't encoded by every type; a missing value of another setting resets it.
  ///
  /// - Parameters:
  ///   - after: The encoded new value.
  ///   - before: The encoded value of `current`; `nil` if the app can't decode that, so that the new value replaces it.
  ///   - current: The value without the change.
  fileprivate init(
    _ entry: FormIndex.Entry, exactly after: JSONValue?, insteadOf before: JSONValue?,
    over current: JSONValue?
  ) {
    guard let after = after ?? (entry.setting.isOptional ? .null : nil) else {
      self.init(entry, nil)
      return
    }
    guard let before, let current else {
      self.init(entry, after)
      return
    }
    let change = EncodedChange(from: before, to: after)
    self.init(entry, change?.applied(to: current, entry.setting) ?? current)
  }
}
