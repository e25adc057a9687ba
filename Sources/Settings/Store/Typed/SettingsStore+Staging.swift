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
  func valuesToStage<Value: Encodable>(
    _ value: Value, at keyPath: WritableKeyPath<Root, Value>, in draft: Draft
  ) -> [StagedValue] {
    guard let path = path(of: keyPath) else {
      return valuesToStage(changing: values(of: draft)) { $0[keyPath: keyPath] = value }
    }
    let json = json(of: value)
    if let entry = untyped.index[path] { return [StagedValue(entry, json)] }
    return entries(at: keyPath).map { inner in
      let value = json.value(at: SettingPath(Array(inner.path.keys.dropFirst(path.keys.count))))
      return StagedValue(inner, inner.valueToStage(value))
    }
  }

  /// Returns what to stage for each setting that the body changes.
  func valuesToStage(changing values: RootValues<Root>, _ body: (inout Root) -> Void) -> [StagedValue] {
    let (old, new) = DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      var new = values.root
      body(&new)
      return (json(of: values.root), json(of: new))
    }
    return untyped.index.settings.compactMap { entry in
      let (before, after) = (old.value(of: entry), new.value(of: entry))
      return before == after ? nil : StagedValue(entry, entry.valueToStage(after))
    }
  }

  /// Encodes a value to stage it.
  private func json(of value: some Encodable) -> JSONValue {
    (try? SettingsEncoder(failures: .encodedAsMismatch).encode(value)) ?? .null
  }
}

extension FormIndex.Entry {
  /// Returns what to stage for an encoded value: an optional property that is `nil` isn't encoded; `nil` resets the setting.
  fileprivate func valueToStage(_ encoded: JSONValue?) -> JSONValue? {
    encoded ?? (setting.isOptional ? .null : nil)
  }
}
