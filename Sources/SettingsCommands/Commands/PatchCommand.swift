import Settings
import SettingsTUI

/// Applies a JSON Patch (RFC 6902).
///
///     file      {"network": {"port": 8080}, "tags": ["a", "b"]}
///     patch     [{"op": "test", "path": "/tags/0", "value": "a"}, {"op": "remove", "path": "/network/port"},
///                {"op": "add", "path": "/tags/-", "value": "c"}]
///     result    {"network": {}, "tags": ["a", "b", "c"]}
///
/// A review prints such a patch with `--json`, so what one file got can be given to another. The operations are made one after the other on
/// the stored values, all or none; what differs afterwards is staged, so a patch is checked and reviewed like every other change, and
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
  static let isFilter = true

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
    let old = draft.storedMember(at: .root) ?? .object(JSONObject())
    var new = old
    for (number, operation) in operations.enumerated() {
      do throws(PatchFault) { try operation.change(&new) } catch {
        throw Failure(
          .refused,
          message:
            "\(store.name): operation \(number + 1) of the patch, \(operation), \(error); nothing was changed."
        )
      }
    }
    try MergeCommand.stage(new, over: old, at: .root, in: &draft, of: store)
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

  /// The paths that need rows: those of its values' members as well, since a section has a row for each.
  var paths: [SettingPath] {
    switch action {
    case .add(let value), .replace(let value):
      let leaves = (value.object ?? [:]).leaves(at: path)
      return [path] + leaves.set + leaves.removed
    case .move(let from), .copy(let from): return [path, from]
    case .remove, .test: return [path]
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

  /// Makes the operation on a document. The document is undefined after an error.
  func change(_ document: inout JSONValue) throws(PatchFault) {
    switch action {
    case .add(let value): try document.change(path.keys[...], .add(value))
    case .remove: try document.change(path.keys[...], .remove)
    case .replace(let value): try document.change(path.keys[...], .replace(value))
    case .copy(let from): try document.change(path.keys[...], .add(Self.value(at: from, in: document)))
    case .move(let from):
      guard path == from || !from.contains(path) else {
        throw PatchFault(description: "would move a value into itself")
      }
      let value = try Self.value(at: from, in: document)
      guard path != from else { return }
      try document.change(from.keys[...], .remove)
      try document.change(path.keys[...], .add(value))
    case .test(let value):
      guard try Self.value(at: path, in: document) == value else {
        throw PatchFault(description: "finds another value")
      }
    }
  }

  private static func value(at path: SettingPath, in document: JSONValue) throws(PatchFault) -> JSONValue {
    guard let value = document.value(at: path) else { throw .missing(path.pointer) }
    return value
  }
}

extension PatchFault {
  fileprivate static func missing(_ name: String) -> PatchFault {
    PatchFault(description: "finds no value at \(name)")
  }
}

extension JSONValue {
  /// Adds, removes or replaces the value at the end of some keys.
  ///
  /// The container on the way is taken out of its parent while it changes, so it isn't copied: many operations in a large list would take
  /// quadratic time.
  fileprivate mutating func change(_ keys: ArraySlice<String>, _ action: PatchOperation.Action)
    throws(PatchFault)
  {
    guard let key = keys.first else {
      switch action {
      case .add(let value), .replace(let value): self = value
      default: throw PatchFault(description: "would remove the whole document")
      }
      return
    }
    let rest = keys.dropFirst()
    switch self {
    case .object(var object):
      self = .null
      guard rest.isEmpty else {
        guard var inner = object[key] else { throw .missing(key) }
        object[key] = .null
        try inner.change(rest, action)
        object[key] = inner
        self = .object(object)
        return
      }
      switch action {
      case .add(let value): object[key] = value
      case .replace(let value) where object[key] != nil: object[key] = value
      case .remove where object[key] != nil: object[key] = nil
      default: throw .missing(key)
      }
      self = .object(object)
    case .array(var elements):
      self = .null
      let end = if case .add = action, rest.isEmpty { elements.count } else { elements.count - 1 }
      let index = key == "-" && end == elements.count ? end : SettingPath.elementIndex(key) ?? -1
      guard (0...max(end, 0)).contains(index), index <= end else { throw .missing(key) }
      guard rest.isEmpty else {
        var inner = elements[index]
        elements[index] = .null
        try inner.change(rest, action)
        elements[index] = inner
        self = .array(elements)
        return
      }
      switch action {
      case .add(let value): elements.insert(value, at: index)
      case .replace(let value): elements[index] = value
      default: elements.remove(at: index)
      }
      self = .array(elements)
    case .null, .bool, .number, .string: throw .missing(key)
    }
  }
}
