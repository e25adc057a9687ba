import Settings
import SettingsTUI

/// Changes settings.
enum SetCommand: Command {
  static let name = "set"
  static let operands = "FILE PATH[=VALUE]…"
  static let operandCount = 2...Int.max
  static let summary = """
    Changes settings, all or none.
    PATH is a setting, or a part of one: an element of a list by its index, "-" behind the last one, an entry of a dictionary,
    a member of a struct or of the chosen alternative.
    PATH=VALUE is parsed by the setting's type, PATH:=JSON as JSON. PATH alone asks for the value and hides a secret while it
    is typed; without a terminal, the standard input is the value, or has one line for each of several values. This keeps
    secrets out of the list of processes and the shell's history.
    On a terminal it shows the review and asks first.
    """
  static let options = [.new] + ApplyWorkflow.options

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    if arguments[.schema] == "-", assignments.contains(where: \.isAsked) {
      throw .usage("The standard input is the form, so it can't have values, too; write PATH=VALUE.")
    }
    let workflow = try ApplyWorkflow(arguments, console)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(
      named: assignments.map(\.path), new: arguments.has(.new) ? .allowed : .unmistakable)
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    // Check all settings before asking for a value.
    let entries = try assignments.map { assignment throws(Failure) in try entry(of: assignment, in: store) }
    var asked = try AskedValues(count: assignments.count(where: \.isAsked), console)
    for (assignment, entry) in zip(assignments, entries) {
      let current = draft.value(at: entry.path)
      let places = try store.places(on: assignment.path, in: entry, current)
      let place = places.last ?? ValuePlace(entry)
      guard !place.isReadOnly else { throw .readOnly(assignment.path, in: store) }
      let value = try value(assignment, at: place, in: store, &asked)
      let filled = ValuePlace.filling(current, on: places)
      draft.stage([StagedValue(entry, place.replacing(in: filled, with: value))], storesDefaults: true)
    }
    try await workflow.run(.draft(draft), in: store)
  }

  private static func entry(of assignment: Assignment, in store: UntypedStore) throws(Failure)
    -> FormIndex.Entry
  {
    guard let entry = store.index.entry(containing: assignment.path) else {
      let unknown = store.unknownSetting(assignment.path)
      guard assignment.isAsked else { throw unknown }
      // A word that doesn't resemble a setting is probably not meant as a PATH.
      throw store.index.nearest(to: assignment.path) == nil
        ? Assignment.malformed("\(assignment.path)") : .usage(unknown.message)
    }
    guard !entry.setting.traits.contains(.readOnly) else { throw .readOnly(assignment.path, in: store) }
    return entry
  }

  private static func value(
    _ assignment: Assignment, at place: ValuePlace, in store: UntypedStore, _ asked: inout AskedValues
  ) throws(Failure) -> JSONValue {
    let value: JSONValue
    switch assignment.value {
    case .json(let json): value = json
    case .typed(let text): value = try self.value(text, at: place, in: store)
    case .asked: value = try self.value(asked.next(for: place), at: place, in: store)
    }
    guard !place.setting.holdsMask(value) else {
      throw Failure(
        .refused,
        "\(store.name): \(assignment.path): the value contains a mask instead of a secret; \"get --show-secrets\" prints "
          + "the secret.")
    }
    return value
  }

  private static func value(
    _ text: String, at place: ValuePlace, in store: UntypedStore
  ) throws(Failure) -> JSONValue {
    do throws(ValueTextError) {
      return try place.setting.value(parsing: text)
    } catch {
      throw Failure(.refused, "\(store.name): \(place.path): \(error)")
    }
  }
}
