import Settings

/// Changes settings.
struct SetCommand: Command {
  static let name = "set"
  static let operands = "FILE PATH[=VALUE]…"
  static let summary = """
    Changes settings, all or none.
    PATH=VALUE is read by the setting's type, PATH:=JSON as JSON. PATH alone asks for the value, and a secret is typed
    unseen; without a terminal the standard input is the value, or has a line for each of several. So a secret stands in
    no list of processes and in no shell's history.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplySteps.options

  private let file: SettingsFile
  private let assignments: [Assignment]
  private let steps: ApplySteps

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count > 1 else { throw .usage("set takes FILE PATH[=VALUE]….") }
    file = SettingsFile(arguments.operands[0], arguments)
    assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    steps = try ApplySteps(file.path, arguments)
  }

  func run() async throws(Failure) {
    let store = try await file.open(ifAbsent: .allowed, steps.commands)
    var draft = store.draft()
    // Nobody is asked for a value that will not be taken.
    let entries = try assignments.map { assignment throws(Failure) in try entry(of: assignment, in: store) }
    var asked = try AskedValues(count: assignments.count(where: \.isAsked))
    for (assignment, entry) in zip(assignments, entries) {
      draft.stage(try value(assignment, of: entry, in: store, &asked), at: assignment.path)
    }
    try await steps.run(.draft(draft), in: store)
  }

  private func entry(of assignment: Assignment, in store: UntypedStore) throws(Failure) -> FormIndex.Entry {
    guard let entry = store.index[assignment.path] else {
      let unknown = store.unknownSetting(assignment.path)
      guard assignment.isAsked else { throw unknown }
      // A word that is no setting was hardly meant to be asked about.
      throw store.index.nearest(to: assignment.path) == nil
        ? Assignment.noAssignment("\(assignment.path)") : .usage(unknown.message)
    }
    guard !entry.setting.traits.contains(.readOnly) else {
      throw Failure(.refused, "\(store.name): \(assignment.path) is read-only.")
    }
    return entry
  }

  private func value(
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
        "\(store.name): \(assignment.path): the value has a mask in the place of a secret; \"get --show-secrets\" prints "
          + "the secret itself.")
    }
    return value
  }

  private func value(
    _ text: String, of entry: FormIndex.Entry, in store: UntypedStore
  ) throws(Failure) -> JSONValue {
    do throws(ValueTextError) {
      return try entry.setting.value(parsing: text)
    } catch {
      throw Failure(.refused, "\(store.name): \(entry.path): \(error)")
    }
  }
}
