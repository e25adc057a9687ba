import Settings

/// Changes settings.
enum SetCommand: Command {
  static let name = "set"
  static let operands = "FILE PATH[=VALUE]…"
  static let operandCount = 2...Int.max
  static let summary = """
    Changes settings, all or none.
    PATH=VALUE is parsed by the setting's type, PATH:=JSON as JSON. PATH alone asks for the value and hides a secret while it
    is typed; without a terminal, the standard input is the value, or has one line for each of several values. This keeps
    secrets out of the list of processes and the shell's history.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    let workflow = try ApplyWorkflow(arguments, console)
    let store = try await SettingsFile(arguments).open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    // Check all settings before asking for a value.
    let entries = try assignments.map { assignment throws(Failure) in try entry(of: assignment, in: store) }
    var asked = try AskedValues(count: assignments.count(where: \.isAsked), console)
    for (assignment, entry) in zip(assignments, entries) {
      draft.stage(try value(assignment, of: entry, in: store, &asked), at: assignment.path)
    }
    try await workflow.run(.draft(draft), in: store)
  }

  private static func entry(of assignment: Assignment, in store: UntypedStore) throws(Failure)
    -> FormIndex.Entry
  {
    guard let entry = store.index[assignment.path] else {
      let unknown = store.unknownSetting(assignment.path)
      guard assignment.isAsked else { throw unknown }
      // A word that doesn't resemble a setting is probably not meant as a PATH.
      throw store.index.nearest(to: assignment.path) == nil
        ? Assignment.malformed("\(assignment.path)") : .usage(unknown.message)
    }
    guard !entry.setting.traits.contains(.readOnly) else {
      throw Failure(.refused, "\(store.name): \(assignment.path) is read-only.")
    }
    return entry
  }

  private static func value(
    _ assignment: Assignment, of entry: FormIndex.Entry, in store: UntypedStore, _ asked: inout AskedValues
  ) throws(Failure) -> JSONValue {
    let value: JSONValue
    switch assignment.value {
    case .json(let json): value = json
    case .typed(let text): value = try self.value(text, of: entry, in: store)
    case .asked: value = try self.value(asked.next(for: entry), of: entry, in: store)
    }
    guard !entry.setting.holdsMask(value) else {
      throw Failure(
        .refused,
        "\(store.name): \(assignment.path): the value contains a mask instead of a secret; \"get --show-secrets\" prints "
          + "the secret.")
    }
    return value
  }

  private static func value(
    _ text: String, of entry: FormIndex.Entry, in store: UntypedStore
  ) throws(Failure) -> JSONValue {
    do throws(ValueTextError) {
      return try entry.setting.value(parsing: text)
    } catch {
      throw Failure(.refused, "\(store.name): \(entry.path): \(error)")
    }
  }
}
