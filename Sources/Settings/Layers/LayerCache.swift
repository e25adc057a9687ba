import SettingsForm
import SettingsSystem

/// The last good content of each layer, and the stack that is merged from it.
///
/// A layer with an error isn't used, and isn't dropped either: an administrator who saves a file with a missing comma must not make a
/// thousand processes fall back to defaults. So the content from before stays until the file is good again, and the error is reported. At
/// the start there is nothing from before; then a broken layer is an error of the whole store.
///
/// A file whose revision is known isn't parsed again. The stack gets a new number only if something in it has changed. The question "has
/// anything changed?" compares two numbers.
///
/// What happens to `/etc/trend.json` over time:
///
///     start     {"times": 3}      used
///     later     {"times": 3       not JSON: 3 stays in use, and the error is reported
///     later     {"times": 5}      5
///     later     removed           no value: a missing file is empty, and no error
struct LayerCache {
  /// A document or another source of values: its last content without errors.
  private struct Source {
    /// The revision of the document; `nil` for a missing one, and for other sources.
    var revision: SettingsRevision?
    var content: LayerContent
  }

  /// The identity of the content of a layer. If no identity has changed, neither has the stack. A document has a revision; other sources
  /// have so few values that these are compared themselves.
  private enum Identity: Hashable {
    case document(String, SettingsRevision?)
    case values([SettingPath: JSONValue])
  }

  private(set) var stack = LayerStack.none
  /// The layers, the lowest first, without the written layer.
  private(set) var contents: (below: [LayerContent], above: [LayerContent]) = ([], [])
  /// The problems of the layers, the lowest first. They are about what was read last, even if an earlier content is still in use.
  private(set) var problems: [SettingsLayerProblem] = []
  /// The arguments that aren't settings.
  private(set) var otherArguments: [String] = []
  /// Whether a source of single values, such as the environment, is used without its invalid values if it had errors from the start. A
  /// start policy sets it, so that one malformed variable doesn't switch off all the others.
  var leavesOutInvalidValues = false
  private var sources: [String: Source] = [:]
  /// The files, which remember what they had: one that is empty for a moment, while another program saves it, isn't read as no values.
  private var files: [String: FileStorage] = [:]
  private var identities: [Identity] = []

  /// Reads layers again, each list from the lowest to the highest.
  ///
  /// The stack gets a new number if the content of a layer has changed, or if a folder has other files.
  mutating func reload(_ layers: SettingsLayers, _ freshness: StorageFreshness, with reader: LayerReader) {
    let old = identities
    identities = []
    problems = []
    let lower = layers.below.flatMap { read($0, freshness, with: reader) }
    let upper = layers.above.flatMap { read($0, freshness, with: reader) }
    otherArguments = upper.flatMap(\.otherArguments)
    if identities != old {
      stack = LayerStack(
        number: stack.number + 1, below: lower, writtenName: layers.written.name, above: upper,
        form: reader.form)
    }
    contents = (lower, upper)
  }

  private mutating func read(
    _ layer: SettingsLayer, _ freshness: StorageFreshness, with reader: LayerReader
  ) -> [LayerContent] {
    switch layer.source {
    case .file(let path):
      [read(file(path), freshness, with: reader)]
    case .storage(let storage):
      [read(storage, freshness, with: reader)]
    case .folder(let path, let names):
      files(inFolder: path, names).map { read(file($0), freshness, with: reader) }
    case .secrets(let folder):
      [keep(reader.content(ofSecretsIn: folder), of: folder)]
    case .environment(let prefix, let variables, let malformed):
      [
        keep(
          reader.content(ofEnvironment: variables, malformed: malformed, prefix: prefix),
          of: "variables of \(prefix)")
      ]
    case .arguments(let arguments, let unknownOptions):
      [keep(reader.content(ofArguments: arguments, unknownOptions), of: "arguments")]
    case .values(let values, let name):
      [keep(reader.content(of: values, name: name), of: "values of \(name)")]
    }
  }

  private mutating func file(_ path: String) -> FileStorage {
    if let file = files[path] { return file }
    let file = FileStorage(path)
    files[path] = file
    return file
  }

  /// Returns the paths of the files in a folder, in the order of their names; if the folder can't be read, the paths that were read last. A
  /// missing folder has no files.
  private mutating func files(inFolder path: String, _ names: LayerFileNames) -> [String] {
    do throws(SystemCallError) {
      let listing = try FolderListing(ofFolder: path, where: names.contains)
      return listing.names.map { "\(path)/\($0)" }
    } catch {
      if error.isAbsence { return [] }
      problems.append(SettingsLayerProblem(error, in: .file(path, nil)))
      return sources.keys.filter {
        $0.hasPrefix("\(path)/") && names.contains(String($0.dropFirst(path.count + 1)))
      }
      .sorted()
    }
  }

  /// Reads a document of settings; a missing one is empty. What can't be read keeps its last good content, as a document with an error does.
  private mutating func read(
    _ storage: any SettingsStorage, _ freshness: StorageFreshness, with reader: LayerReader
  ) -> LayerContent {
    let name = storage.name
    do throws(SettingsStorageError) {
      let stored = try storage.read(max(freshness, .lastSignal))
      if let known = sources[name], known.revision == stored?.revision {
        problems += known.content.problems
      } else {
        let content =
          stored.map { reader.content(of: storage, $0.bytes) } ?? LayerContent(of: storage)
        problems += content.problems
        if content.errors.isEmpty { sources[name] = Source(revision: stored?.revision, content: content) }
      }
    } catch {
      problems.append(SettingsLayerProblem("\(error)", in: .file(name, nil)))
    }
    identities.append(.document(name, sources[name]?.revision))
    return sources[name]?.content ?? LayerContent(of: storage)
  }

  /// Returns content without errors, or else the last good content of the source.
  private mutating func keep(_ content: LayerContent, of name: String) -> LayerContent {
    problems += content.problems
    if content.errors.isEmpty {
      sources[name] = Source(content: content)
    } else if leavesOutInvalidValues, sources[name] == nil {
      var valid = content
      let wrong = content.errors.compactMap(\.path)
      // An error can be in a part of the value, such as a member of an element.
      valid.values = valid.values.filter { !wrong.contains(where: $0.key.contains) }
      sources[name] = Source(content: valid)
    }
    let last = sources[name]?.content ?? LayerContent(named: content.name)
    identities.append(.values(last.values.mapValues(\.value)))
    return last
  }
}

/// A setting or a section that a layer locks. The lock of a section holds for everything in it.
struct SettingLock: Hashable, Sendable {
  let path: SettingPath
  /// The place in the layer's list of locks, with line and column. Messages name it, because only there the lock can be removed.
  let origin: SettingOrigin
}

/// The settings and sections that layers lock for the layers above them.
struct LayerLocks: Hashable, Sendable {
  /// The key of a layer's list of locked settings and sections.
  static let key = "$locked"

  private var origins: [SettingPath: SettingOrigin] = [:]

  var isEmpty: Bool { origins.isEmpty }

  /// The settings and sections, ordered by their paths, each with the lowest layer that locks it.
  var all: [SettingLock] {
    origins.map { SettingLock(path: $0.key, origin: $0.value) }
      .sorted { $0.path.description < $1.path.description }
  }

  /// Adds the locks of a higher layer. A lower lock stays in effect.
  mutating func add(_ locks: [SettingLock]) {
    for lock in locks where origin(at: lock.path) == nil { origins[lock.path] = lock.origin }
  }

  /// Returns the place of the lock of a setting or a section, or of a section around it; `nil` if it isn't locked. The lock of an outer
  /// section counts first.
  func origin(at path: SettingPath) -> SettingOrigin? {
    isEmpty ? nil : path.prefixes.lazy.compactMap { origins[$0] }.first
  }
}

extension LayerLocks {
  /// Reads the list of locks in a document; returns the locks in the order of the list, and the list's problems.
  ///
  /// A list that has anything but strings is an error, and the layer's last good content stays in use: a mistake in the list must not open
  /// what should be locked. A path that the form doesn't know is only a warning.
  static func read(
    from document: JSONDocument, file: String, _ index: FormIndex
  ) -> (locks: [SettingLock], problems: [FormProblem]) {
    guard let list = document.node(at: [key]) else { return ([], []) }
    guard list.kind == .array, list.elements.allSatisfy({ $0.string != nil }) else {
      let message = "Use a list of paths, such as [\"network\", \"calculation.timePeriod\"]."
      return ([], [FormProblem(path: [key], reason: .message(message), position: list.position)])
    }
    var locks: [SettingLock] = []
    var problems: [FormProblem] = []
    for element in list.elements {
      let paths = element.string.flatMap { try? SettingPath(parsing: $0) }.map(index.lockedPaths) ?? []
      locks += paths.map { SettingLock(path: $0, origin: .file(file, element.position)) }
      if paths.isEmpty {
        // The file can be for another version of the app, which knows the setting.
        let message = "Check the path \(Phrase.excerpt(element.value)), which the form does not know."
        problems.append(
          FormProblem(
            path: [key], severity: .warning, reason: .message(message), position: element.position))
      }
    }
    return (locks, problems)
  }
}

extension FormIndex {
  /// Returns the settings or sections that a list of locks means by a path, which can be a path of an earlier version: a lock must survive
  /// an update of the app.
  fileprivate func lockedPaths(at path: SettingPath) -> [SettingPath] {
    if self[path] != nil || section(at: path) != nil { return [path] }
    return renamed.map { settings[$0] }.filter { $0.formerPaths.contains(where: path.contains) }.map(\.path)
  }
}
