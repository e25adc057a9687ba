extension SettingsStore {
  /// Returns where the value of a setting comes from: a file with line and column, a variable, an option, or the default.
  ///
  /// ```swift
  /// print(store.origin(of: \.calculation.timePeriod))  // /etc/xdg/trend/settings.json:3:19
  /// ```
  ///
  /// For a setting that requires a restart, it is the origin of the value after a restart. The origin of a section is that of its
  /// first setting that isn't a default. Cost: a lookup for each key of the path; for a value in a file, linear in the text before
  /// it.
  public func origin(of keyPath: PartialKeyPath<Root>) -> SettingOrigin {
    let origins = (path(of: keyPath).map { untyped.index.settingPaths(at: $0) } ?? []).lazy
      .compactMap { self.untyped.origin(at: $0) }
    return origins.first { $0 != .defaultValue } ?? .defaultValue
  }

  /// The problems of the other layers when they were last read. A layer with an error keeps its last good content.
  public var layerProblems: [LayerProblem] { untyped.layerProblems }

  /// Returns the problems of the other layers from now on, each time they have changed.
  ///
  /// ```swift
  /// for await problems in store.layerProblemChanges() { problems.forEach { log("\($0)") } }
  /// ```
  ///
  /// The stream ends with the store.
  public func layerProblemChanges() -> AsyncStream<[LayerProblem]> { untyped.layerProblemChanges() }

  /// The arguments that no layer of arguments uses, in order.
  public var remainingArguments: [String] { untyped.layers.otherArguments }

  /// The options of all settings; see ``help()``, which needs no store.
  public var argumentsHelp: String { ArgumentsHelp(index: untyped.index).text }

  /// Returns the options of all settings with their titles, defaults, help and valid values, one below the other, for an app's `--help`.
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
  public static func help() -> String {
    ArgumentsHelp(index: Root.formOnDemand(LazyDefaults())).text
  }
}
