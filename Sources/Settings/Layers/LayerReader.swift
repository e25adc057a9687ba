import SettingsForm
import SettingsSystem
import Synchronization

/// Reads the values of one layer, and checks each of them.
///
/// Files are documents like the written layer, and are read in the same way. Variables, options and secrets are names with text:
/// `TREND_CALCULATION_TIME_PERIOD=14`. The name is turned into a path by comparing it with the names of all settings, because it can't be
/// split: `_` separates words as well as keys. The text is read by the type of the setting that was found.
///
/// A layer without content doesn't read the form.
///
///     TREND_CALCULATION_TIME_PERIOD=14        calculation.timePeriod = 14
///     TREND_NETWORK_TOKEN_FILE=/run/token     network.token = the text of the file
///     TREND_TIEMS=3                           a warning: perhaps you mean TREND_TIMES
///     TREND_HOME=/opt/trend                   not similar to a setting: another variable of the app, ignored
///     --verbose --tags a --tags b             verbose = true, tags = ["a", "b"]
///
/// A value that is malformed is an error at its variable or option, and never silently the default.
struct LayerReader {
  let form: StoreForm
  private var validator: FormValidator { form.validator }
  var index: FormIndex { form.index }

  // MARK: - Documents

  /// Reads the content of a file of settings, with its locks. A file that isn't JSON, or that has a key twice, has no values and an error.
  func content(of storage: any SettingsStorage, _ bytes: [UInt8]) -> LayerContent {
    let name = storage.name
    let document: JSONDocument
    do throws(JSONParseError) {
      // Of two lists of locks, only the last would count, so a layer with a duplicate key is an error.
      document = try JSONDocument(parsing: bytes)
    } catch {
      var content = LayerContent(of: storage)
      content.problems = [SettingsLayerProblem(error.message, in: .file(name, error.position))]
      return content
    }
    let read = validator.read(document)
    var content = LayerContent(of: storage, read)
    let (locks, lockProblems) = LayerLocks.read(from: document, file: name, index)
    content.locks = locks
    content.problems = (problems(of: read) + lockProblems).map {
      SettingsLayerProblem($0, in: .file(name, $0.position))
    }
    return content
  }

  /// Reads the values of an app. Like variables, they have no version, so a migration with a version doesn't run for them; and they can't
  /// lock settings.
  func content(of values: JSONValue, name: String) -> LayerContent {
    var content = LayerContent(named: name)
    guard let document = try? JSONDocument(parsing: Array(values.description.utf8)) else { return content }
    let read = validator.read(document, isVersioned: false)
    content.problems = problems(of: read).map { SettingsLayerProblem($0, in: .values(name)) }
    index.forEachValue(in: read.document) { position, node in
      content.values[index.settings[position].path] = LayerValue(node.value, origin: .values(name))
    }
    return content
  }

  /// Returns the problems of values, but not of the layer's list of locks, which isn't a setting.
  private func problems(of document: MigratedDocument) -> [FormProblem] {
    document.problemsOfValues(in: index).filter { $0.path != [LayerLocks.key] }
  }

  // MARK: - Values as text

  /// Reads environment variables, and the files that they name. `NAME` wins over `NAME_FILE`, and a current name over one of an earlier
  /// version. The variables are read in the order of their names, so problems have the same order each time.
  ///
  /// - Parameter malformed: The names of variables whose values aren't UTF-8: an error if a setting has the name.
  func content(
    ofEnvironment variables: [String: String], malformed: [String] = [], prefix: String
  ) -> LayerContent {
    let start = prefix.isEmpty ? "" : "\(prefix)_"
    var content = LayerContent(named: "environment variables \(start)*")
    for name in malformed.sorted() where name.hasPrefix(start) {
      let origin = SettingOrigin.variable(name)
      let key = String(name.dropFirst(start.count))
      let stems = key.hasSuffix("_FILE") ? [key, String(key.dropLast("_FILE".count))] : [key]
      for stem in stems {
        guard let found = entry(named: stem, .variable, origin: origin, into: &content) else { continue }
        content.problems.append(
          SettingsLayerProblem(
            "Set the variable to valid UTF-8, or unset it.", in: origin, at: found.entry.path))
      }
    }
    for (name, text) in variables.sorted(by: { $0.key < $1.key }) where name.hasPrefix(start) {
      let origin = SettingOrigin.variable(name)
      let key = String(name.dropFirst(start.count))
      let stem = key.hasSuffix("_FILE") ? String(key.dropLast("_FILE".count)) : nil
      let found = entry(named: key, .variable, origin: origin, into: &content)
      let ofFile = stem.flatMap { entry(named: $0, .variable, origin: origin, into: &content) }
      if let found, let ofFile {
        let paths = [found.entry, ofFile.entry].map(\.path.description)
        content.problems.append(SettingsLayerProblem(Self.sameName(paths), in: origin))
        continue
      }
      if let found {
        let current = start + found.entry.path.variableName
        if found.isFormer { content.problems.append(renamed(found.entry, to: current, origin: origin)) }
        // The current name takes precedence over a former one.
        if found.isFormer, variables[current] != nil { continue }
        add(text, of: found, origin: origin, to: &content)
      } else if let ofFile {
        let current = start + ofFile.entry.path.variableName
        if ofFile.isFormer {
          content.problems.append(renamed(ofFile.entry, to: "\(current)_FILE", origin: origin))
          if variables["\(current)_FILE"] != nil { continue }
        }
        // The variable itself takes precedence over the file.
        guard variables[current] == nil else { continue }
        addText(ofFile: text, of: ofFile, to: &content)
      } else if !start.isEmpty, let nearest = nearestVariable(to: key) {
        // An app can have other variables with its prefix, so only a name that resembles a setting's is reported.
        content.problems.append(
          SettingsLayerProblem(
            "No setting has this name, so it has no effect; perhaps you mean \(start)\(nearest).", in: origin,
            severity: .warning))
      }
    }
    return convert(content)
  }

  /// Returns the name of the option that was probably meant by another; `nil` if none is similar.
  private func nearestOption(to name: String) -> String? {
    let settings = index.settings.lazy.filter { !$0.setting.traits.contains(.skipped) }
    let names = settings.map(\.path.optionName)
    let negated = settings.filter(\.setting.isFlag).map { "no-\($0.path.optionName)" }
    return EditDistance.nearest(to: name, among: Array(names) + Array(negated))
  }

  /// Returns the name, without the prefix, of the variable that was probably meant by another; `nil` if none is similar. Names of up to two
  /// letters are similar to too much.
  private func nearestVariable(to name: String) -> String? {
    let isOfFile = name.hasSuffix("_FILE")
    let stem = isOfFile ? String(name.dropLast("_FILE".count)) : name
    guard stem.count > 2 else { return nil }
    let names = index.settings.lazy.filter { !$0.setting.traits.contains(.skipped) }.map(\.path.variableName)
    return EditDistance.nearest(to: stem, among: names).map { isOfFile ? "\($0)_FILE" : $0 }
  }

  /// The warning about a name of an earlier version. It isn't an error, so an update of an app doesn't break its service file.
  private func renamed(
    _ entry: FormIndex.Entry, to current: String, origin: SettingOrigin
  ) -> SettingsLayerProblem {
    SettingsLayerProblem(
      "Use \(current) instead; this is the name of an earlier version.", in: origin, at: entry.path,
      severity: .warning)
  }

  private static func sameName(_ paths: [String]) -> String {
    "Set \(Phrase.enumeration(paths)) in a file, because they have the same name here."
  }

  /// Reads the files in a folder of secrets; empty if there is no such folder. Files that aren't named as a setting are left alone: the
  /// folder can be shared by several programs.
  func content(ofSecretsIn folder: String) -> LayerContent {
    var content = LayerContent(named: folder)
    do throws(SystemCallError) {
      for name in try FolderListing(ofFolder: folder, where: { !$0.hasPrefix(".") }).names {
        let path = "\(folder)/\(name)"
        let origin = SettingOrigin.secretFile(path)
        guard let found = entry(named: name, .option, origin: origin, into: &content) else { continue }
        if found.isFormer {
          content.problems.append(renamed(found.entry, to: found.entry.path.optionName, origin: origin))
          if content.values[found.entry.path] != nil { continue }
        }
        addText(ofFile: path, of: found, to: &content)
      }
    } catch {
      guard error.isAbsence else {
        content.problems.append(SettingsLayerProblem(error, in: .secretFile(folder)))
        return content
      }
    }
    return convert(content)
  }

  /// Reads options; other arguments are kept, in their order, for the app's own parser, unless unknown options are refused.
  func content(ofArguments arguments: [String], _ unknownOptions: SettingsLayer.UnknownOptions)
    -> LayerContent
  {
    var content = LayerContent(named: "command-line options")
    var options = OptionWords(arguments)
    while let word = options.next() {
      guard let option = word.option else {
        content.otherArguments += word.words
        continue
      }
      let origin = SettingOrigin.option("--\(option.name)")
      let found = entry(named: String(option.name), .option, origin: origin, into: &content)
      let negated =
        option.value == nil && option.name.hasPrefix("no-")
        ? entry(named: String(option.name.dropFirst("no-".count)), .option, origin: origin, into: &content)
        : nil
      if let found, let negated, negated.entry.setting.isFlag {
        let paths = [found.entry, negated.entry].map(\.path.description)
        content.problems.append(SettingsLayerProblem(Self.sameName(paths), in: origin))
      } else if let found {
        let entry = found.entry
        if found.isFormer {
          content.problems.append(renamed(entry, to: "--\(entry.path.optionName)", origin: origin))
        }
        guard let text = option.value ?? options.value(isFlag: entry.setting.isFlag) else {
          content.problems.append(
            SettingsLayerProblem("Write a value after the option.", in: origin, at: entry.path))
          continue
        }
        add(text, of: found, origin: origin, to: &content)
      } else if let negated, negated.entry.setting.isFlag {
        if negated.isFormer {
          content.problems.append(
            renamed(negated.entry, to: "--no-\(negated.entry.path.optionName)", origin: origin))
        }
        add("false", of: negated, origin: origin, to: &content)
      } else if unknownOptions == .refuse {
        let nearest = nearestOption(to: String(option.name)).map { "--\($0)" }
        content.problems.append(
          SettingsLayerProblem("No setting has this name\(Phrase.didYouMean(nearest)).", in: origin))
      } else {
        content.otherArguments += word.words
      }
    }
    return convert(content)
  }

  /// How the names of settings are spelled outside of files: `TIME_PERIOD` or `time-period`.
  private enum Spelling {
    case variable
    case option

    func name(of path: SettingPath) -> String {
      switch self {
      case .variable: path.variableName
      case .option: path.optionName
      }
    }
  }

  /// Returns the setting with a name, also with one of an earlier version; `nil` if there is no such setting, or if there are several,
  /// which is an error.
  ///
  /// A setting with `skipSetting` has no name, because only the app's code sets it.
  private func entry(
    named name: String, _ spelling: Spelling, origin: SettingOrigin, into content: inout LayerContent
  ) -> NamedSetting? {
    guard !name.isEmpty else { return nil }
    let paths =
      switch spelling {
      case .variable: index.form.root.settings(named: name, separator: "_", spelled: \.variableName)
      case .option: index.form.root.settings(named: name, separator: "-", spelled: \.optionName)
      }
    let entries = paths.compactMap { index[$0] }.filter { !$0.setting.traits.contains(.skipped) }
    if let entry = entries.first, entries.count == 1 { return NamedSetting(entry: entry, former: nil) }
    guard entries.isEmpty else {
      content.problems.append(
        SettingsLayerProblem(Self.sameName(entries.map(\.path.description)), in: origin))
      return nil
    }
    for entry in index.renamed.lazy.map({ index.settings[$0] }) where !entry.setting.traits.contains(.skipped)
    {
      guard let path = entry.formerPaths.first(where: { spelling.name(of: $0) == name }) else { continue }
      return NamedSetting(entry: entry, former: path)
    }
    return nil
  }

  /// A setting with the name of a variable, an option or a file. The former path is kept, because a migration may read exactly that.
  private struct NamedSetting {
    let entry: FormIndex.Entry
    /// The former path that the name stands for; `nil` if the name stands for the current path.
    let former: SettingPath?

    var isFormer: Bool { former != nil }
  }

  /// Adds the text of a file as a value. A missing file is an error: whoever names a file for a secret relies on it.
  private func addText(ofFile path: String, of named: NamedSetting, to content: inout LayerContent) {
    let origin = SettingOrigin.secretFile(path)
    let entry = named.entry
    do throws(SettingsStorageError) {
      guard var bytes = try FileStorage(path).readBytes() else {
        content.problems.append(
          SettingsLayerProblem("Create the file, or unset the variable.", in: origin, at: entry.path))
        return
      }
      // Editors and `echo` end a file with a line break, which isn't part of the value.
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        content.problems.append(SettingsLayerProblem("Save the file as UTF-8.", in: origin, at: entry.path))
        return
      }
      add(text, of: named, origin: origin, to: &content)
    } catch {
      content.problems.append(SettingsLayerProblem("\(error)", in: origin, at: entry.path))
    }
  }

  /// Adds a value that is written as text. The elements of a list that is written several times are joined: `--tags a --tags b`.
  ///
  /// A text that today's setting refuses is tried as a value of an earlier version, before it is an error. The error of a secret doesn't
  /// quote the text.
  private func add(
    _ text: String, of named: NamedSetting, origin: SettingOrigin, to content: inout LayerContent
  ) {
    let entry = named.entry
    var value: JSONValue
    do throws(ValueTextError) {
      if let former = named.former, index.form.migrations.contains(where: { $0.reads.contains(former) }) {
        // A migration can read several values, so they are converted together.
        content.unconverted.append((former, text, origin))
        return
      }
      value = try entry.setting.value(ofLayerText: text)
    } catch {
      if addConverted([(named.former ?? entry.path, text, origin)], to: &content) { return }
      let message = entry.setting.holdsSecrets ? "Use a value of the setting's type." : "\(error)"
      content.problems.append(SettingsLayerProblem(message, in: origin, at: entry.path))
      return
    }
    if case .array(let last)? = content.values[entry.path]?.value, case .array(let next) = value {
      value = .array(last + next)
    }
    var problems = validator.problems(of: value, at: entry.path)
    if !problems.isEmpty, addConverted([(entry.path, text, origin)], to: &content) { return }
    if case .option = origin {
      // A person has just typed the option. A file or a variable can be of another version, so an unknown key is a warning there.
      for number in problems.indices where problems[number].isAboutUnknownKey {
        problems[number].severity = .error
      }
    }
    content.problems += problems.map { SettingsLayerProblem($0, in: origin) }
    content.values[entry.path] = LayerValue(value, origin: origin)
  }

  /// Adds values that have the types of an earlier version; returns `false` if they can't be converted.
  ///
  /// They are put into a document, which is read like a file. A text such as `30` can be a number or a string there, so both are tried, the
  /// number first.
  private func addConverted(_ values: [LayerContent.Unconverted], to content: inout LayerContent) -> Bool {
    // Don't read a list with a typing error as a string of an earlier version: it would become a list of that one string.
    let isList = values.contains { $0.text.first == "[" || $0.text.first == "{" }
    for isTyped in isList ? [true] : [true, false] {
      var edits = JSONEdits()
      for value in values {
        let typed = isTyped ? (try? JSONDocument(parsing: Array(value.text.utf8)))?.root.value : nil
        edits.set(typed ?? .string(value.text), at: value.path)
      }
      guard let bytes = try? JSONDocument().bytes(applying: edits),
        let document = try? JSONDocument(parsing: bytes)
      else { continue }
      let read = validator.read(document, isVersioned: false)
      guard read.isMigrated,
        !read.problemsOfValues(in: index).contains(where: { $0.severity == .error || $0.isAboutUnknownKey })
      else { continue }
      func origin(of path: SettingPath) -> SettingOrigin {
        let stored = read.storedPath(of: path)
        return (values.first { $0.path == stored } ?? values[0]).origin
      }
      content.problems += read.problemsOfValues(in: index).map {
        SettingsLayerProblem($0.message, in: origin(of: $0.path), at: $0.path, severity: .warning)
      }
      index.forEachValue(in: read.document) { position, node in
        let path = index.settings[position].path
        content.values[path] = LayerValue(node.value, origin: origin(of: path))
      }
      return true
    }
    return false
  }

  /// Converts the values at places of earlier versions: all together, since a migration can read several of them, or else one by one.
  private func convert(_ content: LayerContent) -> LayerContent {
    var content = content
    let values = content.unconverted
    content.unconverted = []
    if values.isEmpty || addConverted(values, to: &content) { return content }
    for value in values where !addConverted([value], to: &content) {
      content.problems.append(
        SettingsLayerProblem(
          "Use today's setting instead; the app can't convert this value of an earlier version.",
          in: value.origin, at: value.path))
    }
    return content
  }
}

extension FormSetting {
  /// Whether the setting is Boolean. Its option needs no value: `--verbose` stands for `--verbose=true`, and `--no-verbose` for
  /// `--verbose=false`.
  fileprivate var isFlag: Bool { kind == .boolean }

  /// Returns the value of text outside of a file, as the editor reads typed text: `14`, `2 min`, `a, b`.
  fileprivate func value(ofLayerText text: String) throws(ValueTextError) -> JSONValue {
    switch (kind, text) {
    // Scripts write these for Boolean variables.
    case (.boolean, "1"): true
    case (.boolean, "0"): false
    default: try value(parsing: text)
    }
  }
}

/// Where a store's layers are read from. It keeps the last good content of each layer.
///
/// It is the only part of the layers that changes: a reload replaces the stack, and snapshots that have the old one aren't affected.
/// Reading happens under its lock, so two reloads don't mix.
final class LayerSources: Sendable {
  let layers: SettingsLayers
  private let reader: LayerReader
  private let state = Mutex(LayerCache())

  /// Reads all layers. A layer with an error is empty.
  ///
  /// - Parameter leavesOutInvalidValues: Whether the valid variables, options and secrets are used even if others have errors.
  init(_ layers: SettingsLayers, form: StoreForm, leavesOutInvalidValues: Bool = false) {
    self.layers = layers
    reader = LayerReader(form: form)
    state.withLock { $0.leavesOutInvalidValues = leavesOutInvalidValues }
    reload()
  }

  /// The layers' values when they were last read.
  var stack: LayerStack { state.withLock { $0.stack } }

  /// The layers when they were last read, the lowest first, without the written layer. The editor lists them.
  var summaries: (below: [LayerSummary], above: [LayerSummary]) {
    let contents = state.withLock { $0.contents }
    return (
      contents.below.map { LayerSummary($0, index: reader.index) },
      contents.above.map { LayerSummary($0, index: reader.index) }
    )
  }

  /// The problems of the layers' contents when they were last read, the lowest layer first.
  var problems: [SettingsLayerProblem] { state.withLock { $0.problems } }

  /// The errors of all layers when they were last read.
  var errors: [SettingsLayerProblem] { problems.filter { $0.severity == .error } }

  var otherArguments: [String] { state.withLock { $0.otherArguments } }

  /// Returns the signals of what can change a layer: files, folders and secrets together, and each other storage. The environment of a
  /// process doesn't change from outside.
  func changes() -> [AsyncStream<Void>] {
    let layers = layers.below + layers.above
    let paths = layers.compactMap(\.watchedPath)
    return (paths.isEmpty ? [] : [fileChanges(at: paths)]) + layers.compactMap { $0.storage?.changes() }
  }

  /// Reads all layers again, and returns their values. A layer with an error keeps its last good content.
  ///
  /// Cost: reads all files, whose changes within a tick of the clock no signal shows; a document that hasn't changed isn't parsed again.
  ///
  /// - Parameter freshness: How current other storages have to be.
  @discardableResult
  func reload(_ freshness: StorageFreshness = .now) -> LayerStack {
    guard !(layers.below.isEmpty && layers.above.isEmpty) else { return .none }
    return state.withLock { cache in
      cache.reload(layers, freshness, with: reader)
      return cache.stack
    }
  }
}

extension SettingsLayer {
  /// The path whose changes can change the layer; `nil` for a layer that never changes. A file that a variable names isn't watched.
  fileprivate var watchedPath: String? {
    switch source {
    case .file(let path), .folder(let path, _), .secrets(let path): path
    case .storage, .environment, .arguments, .values: nil
    }
  }

  /// The storage of the layer; `nil` for one that isn't in a storage of its own.
  fileprivate var storage: (any SettingsStorage)? {
    if case .storage(let storage) = source { storage } else { nil }
  }
}

/// The content of one layer: of a file or another storage, the environment, the arguments, or a folder of secrets.
///
/// A storage's layer keeps its document, so a layer with 100 000 values costs an index of its text, and each value is decoded when it is asked
/// for.
/// Other sources have few values, which are decoded at once.
struct LayerContent: Sendable {
  /// The document of a storage, as this version reads it; `nil` for other sources.
  private let document: MigratedDocument?
  let kind: LayerSummary.Kind
  /// The path of the file, or the name of the source.
  let name: String
  /// The values of a source that isn't a document.
  var values: [SettingPath: LayerValue] = [:]
  /// Values at places of earlier versions, before they are converted. Empty when the content is complete.
  var unconverted: [Unconverted] = []
  /// The locked settings and sections with the place of each lock, in the order of the list.
  var locks: [SettingLock] = []
  /// The problems, in the order of the layer.
  var problems: [SettingsLayerProblem] = []
  /// The arguments that aren't settings.
  var otherArguments: [String] = []

  /// A value as text, at the place that it had in an earlier version.
  typealias Unconverted = (path: SettingPath, text: String, origin: SettingOrigin)

  /// Creates the content of a storage; without a document, of one where nothing is stored, or that can't be read.
  init(of storage: any SettingsStorage, _ document: MigratedDocument? = nil) {
    kind = storage is FileStorage ? .file : .other
    name = storage.name
    self.document = document
  }

  /// Creates the content of another source, without values.
  init(named name: String) {
    kind = .other
    self.name = name
    document = nil
  }

  /// The errors that prevent the use of the layer. Warnings don't.
  var errors: [SettingsLayerProblem] { problems.filter { $0.severity == .error } }

  var isEmpty: Bool { values.isEmpty && document?.document.root.members.first { _ in true } == nil }

  /// Returns the value of a setting; `nil` if the layer doesn't set it.
  ///
  /// Cost: a lookup for each key of the path.
  func value(of entry: FormIndex.Entry) -> LayerValue? {
    if let document {
      return document.document.node(of: entry).map { LayerValue($0, at: entry.path, of: document, in: name) }
    }
    return values.isEmpty ? nil : values[entry.path]
  }

  /// Returns the positions in the index of the settings that have a value.
  ///
  /// Cost: linear in the number of values.
  func positions(in index: FormIndex) -> [Int] {
    guard let document else { return values.keys.compactMap(index.position(of:)) }
    var positions: [Int] = []
    index.forEachValue(in: document.document) { position, _ in positions.append(position) }
    return positions
  }
}

/// The value of a setting in a layer, and where it is. Both are computed when they are asked for.
struct LayerValue: Sendable {
  private enum Content {
    /// A value of a document; it is decoded when it is requested.
    case node(JSONNode, SettingPath, MigratedDocument, file: String)
    case value(JSONValue, SettingOrigin)
  }

  private let content: Content

  init(_ node: JSONNode, at path: SettingPath, of document: MigratedDocument, in file: String) {
    content = .node(node, path, document, file: file)
  }

  init(_ value: JSONValue, origin: SettingOrigin) {
    content = .value(value, origin)
  }

  var value: JSONValue {
    switch content {
    case .node(let node, _, _, _): node.value
    case .value(let value, _): value
    }
  }

  /// Cost: for a file, linear in the size of the text before the value.
  var origin: SettingOrigin {
    switch content {
    case .node(_, let path, let document, let file): .file(file, document.position(of: path))
    case .value(_, let origin): origin
    }
  }
}
