import SettingsSystem

extension SettingsStore {
  /// Begins an empty draft on top of the stored content. Nothing that you stage in it changes the store. Cost: constant.
  public func draft() -> SettingsDraft<Root> {
    SettingsDraft(untyped.draft(), of: self)
  }

  /// Stores all changes of a draft, or none.
  ///
  /// If another process has stored something since you began the draft, your changes are merged with that. If no byte of the file would
  /// change, nothing is written, and no participant is called. The file is written on the thread that calls; participants and side effects
  /// are awaited.
  ///
  /// ```swift
  /// var draft = store.draft()
  /// draft[\.calculation.timePeriod] = 14
  /// let outcome = try await store.apply(draft, options: ApplyOptions(message: "Look further back"))
  /// print(outcome)
  /// ```
  ///
  /// Throws ``ApplyError``, after which the draft still has its changes; each case says what to do. `.applyInProgress` means that this
  /// store is applying something else; ``update(options:_:)`` waits instead.
  @discardableResult
  public func apply(
    _ draft: SettingsDraft<Root>, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(draft.untyped, options: options)
  }

  /// Brings a file of an earlier version of your app up to date now, and not with the next apply.
  ///
  /// Your app reads such a file as it means it today, and the next apply stores it that way. Until then, other programs can't touch what
  /// only your ``SettingsMigration`` converts. If you don't want them to wait, call this, for example once you know that the new version
  /// works:
  ///
  /// ```swift
  /// let outcome = try await store.storeMigrations()
  /// ```
  ///
  /// This is an apply without changes: the former version stays in the history, and a file that is up to date isn't written. To do it at
  /// each start, open the store with ``StoreOptions/storesMigrations``. Throws ``ApplyError``.
  @discardableResult
  public func storeMigrations(
    options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.storeMigrations(options: options)
  }

  /// Changes settings in one call: you change the values in the body, and the store stores what you have changed, all or nothing.
  ///
  /// ```swift
  /// try await store.update { $0.calculation.timePeriod = 14 }
  /// try await store.update { $0.times += 1 }
  /// ```
  ///
  /// Nothing else is written. If you change one member of one element of a list, the other members stay, also those that your app doesn't
  /// know.
  ///
  /// No update is lost: after ten calls of `{ $0.times += 1 }`, `times` is larger by ten. In your process, the updates of a file run one
  /// after the other. If another process stores something meanwhile, your body runs again with the new values. So it may run several times,
  /// and must do nothing but change values. If other processes store something without a pause for 30 seconds, `update` throws
  /// ``ApplyError/contended``.
  ///
  /// A participant or side effect of the store's own apply can't update it, because the update would wait for itself: that throws
  /// ``ApplyError/applyInProgress``. If the task is canceled before anything is stored, ``ApplyError/canceled`` is thrown. Cost: linear in
  /// the size of the form.
  @discardableResult
  public func update(
    options: ApplyOptions = ApplyOptions(), _ body: @Sendable (inout Root) -> Void
  ) async throws(ApplyError) -> ApplyOutcome {
    // A participant or a side effect can't wait for an update that waits for its end.
    let turn = StoreEngine.isInActivity ? nil : await UpdateTurn(for: untyped.identity)
    defer { turn?.end() }
    var attempts = CommitAttempts()
    while attempts.begin() {
      guard !Task.isCancelled else { throw .canceled }
      do throws(ApplyError) {
        return try await untyped.apply(options, whenApplying: .wait) { () throws(ApplyError) in
          do throws(SettingsStoreError) { _ = try untyped.readStorage() } catch { throw .storage(error) }
          var draft = draft()
          draft.untyped.stage(
            valuesToStage(changing: saved(at: draft.untyped.base), in: draft.untyped, body))
          return .draft(draft.untyped, .computed)
        }
      } catch .stale {
        continue
      }
    }
    throw .contended
  }
}

extension SettingsStore {
  /// Returns the setting that a key path refers to, or all settings of the section; empty for any other key path, such as of a computed
  /// property.
  package func entries(at keyPath: PartialKeyPath<Root>) -> [FormIndex.Entry] {
    let paths = path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []
    return paths.compactMap { untyped.index[$0] }
  }

  /// Returns what to stage in a draft to give a key path a value; `nil` resets a setting.
  ///
  /// Any other key path, such as of a computed property or of a part of a setting, is assigned in a copy of the root; the settings that
  /// differ afterwards are staged. What can't be encoded, such as a number that isn't finite, is a problem of the review.
  package func valuesToStage<Value: Codable>(
    _ value: Value, at keyPath: WritableKeyPath<Root, Value>, in draft: Draft
  ) -> [StagedValue] {
    guard let path = path(of: keyPath) else {
      return valuesToStage(changing: values(of: draft), in: draft) { $0[keyPath: keyPath] = value }
    }
    let after = json(of: value)
    if let entry = untyped.index[path] {
      let staged = draft.value(at: path)
      let before = staged.flatMap { $0.decoded(as: Value.self) }.map(json)
      return [StagedValue(entry, exactly: after, insteadOf: before, over: staged, in: draft)]
    }
    let before = decodedValues(of: draft).map { json(of: $0.root[keyPath: keyPath]) }
    return entries(at: keyPath).compactMap { inner in
      let place = inner.path.relative(to: path)
      let (old, new) = (before?.value(at: place), after.value(at: place))
      // A setting of the section that stays can have its value from another layer, which must not be stored.
      if before != nil, old == new { return nil }
      return StagedValue(
        inner, exactly: new, insteadOf: old, over: draft.effectiveValue(at: inner.path), in: draft)
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
        entry, exactly: after, insteadOf: before, over: draft.effectiveValue(at: entry.path), in: draft)
    }
  }

  /// Encodes a value to stage it. What can't be encoded becomes a value that the form refuses, so the review has the problem.
  private func json(of value: some Encodable) -> JSONValue {
    (try? SettingsEncoder(failures: .encodedAsMismatch).encode(value)) ?? .null
  }
}

extension StagedValue {
  /// Creates the value that typed code stages. It is the current value, in which only the parts change that differ between the two
  /// encodings. Parts that the app's type doesn't know stay.
  ///
  /// An optional property that is `nil` isn't encoded by every type; a missing value of another setting resets it.
  ///
  /// - Parameters:
  ///   - after: The encoded new value.
  ///   - before: The encoded value of `current`; `nil` if the app can't decode that; the new value then replaces it.
  ///   - current: The value without the change.
  fileprivate init(
    _ entry: FormIndex.Entry, exactly after: JSONValue?, insteadOf before: JSONValue?,
    over current: JSONValue?, in draft: Draft
  ) {
    guard let after = after ?? (entry.setting.isOptional ? .null : nil) else {
      self.init(entry, value: nil)
      return
    }
    guard let before, let current else {
      self.init(entry, value: after)
      return
    }
    let value = EncodedChange(from: before, to: after)?.applied(to: current, entry.setting) ?? current
    self.init(entry, value: draft.stored(value, of: entry))
  }
}

extension SettingsStore {
  /// Tells you from now on what changes, in order, whichever process changes it.
  ///
  /// You get one element for each commit. A change that needs a restart is in it, although ``values`` still has the old value; a change
  /// that a layer above overrides isn't, nor is content that your app rejects. The stream ends with the store. If you are late, it keeps
  /// 1,000 elements for you, and then drops the oldest.
  ///
  /// ```swift
  /// for await changes in store.changes() {
  ///   for change in changes { print(change) }  // calculation.timePeriod: 7 days → 14 days
  /// }
  /// ```
  ///
  /// The elements are changes. If you want values, use ``changes(of:)``, with `\.self` for all of them.
  public func changes() -> AsyncStream<[SettingChange]> {
    untyped.changes()
  }

  /// Gives you the new value of a setting, or of a whole section, each time that it changes.
  ///
  /// ```swift
  /// for await period in store.changes(of: \.calculation.timePeriod) {
  ///   print("The time period is \(period) days now.")
  /// }
  /// ```
  ///
  /// The sequence begins with the next change, so read ``values`` first. It doesn't matter which process makes the change. The sequence
  /// ends with the store.
  ///
  /// A setting that requires a restart keeps its value while your app runs, so its changes aren't in the sequence; see ``pendingRestart``.
  /// Content that your app can't decode is skipped.
  ///
  /// Cost: nothing for commits of other settings; a commit of this setting decodes all settings. A key path that refers to neither a
  /// setting nor a section of the form, such as a computed property, has its value after each commit.
  public func changes<Value: Sendable>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let commits = untyped.commits(of: path(of: keyPath) ?? .root) { snapshot, changes in
      changes.allSatisfy(\.requiresRestart) ? nil : snapshot
    }
    return commits.compactMap { [weak self] snapshot in
      guard let self, let snapshot else { return nil }
      return self.values(at: snapshot)?.root[keyPath: keyPath]
    }
  }

  /// Tells you from now on what an apply of this store waits for, and what side effects do for the changes of other processes. Show it to
  /// the person who waits. The stream ends with the store.
  public func applyProgress() -> AsyncStream<ApplyProgress> { untyped.applyProgress() }
}

extension SettingsStore {
  /// Says where the value of a setting comes from: a file with line and column, a variable, an option, or the default.
  ///
  /// ```swift
  /// print(store.origin(of: \.calculation.timePeriod))  // /etc/xdg/trend/settings.json:3:19
  /// ```
  ///
  /// If the setting requires a restart, this is where its value after the restart comes from. For a section, it is the origin of the first
  /// setting that isn't a default. A key path that leads to neither has ``SettingOrigin/defaultValue``.
  ///
  /// Cost: a lookup for each key of the path; for a value in a file, linear in the text before it.
  public func origin(of keyPath: PartialKeyPath<Root>) -> SettingOrigin {
    let origins = (path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []).lazy
      .compactMap { self.untyped.origin(at: $0) }
    return origins.first { $0 != .defaultValue } ?? .defaultValue
  }

  /// What is wrong in the layers around the settings file, the lowest layer first. For the file itself, see ``warnings`` and
  /// ``lastRejected``.
  ///
  /// While a layer has an error, your app uses the last good content of that layer.
  public var layerProblems: [SettingsLayerProblem] { untyped.layerProblems }

  /// Gives you ``layerProblems`` from now on, each time that they change.
  ///
  /// ```swift
  /// for await problems in store.layerProblemChanges() {
  ///   for problem in problems { print(problem) }
  /// }
  /// ```
  ///
  /// An empty list means that all is well again. The stream ends with the store.
  public func layerProblemChanges() -> AsyncStream<[SettingsLayerProblem]> { untyped.layerProblemChanges() }

  /// The command-line arguments that your app has to look at itself, because they are no settings.
  ///
  /// For `trend --calculation-time-period 14 data.csv`, they are `["data.csv"]`. `--`, and all that follows it, is among them. Without a layer
  /// of arguments, there are none.
  public var remainingArguments: [String] { untyped.layers.otherArguments }

  /// Describes the options of all settings for your app's `--help`: titles, defaults, help and valid values, by sections.
  ///
  /// It doesn't read the settings, so it works with a broken file, too. Call it before you open the store:
  ///
  /// ```swift
  /// if CommandLine.arguments.contains("--help") {
  ///   print("usage: trend [OPTIONS] FILE\n\n\(SettingsStore<AppSettings>.help())")
  /// }
  /// ```
  ///
  /// Defaults and choices are shown as they are typed. Cost: reads the form.
  ///
  /// - Parameter app: The name of your app, by which the help says how variables are named. You don't need it if the root has the annotation
  ///   `app`.
  public static func help(app: String? = nil) -> String {
    ArgumentsHelp(index: Root.formOnDemand(LazyDefaults()), app: app).text
  }
}
