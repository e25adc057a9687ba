import SettingsEditing
import SettingsForm
import SettingsTUI

/// Applies a JSON Patch (RFC 6902).
///
///     file      {"network": {"port": 8080}, "tags": ["a", "b"]}
///     patch     [{"op": "test", "path": "/tags/0", "value": "a"}, {"op": "remove", "path": "/network/port"},
///                {"op": "add", "path": "/tags/-", "value": "c"}]
///     result    {"network": {}, "tags": ["a", "b", "c"]}
///
/// A review prints such a patch with `--json`, so what one file got can be given to another. The operations are made one after the other on
/// the stored values that they name, all or none; what differs afterwards is staged, so a patch is checked and reviewed like every other change, and
/// comments stay.
enum PatchCommand: Command {
  static let name = "patch"
  static let operands: [Operand] = [.file, .one("PATCH", .file)]
  static let summary = """
    Applies a JSON Patch (RFC 6902), all or nothing.
    PATCH is a file, or - for the standard input: a list of operations (add, remove, replace, move, copy, test). If one of
    them isn't possible, or a test fails, nothing is changed. The patch that --json prints is one.
    On a terminal it shows the review and asks first.
    """
  static let options = [.new] + ApplyWorkflow.options
  static let input = CommandInput.filters

  static func check(_ arguments: Arguments) throws(Failure) { try MergeCommand.check(arguments) }

  /// Makes the operations, stages the differences, and lets the workflow review and apply them.
  ///
  /// Ends with 65 for a patch that isn't one, with 1 for an operation that isn't possible on the stored values, and for a value that the
  /// form refuses.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let (source, value) = try MergeCommand.read(arguments.operands[1], console: console)
    let operations = try operations(value, in: source)
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    // What an operation sets may need rows that the form doesn't have.
    file.members = FormIndex.Members(
      named: operations.flatMap(\.paths), new: arguments.has(.new) ? .allowed : .unmistakable)
    file.members.replacingRoot = operations.lazy.compactMap(\.newRoot).last
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    var document = PatchedDocument(draft, operations, of: store)
    for (number, operation) in operations.enumerated() {
      do throws(PatchFault) { try document.make(operation) } catch {
        throw Failure(
          .refused,
          message:
            "\(store.name): operation \(number + 1) of the patch, \(operation), \(error); nothing was changed."
        )
      }
    }
    for part in document.changedParts {
      try MergeCommand.stage(part.new, over: part.old, at: part.path, in: &draft, of: store)
    }
    for (path, origin) in document.origins where document.hasValue(at: path) {
      draft.note(originOf: path, origin)
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Reads the operations. Throws with the number of the first one that isn't an operation.
  private static func operations(_ value: JSONValue, in source: String) throws(Failure) -> [PatchOperation] {
    guard case .array(let list) = value else {
      throw Failure(
        .dataError,
        message: "\(source):1:1: A JSON Patch is a list of operations; an object is for \"merge\".")
    }
    var operations: [PatchOperation] = []
    for (number, value) in list.enumerated() {
      do throws(PatchFault) { operations.append(try PatchOperation(value)) } catch {
        throw Failure(.dataError, message: "\(source): operation \(number + 1) \(error).")
      }
    }
    return operations
  }
}

/// Why an operation can't be read or made, as the end of a sentence.
private struct PatchFault: Error, CustomStringConvertible {
  let description: String
}

/// One operation of a JSON Patch.
private struct PatchOperation: CustomStringConvertible {
  /// What it does at its path.
  enum Action {
    case add(JSONValue)
    case remove
    case replace(JSONValue)
    case move(from: SettingPath)
    case copy(from: SettingPath)
    case test(JSONValue)
  }

  let path: SettingPath
  let action: Action
  private let name: String

  /// The name and the place, for messages: `replace /network/port`. The value may be a secret.
  var description: String { "\(name) \(path.isRoot ? "\"\"" : path.pointer)" }

  /// The paths of the values that it reads or changes.
  var places: [SettingPath] {
    switch action {
    case .move(let from), .copy(let from): [from, path]
    default: [path]
    }
  }

  /// The paths that need rows: those of its values' members as well, since a section has a row for each.
  var paths: [SettingPath] {
    switch action {
    case .add(let value), .replace(let value):
      let leaves = (value.object ?? [:]).leaves(at: path)
      return places + leaves.set + leaves.removed
    case .move, .copy, .remove, .test: return places
    }
  }

  /// The type of the value that takes the place of the whole document; `nil` for an operation inside it.
  var newRoot: JSONValue.Kind? {
    switch action {
    case .add(let value) where path.isRoot, .replace(let value) where path.isRoot: value.kind
    default: nil
    }
  }

  /// Reads an operation. Members that the RFC doesn't name are ignored, as it says.
  init(_ json: JSONValue) throws(PatchFault) {
    guard let object = json.object, let name = object["op"]?.text else {
      throw PatchFault(description: "needs an \"op\"")
    }
    func path(_ key: String) throws(PatchFault) -> SettingPath {
      guard let text = object[key]?.text, text.isEmpty || text.hasPrefix("/"),
        let path = try? SettingPath(parsing: text)
      else { throw PatchFault(description: "needs a \"\(key)\" with a JSON Pointer") }
      return path
    }
    func value() throws(PatchFault) -> JSONValue {
      guard let value = object["value"] else { throw PatchFault(description: "needs a \"value\"") }
      return value
    }
    self.name = name
    self.path = try path("path")
    switch name {
    case "add": action = .add(try value())
    case "remove": action = .remove
    case "replace": action = .replace(try value())
    case "move": action = .move(from: try path("from"))
    case "copy": action = .copy(from: try path("from"))
    case "test": action = .test(try value())
    default:
      throw PatchFault(
        description: "has an unknown \"op\"; use add, remove, replace, move, copy or test")
    }
  }
}

/// The parts of a document that a patch is about, decoded: the named members of sections, and the lists and settings that contain what is
/// named.
///
///     file      {"network": {"port": 8080, "host": "a"}, "tags": ["a", "b"], "large": {…}}
///     patch     replace /network/port, add /tags/-
///     parts     network.port, tags
///
/// A part that contains another one is decoded alone, so each path is in one part.
private struct PatchedDocument {
  private let draft: Draft
  private let paths: Set<SettingPath>
  /// The values as they were and as they are, for the parts that were read, in order.
  private var parts: [(path: SettingPath, old: JSONValue?, new: JSONValue?)] = []
  private var places: [SettingPath: Int] = [:]
  /// What operations have changed, by the place where it is now. A change inside of a value isn't one of the value: it keeps its text.
  private var histories: [SettingPath: History] = [:]
  /// The places around those of ``histories``, now or earlier: few values that are moved have a changed one inside.
  private var around: Set<SettingPath> = []

  /// How a value came to its place.
  private struct History {
    /// Its place in the stored document; `nil` for a value that an operation has added, replaced or removed.
    var origin: SettingPath?
    /// Whether it is a list in which an index isn't that of the stored list anymore.
    var isRenumbered = false
  }

  /// Where the moved members were in the stored document, apart from those that were moved with what is around them. They keep their text,
  /// comments included.
  var origins: [SettingPath: SettingPath] {
    histories.reduce(into: [:]) { origins, history in
      guard let origin = history.value.origin, let parent = history.key.parent,
        let key = history.key.keys.last,
        origin != self.origin(of: parent)?.appending(key)
      else { return }
      origins[history.key] = origin
    }
  }

  init(_ draft: Draft, _ operations: [PatchOperation], of store: StoreEngine) {
    self.draft = draft
    paths = Set(operations.flatMap(\.places).map { Self.part(around: $0, of: store) })
  }

  var changedParts: some Sequence<(path: SettingPath, old: JSONValue?, new: JSONValue?)> { parts }

  /// Returns the path of the smallest part that can be changed alone: of a member of a section, as far as the document has objects.
  private static func part(around path: SettingPath, of store: StoreEngine) -> SettingPath {
    var part = SettingPath.root
    var node = store.document.root
    for key in path.keys where store.index.section(at: part) != nil && node.kind == .object {
      part = part.appending(key)
      guard let next = node[key] else { break }
      node = next
    }
    return part
  }

  /// Returns the number of the part with a path, and the keys inside it. Reads the part if it wasn't.
  private mutating func place(of path: SettingPath) -> (part: Int, keys: ArraySlice<String>) {
    let lengths = 0...path.keys.count
    let length = lengths.first { paths.contains(SettingPath(Array(path.keys.prefix($0)))) } ?? 0
    let part = SettingPath(Array(path.keys.prefix(length)))
    let number = places[part] ?? parts.count
    if number == parts.count {
      let value = draft.storedMember(at: part) ?? (part.isRoot ? .object([:]) : nil)
      parts.append((part, value, value))
      places[part] = number
    }
    return (number, path.keys[length...])
  }

  private mutating func value(at path: SettingPath) throws(PatchFault) -> JSONValue {
    let (part, keys) = place(of: path)
    guard let value = parts[part].new?.value(at: SettingPath(Array(keys))) else {
      throw .missing(path.pointer)
    }
    return value
  }

  private mutating func change(_ path: SettingPath, _ action: PatchOperation.Action) throws(PatchFault) {
    let (part, keys) = place(of: path)
    try parts[part].new.change(keys, action)
    // The elements of a list may have other indexes now.
    let list = isElement(path) ? path.parent : nil
    for inner in places(inside: list ?? path) { histories[inner] = nil }
    note(list.map { History(origin: origin(of: $0), isRenumbered: true) } ?? History(), of: list ?? path)
  }

  private mutating func note(_ history: History?, of path: SettingPath) {
    histories[path] = history
    around.formUnion(path.prefixes.dropLast())
  }

  /// Returns the changed places inside a value.
  private func places(inside path: SettingPath) -> [SettingPath] {
    around.contains(path) ? histories.keys.filter { $0 != path && path.contains($0) } : []
  }

  mutating func hasValue(at path: SettingPath) -> Bool { (try? value(at: path)) != nil }

  private mutating func isElement(_ path: SettingPath) -> Bool {
    guard let parent = path.parent, let value = try? value(at: parent) else { return false }
    return value.kind == .array
  }

  /// Returns where a value is in the stored document; `nil` if it isn't there, or if operations have changed the indexes on the way.
  private func origin(of path: SettingPath) -> SettingPath? {
    for place in path.prefixes.reversed() {
      guard let history = histories[place] else { continue }
      if history.isRenumbered, place != path { return nil }
      return history.origin.map { path.moved(from: place, to: $0) }
    }
    return path
  }

  /// Throws if a value would show at its new place what is masked at the other: then a patch would be a way to read secrets.
  private func check(_ value: JSONValue, from old: SettingPath, to new: SettingPath) throws(PatchFault) {
    var (before, after) = (MaskedParts(), MaskedParts())
    before.add(value, draft.index.secrecy(at: old))
    after.add(value, draft.index.secrecy(at: new))
    guard before.isShown(in: after) else { return }
    throw PatchFault(
      description: "would show what is secret at \(old.pointer); write the value into the patch")
  }

  /// Makes an operation. The document is undefined after an error.
  mutating func make(_ operation: PatchOperation) throws(PatchFault) {
    let path = operation.path
    switch operation.action {
    case .remove where path.isRoot: throw PatchFault(description: "would remove the whole document")
    case .add, .remove, .replace: try change(path, operation.action)
    case .copy(let from):
      let value = try value(at: from)
      try check(value, from: from, to: path)
      try change(path, .add(value))
    case .move(let from):
      guard path == from || !from.contains(path) else {
        throw PatchFault(description: "would move a value into itself")
      }
      let value = try value(at: from)
      guard path != from else { return }
      try check(value, from: from, to: path)
      let history = History(origin: origin(of: from), isRenumbered: histories[from]?.isRenumbered == true)
      let inner = places(inside: from).map { ($0.moved(from: from, to: path), histories[$0]) }
      try change(from, .remove)
      try change(path, .add(value))
      guard !isElement(path) else { return }
      note(history, of: path)
      for (place, history) in inner { note(history, of: place) }
    case .test(let value):
      guard try self.value(at: path) == value else { throw PatchFault(description: "finds another value") }
    }
  }
}

extension PatchFault {
  fileprivate static func missing(_ name: String) -> PatchFault {
    PatchFault(description: "finds no value at \(name)")
  }
}

extension JSONValue? {
  /// Adds, removes or replaces the value at the end of some keys; without keys, this one.
  ///
  /// The container on the way is taken out of its parent while it changes, so it isn't copied: many operations in a large list would take
  /// quadratic time.
  fileprivate mutating func change(_ keys: ArraySlice<String>, _ action: PatchOperation.Action)
    throws(PatchFault)
  {
    guard let key = keys.first else {
      switch action {
      case .add(let value): self = value
      case .replace(let value) where self != nil: self = value
      case .remove where self != nil: self = nil
      default: throw PatchFault(description: "finds no value there")
      }
      return
    }
    let rest = keys.dropFirst()
    switch self {
    case .object(var object)?:
      self = nil
      var member = object[key]
      if member != nil { object[key] = .null }
      try member.change(rest, action)
      object[key] = member
      self = .object(object)
    case .array(var elements)?:
      self = nil
      var new: JSONValue?
      if rest.isEmpty, case .add(let value) = action { new = value }
      let index = key == "-" && new != nil ? elements.count : SettingPath.elementIndex(key)
      guard let index, index < elements.count + (new == nil ? 0 : 1) else { throw .missing(key) }
      if let new {
        elements.insert(new, at: index)
      } else {
        var element: JSONValue? = elements[index]
        elements[index] = .null
        try element.change(rest, action)
        if let element { elements[index] = element } else { elements.remove(at: index) }
      }
      self = .array(elements)
    case .null?, .bool?, .number?, .string?, nil: throw .missing(key)
    }
  }
}
