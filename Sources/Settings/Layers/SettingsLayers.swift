import SettingsForm
import SettingsSystem

/// Says where the values of your app come from, and which of these places is written.
///
/// A value can be in several layers; the highest one wins. The layers `above` come first, then the settings file, then the layers `below`,
/// then what rules derive, and at last the defaults. Sections are merged, setting by setting. A list or a dictionary isn't: it replaces the
/// whole value of the layers below.
///
/// Most apps take the ``standard(app:variables:arguments:unknownOptions:keeping:)`` layers. If yours needs others, list them:
///
/// ```swift
/// let layers = SettingsLayers(
///   below: [.file("/etc/trend.json")],
///   file: "trend.json",
///   above: [.environment(prefix: "TREND"), .arguments()])
/// let store = try SettingsStore<AppSettings>(layers)
/// print(store.origin(of: \.calculation.timePeriod))
/// ```
///
/// Any layer may be missing. If one has an error, the store doesn't open; if the error comes later, the store goes on with the last good
/// content of that layer.
///
/// A file can lock settings and sections for the layers above it, with `"$locked": ["network"]`. They are read-only there, and an apply
/// that would change them is refused. A lock is as safe as its file.
///
/// Cost: creating the value reads nothing. A store reads all layers when it opens, and watches their files.
public struct SettingsLayers: Sendable {
  /// The layers below the settings file, the lowest first. The settings file overrides them; they can lock its settings.
  public var below: [SettingsLayer]
  /// The storage that the store writes: the settings file, unless the layers were created with another storage.
  ///
  /// Exactly one layer is written. To edit another, open a second store for it.
  public var written: any SettingsStorage
  /// The layers above the settings file, the lowest first. They override it: a change of such a setting is stored, and has no effect now.
  public var above: [SettingsLayer]
  /// The `$schema` of a settings file that the store creates: a path relative to the file, or an address that a catalog of the machine
  /// has. By it `settings-tui FILE`, and editors with JSON support, find the form of the file.
  ///
  /// Without it, `settings-tui` finds the form by the catalog that the app installs, if the file is in the usual place. For any other file,
  /// it looks for a schema beside it, `NAME.schema.json`. A file that exists keeps the `$schema` that it has, or none.
  public var schema: String?

  /// Creates a stack of layers around a settings file, which doesn't have to exist.
  ///
  /// - Parameters:
  ///   - below: The layers below the file, the lowest first.
  ///   - file: The path of the settings file.
  ///   - options: Where the file's history is, and whether it may be written in place.
  ///   - schema: The `$schema` of a file that the store creates; see ``schema``.
  ///   - above: The layers above the file, the lowest first.
  public init(
    below: [SettingsLayer] = [], file: String, keeping options: SettingsFileOptions = SettingsFileOptions(),
    schema: String? = nil, above: [SettingsLayer] = []
  ) {
    self.init(below: below, storage: FileStorage(file, options), above: above)
    self.schema = schema
  }

  /// Creates a stack of layers around a storage, such as settings in etcd.
  ///
  /// - Parameters:
  ///   - below: The layers below the storage, the lowest first.
  ///   - storage: The storage that is read and written.
  ///   - above: The layers above the storage, the lowest first.
  public init(
    below: [SettingsLayer] = [], storage: any SettingsStorage, above: [SettingsLayer] = []
  ) {
    self.below = below
    written = storage
    self.above = above
  }

  /// The usual layers of an app, the lowest first:
  ///
  /// 1. `/etc/xdg/APP/settings.json`, and the files in `/etc/xdg/APP/settings.d`. `XDG_CONFIG_DIRS` can name other folders than
  ///    `/etc/xdg`, the most important first.
  /// 2. The settings file, `~/.config/APP/settings.json`. `XDG_CONFIG_HOME` can name another folder than `~/.config`.
  /// 3. The files in `$CREDENTIALS_DIRECTORY`, as systemd provides them.
  /// 4. The environment variables that start with `APP_`.
  /// 5. The command-line options.
  ///
  /// - Parameters:
  ///   - app: The name of the app's folders. In capitals, it is the prefix of the variables.
  ///   - variables: The environment; by default, that of the process.
  ///   - arguments: The arguments of the process, without its name.
  ///   - unknownOptions: What becomes of options that no setting has.
  ///   - options: Where the history of the settings file is, and whether it may be written in place.
  public static func standard(
    app: String, variables: [String: String]? = nil,
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    unknownOptions: SettingsLayer.UnknownOptions = .keep,
    keeping options: SettingsFileOptions = SettingsFileOptions()
  ) -> SettingsLayers {
    let isOfProcess = variables == nil
    let variables = variables ?? EnvironmentVariables.all()
    let folders = BaseFolders { variables[$0] }
    let below = folders.sharedConfiguration.reversed().flatMap { folder -> [SettingsLayer] in
      [.file("\(folder)/\(app)/settings.json"), .folder("\(folder)/\(app)/settings.d")]
    }
    // Without a home folder, the root folder takes its place, as in containers without `HOME`.
    let file = "\(folders.configuration ?? "/.config")/\(app)/settings.json"
    var above: [SettingsLayer] = []
    if let folder = folders.folder("CREDENTIALS_DIRECTORY") { above.append(.secrets(folder: folder)) }
    above.append(.environment(prefix: app.variableName, variables: isOfProcess ? nil : variables))
    if !arguments.isEmpty { above.append(.arguments(arguments, unknownOptions: unknownOptions)) }
    return SettingsLayers(below: below, file: file, keeping: options, above: above)
  }
}

/// One place that values come from besides the settings file: another file or storage, a folder of files, the environment, options,
/// secrets, or your app.
///
/// A layer only describes the place, and a store reads it. Put layers into ``SettingsLayers``, the lowest first:
///
/// ```swift
/// let defaults = SettingsLayer.file("/etc/xdg/trend/settings.json")
/// let variables = SettingsLayer.environment(prefix: "TREND")
/// let layers = SettingsLayers(below: [defaults], file: "settings.json", above: [variables])
/// ```
///
/// A store watches files, folders, storages and secrets, so your app hears of a change while it runs. It reads the environment and the
/// options once, when you create the layer.
///
/// A setting has the same name in all places, made of its path: `calculation.timePeriod` is `TREND_CALCULATION_TIME_PERIOD`,
/// `--calculation-time-period` and the file `calculation-time-period`. A former name (`was`) works, too, with a warning. The same form
/// checks the values of all layers, and each problem names its place.
public struct SettingsLayer: Sendable {
  enum Source {
    case file(String)
    case storage(any SettingsStorage)
    case folder(String, LayerFileNames)
    case secrets(folder: String)
    /// Variables by their names, and the names of those whose values aren't UTF-8.
    case environment(prefix: String, [String: String], malformed: [String])
    case arguments([String], UnknownOptions)
    case values(JSONValue, name: String)
  }

  let source: Source

  /// What becomes of command-line options that no setting has.
  public enum UnknownOptions: Hashable, Sendable {
    /// They stay in ``SettingsStore/remainingArguments``, for the app's own parser.
    case keep
    /// Each is an error, with the nearest name: `--queue-worker: error: No setting has this name; perhaps you mean --queue-workers.` Other
    /// words stay in ``SettingsStore/remainingArguments``: also those with one hyphen, such as `-x`, and `--` with all that follows it.
    ///
    /// Take options of your own out first, `--help` included, and pass the other arguments to the layer. With a ``SettingsStartPolicy``
    /// other than ``SettingsStartPolicy/refuse``, the app starts in spite of the error, which is in ``SettingsStore/startProblems``.
    case refuse
  }

  /// Whether the layer is a file of settings.
  package var isFile: Bool {
    if case .file = source { true } else { false }
  }

  /// A file of settings in JSON, which doesn't have to exist. Changes of the file are noticed.
  ///
  /// It has the same sections and keys as the settings file, and can lock settings: `{"$locked": ["network"]}`.
  public static func file(_ path: String) -> SettingsLayer { SettingsLayer(source: .file(path)) }

  /// The files of settings in a folder whose names end with `.json`; later names take precedence.
  ///
  /// With `10-site.json` and `20-host.json`, a value of `20-host.json` wins. The folder doesn't have to exist. Changes of the files are
  /// noticed.
  public static func folder(_ path: String) -> SettingsLayer {
    SettingsLayer(source: .folder(path, LayerFileNames()))
  }

  /// Settings in another storage, such as those that a fleet shares in etcd. They have the same sections and keys as the settings file, and
  /// can lock settings. Nothing may be stored there. Changes are noticed.
  ///
  /// What holds for all machines is below what holds for a role, and that is below what holds for one machine:
  ///
  /// ```swift
  /// func layers(all: any SettingsStorage, role: any SettingsStorage) -> SettingsLayers {
  ///   SettingsLayers(below: [.storage(all), .storage(role)], file: "settings.json")
  /// }
  /// ```
  ///
  /// A storage that can't be reached is like a file that can't be read: it prevents opening a store, and its last content stays in use
  /// later. An app that has to start without its cluster names a local copy instead, which `settings-tui mirror` or
  /// ``SettingsStore/mirror(_:onFailure:)`` keeps.
  public static func storage(_ storage: any SettingsStorage) -> SettingsLayer {
    SettingsLayer(source: .storage(storage))
  }

  /// The files in a folder that are named as options, without the hyphens at the start, and whose text is the value: `database-password`.
  ///
  /// A line break at the end of a file isn't part of the value. Other files are ignored. systemd keeps credentials in such a folder, and
  /// container engines keep secrets in one: `.secrets(folder: "/run/secrets")`. Changes of the files are noticed.
  ///
  /// The path of the folder may not exist; then the layer has no values.
  public static func secrets(folder: String) -> SettingsLayer {
    SettingsLayer(source: .secrets(folder: folder))
  }

  /// Environment variables: `TREND_CALCULATION_TIME_PERIOD` for `calculation.timePeriod`.
  ///
  /// The name of a variable consists of the prefix and the words of the keys, in capitals and joined with underscores. If
  /// another variable has this name with `_FILE` at its end, it is the path of a file whose text is the value. A list is written
  /// with commas between its elements, or as JSON; a dictionary or a struct is written as JSON.
  ///
  /// - Parameters:
  ///   - prefix: The words before the name, without the underscore; all variables are considered if it is empty.
  ///   - variables: The variables; by default, those of the process.
  public static func environment(
    prefix: String, variables: [String: String]? = nil
  ) -> SettingsLayer {
    SettingsLayer(
      source: .environment(
        prefix: prefix, variables ?? EnvironmentVariables.all(withPrefix: prefix),
        malformed: variables == nil ? EnvironmentVariables.malformed(withPrefix: prefix) : []))
  }

  /// Command-line options: `--calculation-time-period 14`, or with `=` before the value.
  ///
  /// An option without a value sets a Boolean setting to `true`, and `--no-NAME` sets it to `false`. A list is written like in
  /// the environment, or as an option for each element. Other arguments are for the app; see ``SettingsStore/remainingArguments``.
  ///
  /// ```swift
  /// let layers = SettingsLayers(file: "trend.json", above: [.arguments(unknownOptions: .refuse)])
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: The arguments; by default, those of the process without its name.
  ///   - unknownOptions: What becomes of options that no setting has.
  public static func arguments(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()), unknownOptions: UnknownOptions = .keep
  ) -> SettingsLayer {
    SettingsLayer(source: .arguments(arguments, unknownOptions))
  }

  /// Values of the app, such as defaults that only the running machine knows.
  ///
  /// ```swift
  /// let host = SettingsLayer.values(["network": ["port": 8081]], name: "the host")
  /// ```
  ///
  /// - Parameters:
  ///   - values: An object with sections and settings, as in a file.
  ///   - name: The name in messages, where a file has its path.
  public static func values(_ values: JSONValue, name: String = "the app") -> SettingsLayer {
    SettingsLayer(source: .values(values, name: name))
  }
}

extension SettingsLayers {
  /// Returns the same layers with another one of their files as the written layer; `nil` if it isn't among them.
  package func writing(_ path: String) -> SettingsLayers? {
    let identity = FileStorage(path).identity
    guard identity != written.identity else { return self }
    // A storage that isn't a file can't be a layer of another file.
    guard written is FileStorage else { return nil }
    // The schema's path is relative to the file that it was given for.
    let own = [SettingsLayer.file(written.name)]
    for (index, layer) in below.enumerated() {
      guard let (lower, upper) = layer.split(at: path, identity) else { continue }
      return SettingsLayers(
        below: below[..<index] + lower, file: path, above: upper + below[(index + 1)...] + own + above)
    }
    for (index, layer) in above.enumerated() {
      guard let (lower, upper) = layer.split(at: path, identity) else { continue }
      return SettingsLayers(
        below: below + own + above[..<index] + lower, file: path, above: upper + above[(index + 1)...])
    }
    return nil
  }
}

extension SettingsLayer {
  /// Returns the parts of the layer below and above a file in it; `nil` if the layer doesn't have the file.
  fileprivate func split(
    at path: String, _ identity: String
  ) -> (lower: [SettingsLayer], upper: [SettingsLayer])? {
    switch source {
    case .file(let file):
      return FileStorage(file).identity == identity ? ([], []) : nil
    case .folder(let folder, let names):
      guard let name = path.split(separator: "/").last.map(String.init), names.contains(name),
        FileStorage("\(folder)/\(name)").identity == identity
      else { return nil }
      var (lower, upper) = (names, names)
      (lower.end, upper.start) = (name, name)
      return (
        [SettingsLayer(source: .folder(folder, lower))], [SettingsLayer(source: .folder(folder, upper))]
      )
    case .storage, .secrets, .environment, .arguments, .values: return nil
    }
  }
}

/// The names of the files in a folder that are a layer. Bounds are there because one file of the folder can be the written layer: then the
/// files before it are below, and the files after it above.
struct LayerFileNames: Hashable {
  /// The name before the first name; `nil` for no bound.
  var start: String?
  /// The name after the last one; `nil` for no bound.
  var end: String?

  /// Whether a file is part of the layer: it is named `*.json`, isn't hidden, and is between the bounds. `10-site.json~` and
  /// `.10-site.json.swp` of an editor aren't.
  func contains(_ name: String) -> Bool {
    name.hasSuffix(".json") && !name.hasPrefix(".") && start.map { $0 < name } ?? true
      && end.map { name < $0 } ?? true
  }
}

/// A layer of a store, as a person chooses one in the editor to look at or to edit.
package struct LayerSummary: Hashable, Sendable {
  /// The kind of a layer.
  package enum Kind: Hashable, Sendable {
    /// The layer that the store writes.
    case written
    /// A file of settings, which another store can write.
    case file
    /// Another source of values.
    case other
  }

  package let kind: Kind
  /// The path of the file, or the name of the source.
  package let name: String
  /// The number of settings that have a value in the layer.
  package let valueCount: Int
  /// The number of settings and sections that the layer locks.
  package let lockCount: Int

  init(_ kind: Kind, name: String, valueCount: Int, lockCount: Int) {
    self.kind = kind
    self.name = name
    self.valueCount = valueCount
    self.lockCount = lockCount
  }

  init(_ content: LayerContent, index: FormIndex) {
    self.init(
      content.kind, name: content.name, valueCount: content.positions(in: index).count,
      lockCount: content.locks.count)
  }
}
