/// Which settings a settings file contains.
///
/// Most apps use ``sparse``: the file has what was chosen, so a later version of the app can change the other defaults. Choose
/// ``full`` for a file that people edit by hand without an editor, because it shows them every setting.
///
/// ```swift
/// let store = try SettingsStore<AppSettings>(file: "settings.json", options: StoreOptions(style: .full))
/// try await store.apply(store.draft())  // adds the settings that the file lacks
/// ```
///
/// The style decides only what an apply writes. A store of either style can read every file, and opening a store changes none. Comments,
/// and members that the app doesn't know, stay in both.
public enum SettingsFileStyle: Hashable, Sendable {
  /// Settings that are set. A missing key means the default, and a reset removes the key.
  ///
  /// After `times` was set to 3, the file is `{"times": 3}`.
  case sparse
  /// All settings, for files that are also edited by hand. An apply, even of an empty draft, adds the defaults of missing
  /// settings, and a reset writes the default.
  ///
  /// A setting whose default is unknown to the form, or derived by rules, isn't added, because a value in the file would
  /// override it.
  case full
}

extension Draft {
  /// Returns the change that resets a setting to its default; `nil` if it has its default, or can't be reset: a whole document without a
  /// default can't be removed.
  ///
  /// In a sparse file, the key is removed. In a full file, the default is written, unless it is unknown or another layer or a rule decides
  /// it.
  func changeForReset(of entry: FormIndex.Entry) -> JSONEdits.Change? {
    guard let stored = base.node(of: entry) else { return nil }
    let isWhole = entry.path.isRoot
    guard let value = writtenDefault(of: entry) ?? (isWhole ? entry.setting.defaultValue : nil) else {
      return isWhole ? nil : .remove
    }
    return stored.value == value ? nil : .set(value)
  }

  /// Adds edits that write the defaults of missing settings, if the file's style requires it. Cost: linear in the number of settings.
  func complete(_ edits: JSONEdits) -> JSONEdits {
    guard style == .full else { return edits }
    var edits = edits
    for entry in index.settings where edits[entry.path] == nil && base.node(of: entry) == nil {
      if let value = writtenDefault(of: entry) { edits.set(value, at: entry.path) }
    }
    return edits
  }

  /// Returns the sections that lose their last member by the edits, so that they are removed as well. If one is inside another, only the outer one is
  /// returned.
  ///
  /// An object that requires a key can't stay behind empty. For a form in which a proxy requires its `host`, but nothing requires a proxy,
  ///
  ///     {"proxy": {"host": "a", "port": 1}}     reset proxy → {}, and not {"proxy": {}}
  ///
  /// An empty section that the form allows stays, because it keeps its place and its comments in the file. Cost: linear in the number of
  /// edits.
  func emptiedSections(by edits: JSONEdits) -> Set<SettingPath> {
    var removed: [SettingPath: Int] = [:]
    var kept: Set<SettingPath> = []
    for (path, change) in edits {
      guard var section = path.parent else { continue }
      if change == .remove, base.document.node(at: path) != nil { removed[section, default: 0] += 1 }
      if change == .remove { continue }
      while kept.insert(section).inserted, let parent = section.parent { section = parent }
    }
    var emptied: Set<SettingPath> = []
    var candidates = Array(removed.keys)
    while let path = candidates.popLast() {
      guard let key = path.keys.last, let parent = path.parent, !kept.contains(path),
        index.section(at: path)?.requiredKeys.isEmpty == false,
        index.section(at: parent)?.requiredKeys.contains(key) == false,
        let node = base.document.node(at: path), node.kind == .object, node.count == removed[path],
        emptied.insert(path).inserted
      else { continue }
      removed[parent, default: 0] += 1
      candidates.append(parent)
    }
    return emptied.filter { !$0.prefixes.dropLast().contains(where: emptied.contains) }
  }

  /// Returns the default that is written to the file; `nil` if a setting with its default has no key.
  private func writtenDefault(of entry: FormIndex.Entry) -> JSONValue? {
    guard style == .full, !index.rules.derives(entry.path) else { return nil }
    // A default in the file would override the value of a layer below.
    guard base.layers.inherited(entry) == nil, base.layers.lock(of: entry) == nil else { return nil }
    return entry.setting.defaultValue
  }
}
