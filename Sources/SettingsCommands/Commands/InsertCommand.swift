import SettingsEditing
import SettingsTUI

/// Inserts an element into a list.
///
///     tags: a, b, c     insert app.json tags.0=z     tags: z, a, b, c
///                       insert app.json tags.-=z     tags: a, b, c, z
///                       insert app.json tags.9=z     exit 1: tags has 3 elements, so there is no 9.
///
/// `set tags.0=z` would replace the element. In a list that has no value, `tags.0` and `tags.-` are possible.
enum InsertCommand: Command {
  static let name = "insert"
  static let operands: [Operand] = [.file, .one("PATH=VALUE", .assignment)]
  static let summary = """
    Inserts an element into a list, before the one that PATH names by its index; "-" is behind the last one.
    PATH=VALUE is parsed by the type of the elements, PATH:=JSON as JSON.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let input = CommandInput.filters

  /// Inserts the element. Ends with 1 if the path leads to no list, the index is out of range, or the value isn't one of the element's
  /// type; with 64 if there is no value.
  ///
  /// A file that doesn't exist is created, as by `set`.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let assignment = try Assignment(arguments.operands[1])
    if assignment.isAsked { throw .usage("insert needs the new element; write PATH=VALUE or PATH:=JSON.") }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    // The path can lead into a list that no form describes.
    file.members = FormIndex.Members(named: [assignment.path], new: .unmistakable)
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    let path = try store.resolved(assignment.path, in: draft)
    let element = try ListElement(path, in: draft, of: store, allowsEnd: true)
    let place = try store.places(on: path, in: element.entry, element.current).last
    guard let place else { throw store.unknownSetting(path) }
    var elements = element.elements
    elements.insert(try assignment.value(at: place, in: store), at: element.index)
    try draft.move([element.replacing(elements, in: draft)], of: path, in: store)
    element.note(in: &draft) { $0.insert(nil, at: element.index) }
    try await workflow.run(.draft(draft), in: store)
  }
}

/// Moves an element of a list.
///
///     tags: z, a, b, c     move app.json tags.0 -     tags: a, b, c, z
///                          move app.json tags.3 1     tags: z, c, a, b
///
/// INDEX counts in the list without the element, so it is the index that the element has afterwards. An index that the list doesn't have is
/// refused, since it would be an accident.
enum MoveCommand: Command {
  static let name = "move"
  static let operands: [Operand] = [.file, .path, .one("INDEX", .word)]
  static let summary = """
    Moves an element of a list, with its comments.
    PATH names the element by its index. INDEX is the index that it gets; "-" is the last one.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let input = CommandInput.filters

  /// Moves the element. Ends with 64 if INDEX is no number, with 1 if the list has no element at one of the two indices, and with 66 if
  /// there is no file.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    var path = try arguments.path
    let word = arguments.operands[2]
    guard word == "-" || SettingPath.elementIndex(word) != nil else {
      throw .usage("\(word) is not an index; write a number from 0, or - for the last one.")
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(named: [path])
    let store = try await file.open(with: workflow.commands, console)
    var draft = store.draft()
    path = try store.resolved(path, in: draft)
    let element = try ListElement(path, in: draft, of: store, allowsEnd: false)
    var elements = element.elements
    let target = SettingPath.elementIndex(word) ?? elements.count - 1
    guard elements.indices.contains(target) else { throw element.outOfRange(word, in: store) }
    // Removed first, so the target is an index of the result.
    elements.insert(elements.remove(at: element.index), at: target)
    try draft.move([element.replacing(elements, in: draft)], of: path, in: store)
    element.note(in: &draft) { $0.insert($0.remove(at: element.index), at: target) }
    try await workflow.run(.draft(draft), in: store)
  }
}

/// The place of an element in a list that a command names.
///
/// `servers.2` is the element at index 2; `servers.-` the place behind the last one for `insert`, and the last element for `move`.
///
/// The list can be a setting (`servers`), a list inside a setting (`servers.0.tags`), or one that no form describes.
private struct ListElement {
  let entry: FormIndex.Entry
  /// The setting's value.
  let current: JSONValue?
  /// The elements of the list as they are now; empty for a list that isn't there.
  let elements: [JSONValue]
  /// The index of the element, or, for an insertion, the index that the new element gets.
  let index: Int
  private let list: ValuePlace

  /// Finds an element. Throws if the path leads to no list, if the list is read-only, or if it has no such index.
  ///
  /// - Parameter allowsEnd: Whether the place behind the last element counts, and a list that isn't there.
  init(
    _ path: SettingPath, in draft: Draft, of store: StoreEngine, allowsEnd: Bool
  ) throws(Failure) {
    guard let parent = path.parent, let key = path.keys.last,
      let entry = store.index.entry(containing: parent)
    else {
      guard store.index[path] == nil else {
        throw Failure(
          .refused,
          message: "\(store.name): \(path) is no element of a list; name one, such as \(path).0 or \(path).-."
        )
      }
      throw store.unknownSetting(path)
    }
    self.entry = entry
    try draft.checkLock(of: entry.path, in: store)
    current = draft.value(at: entry.path)
    if let stored = ValuePlace.stored(at: parent, in: entry, current) {
      list = stored
    } else if let described = try store.places(on: parent, in: entry, current).last {
      list = described
    } else {
      throw store.unknownSetting(path)
    }
    guard !list.isReadOnly else { throw .readOnly(parent, in: store) }
    switch list.value(in: current) {
    case .array(let elements)?: self.elements = elements
    case nil where allowsEnd, .null? where allowsEnd: elements = []
    default:
      throw Failure(.refused, message: "\(store.name): \(parent) is not a list; name an element of one.")
    }
    let limit = allowsEnd ? elements.count : elements.count - 1
    index = key == "-" ? limit : SettingPath.elementIndex(key) ?? -1
    guard (0...max(limit, 0)).contains(index), index <= limit else { throw outOfRange(key, in: store) }
  }

  /// Returns the setting's value with other elements in the list. The whole setting is staged; the edit of the text changes only what
  /// differs.
  func replacing(_ elements: [JSONValue], in draft: Draft) -> StagedValue {
    draft.staged(.array(elements), at: list, in: current)
  }

  /// Notes what the command does with the positions of the list: elements can be equal, and their comments differ.
  func note(in draft: inout Draft, _ change: (inout [Int?]) -> Void) {
    draft.note(elementsOf: list.path, count: elements.count, change)
  }

  /// Returns the failure for an index that the list doesn't have, with the number of its elements.
  func outOfRange(_ word: String, in store: StoreEngine) -> Failure {
    Failure(
      .refused,
      message:
        "\(store.name): \(list.path) has \(Phrase.count(elements.count, noun: "element")), so there is no \(word)."
    )
  }
}

extension Draft {
  /// Throws if a layer locks a setting: then its value is that of the layer, whose elements aren't the file's.
  func checkLock(of path: SettingPath, in store: StoreEngine) throws(Failure) {
    guard let problem = refusal(at: path) else { return }
    throw Failure(.refused, message: "\(store.name): \(problem)")
  }

  /// Stages values in which elements or members have other places than before; fails if a secret would be visible at its new place.
  ///
  /// - Parameter path: What a person moves or removes.
  mutating func move(
    _ values: [StagedValue], of path: SettingPath, in store: StoreEngine, storesDefaults: Bool = false
  ) throws(Failure) {
    guard !showsSecrets(in: values) else {
      guard let key = path.keys.last, key == "-" || SettingPath.elementIndex(key) != nil,
        let list = path.parent
      else {
        throw Failure(
          .refused,
          message:
            "\(store.name): \(path) has secrets that the other key wouldn't hide; type them again there.")
      }
      throw Failure(
        .refused,
        message:
          "\(store.name): each place of \(list) has a meaning of its own, so its elements stay where they are."
      )
    }
    stage(values, storesDefaults: storesDefaults)
  }
}
