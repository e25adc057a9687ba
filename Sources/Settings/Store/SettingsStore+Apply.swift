import SettingsSystem

extension SettingsStore {
  /// Creates an empty draft on top of the stored content.
  ///
  /// The draft is a value of its own: staging in it changes nothing here. Cost: constant.
  public func draft() -> SettingsDraft<Root> {
    SettingsDraft(untyped.draft(), of: self)
  }

  /// Applies a draft: stores all its changes, or none.
  ///
  /// If another process has stored something since the draft was created, the draft is merged with it first. A draft that changes no byte
  /// of the file writes nothing and calls no participant. The file is written on the calling thread; participants and side effects are
  /// awaited.
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

  /// Stores the values of an earlier version of the app at their places and with their types of today.
  ///
  /// A file of an earlier version is read as this version means it, and the next apply stores the result together with its changes. Until
  /// then, `settings-tui` and other programs leave the values that only a ``SettingsMigration`` converts. Call this to store the result
  /// at a time of your choice, for example after a check that the new version works:
  ///
  /// ```swift
  /// let outcome = try await store.storeMigrations()
  /// ```
  ///
  /// It is an ordinary apply without changes: the version before stays in the history, and a file of this version isn't written. To store
  /// the result at each start, open the store with ``StoreOptions/storesMigrations``. Throws ``ApplyError``.
  @discardableResult
  public func storeMigrations(
    options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.storeMigrations(options: options)
  }

  /// Changes settings: calls the body with the stored values, and stores what it changes, all or nothing.
  ///
  /// ```swift
  /// try await store.update { $0.calculation.timePeriod = 14 }
  /// try await store.update { $0.times += 1 }
  /// ```
  ///
  /// Only what the body changes is stored, down to a member of an element of a list: members that the app doesn't know stay.
  ///
  /// `{ $0.times += 1 }` counts each call that returns. The updates of one file run one after the other in this process, in the order of
  /// the calls, also if several stores have the file open. If another process stores something at the same time, the body is called again
  /// with the new values, until it is stored. So the body may run several times, and must not have effects outside of the values. After 30
  /// seconds, `update` throws ``ApplyError/contended``, which means that other processes have stored something without a pause all that
  /// time.
  ///
  /// In a participant or a side effect of the store's own apply, `update` throws ``ApplyError/applyInProgress``, because it would wait for
  /// itself. Canceling the task before anything is stored throws ``ApplyError/canceled``. Cost: linear in the size of the form.
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

  /// Creates a plan of the changes that a draft makes, to be applied later, perhaps by another process.
  ///
  /// ```swift
  /// let plan = try store.plan(draft)
  /// try await store.apply(SettingsPlan(parsing: plan.bytes))
  /// ```
  ///
  /// Throws ``SettingsPlanError/secret(_:)`` if the draft sets secrets, because a plan is plain text, and ``SettingsPlanError/storage(_:)`` if the history
  /// can't be read.
  public func plan(_ draft: SettingsDraft<Root>) throws(SettingsPlanError) -> SettingsPlan {
    try SettingsPlan(draft.untyped, for: untyped)
  }

  /// Applies a plan: stores exactly its changes, or none.
  ///
  /// Throws ``ApplyError/plan(_:)`` if the content has changed since the plan was created, if the plan was applied already, or if it is for
  /// another file or form. Otherwise it throws the errors of an apply of a draft.
  @discardableResult
  public func apply(
    _ plan: SettingsPlan, options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    try await untyped.apply(plan, options: options)
  }
}

extension SettingsStore {
  /// Returns the setting that a key path refers to, or all settings of the section; empty for any other key path, such as of a computed
  /// property.
  func entries(at keyPath: PartialKeyPath<Root>) -> [FormIndex.Entry] {
    let paths = path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []
    return paths.compactMap { untyped.index[$0] }
  }

  /// Returns what to stage in a draft to give a key path a value; `nil` resets a setting.
  ///
  /// Any other key path, such as of a computed property or of a part of a setting, is assigned in a copy of the root; the settings that
  /// differ afterwards are staged. What can't be encoded, such as a number that isn't finite, is a problem of the review.
  func valuesToStage<Value: Codable>(
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
      let place = SettingPath(Array(inner.path.keys.dropFirst(path.keys.count)))
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
  /// Returns the changes that are committed from now on, in order, whichever process made them.
  ///
  /// One element is one commit. It doesn't have content that this process rejects, or changes that a layer above overrides. It does have
  /// changes that require a restart, although ``values`` still has the old value. The stream ends with the store. It keeps 1,000 elements for
  /// a reader that is late, and then drops the oldest.
  ///
  /// ```swift
  /// for await changes in store.changes() {
  ///   for change in changes { print(change) }  // calculation.timePeriod: 7 days → 14 days
  /// }
  /// ```
  ///
  /// The elements are changes, not values. For the value of a setting or section after each commit, use ``changes(of:)``, and for all
  /// values `changes(of: \.self)`.
  public func changes() -> AsyncStream<[SettingChange]> {
    untyped.changes()
  }

  /// Returns the value that the process uses for a setting, or for a whole section, after each commit that changes it.
  ///
  /// ```swift
  /// for await period in store.changes(of: \.calculation.timePeriod) {
  ///   print("The time period is \(period) days now.")
  /// }
  /// ```
  ///
  /// The sequence begins with the next commit; read ``values`` for the value until then. The values are in the order of the commits,
  /// whichever process made them. The sequence ends with the store.
  ///
  /// A setting that requires a restart keeps its value, so its changes aren't in the sequence; see ``pendingRestart``. Content that the app
  /// can't decode, which only another program can store, is skipped.
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

  /// Returns the progress of this store's applies from now on, and of side effects that run for changes of other processes.
  ///
  /// Use it to show what an apply waits for. The stream ends with the store.
  public func applyProgress() -> AsyncStream<ApplyProgress> { untyped.applyProgress() }
}

extension SettingsStore {
  /// Returns where the value of a setting comes from: a file with line and column, a variable, an option, or the default.
  ///
  /// ```swift
  /// print(store.origin(of: \.calculation.timePeriod))  // /etc/xdg/trend/settings.json:3:19
  /// ```
  ///
  /// For a setting that requires a restart, it is the origin of the value after a restart. The origin of a section is the origin of its
  /// first setting that isn't a default. A key path that refers to neither has ``SettingOrigin/defaultValue``.
  ///
  /// Cost: a lookup for each key of the path; for a value in a file, linear in the text before it.
  public func origin(of keyPath: PartialKeyPath<Root>) -> SettingOrigin {
    let origins = (path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []).lazy
      .compactMap { self.untyped.origin(at: $0) }
    return origins.first { $0 != .defaultValue } ?? .defaultValue
  }

  /// The problems of the layers other than the settings file when they were last read, the lowest layer first.
  ///
  /// A layer with an error keeps its last good content until somebody corrects it. Problems of the settings file itself are in ``warnings``
  /// and ``lastRejected``.
  public var layerProblems: [SettingsLayerProblem] { untyped.layerProblems }

  /// Returns the problems of the other layers from now on, each time they have changed.
  ///
  /// ```swift
  /// for await problems in store.layerProblemChanges() {
  ///   for problem in problems { print(problem) }
  /// }
  /// ```
  ///
  /// An empty element means that no problem is left. The stream ends with the store.
  public func layerProblemChanges() -> AsyncStream<[SettingsLayerProblem]> { untyped.layerProblemChanges() }

  /// The command-line arguments that are no settings, in order, for the app's own parser.
  ///
  /// For `trend --calculation-time-period 14 data.csv`, they are `["data.csv"]`. Without a layer of arguments, it is empty.
  public var remainingArguments: [String] { untyped.layers.otherArguments }

  /// Returns the options of all settings with their titles, defaults, help and valid values, by sections, for an app's `--help`.
  ///
  /// It needs no valid settings, so call it before the store is opened:
  ///
  /// ```swift
  /// if CommandLine.arguments.contains("--help") {
  ///   print("usage: trend [OPTIONS] FILE\n\n\(SettingsStore<AppSettings>.help())")
  /// }
  /// ```
  ///
  /// Defaults and choices are shown as they are typed. Cost: reads the form.
  ///
  /// - Parameter app: The name of the app, if no annotation `app` gives it: then the help tells how variables are named.
  public static func help(app: String? = nil) -> String {
    ArgumentsHelp(index: Root.formOnDemand(LazyDefaults()), app: app).text
  }
}
