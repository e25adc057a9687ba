import Settings

/// Changes settings.
struct SetCommand: Command {
  static let name = "set"
  static let operands = "FILE PATH=VALUE…"
  static let summary = """
    Changes settings, all or none.
    PATH=VALUE is read by the setting's type, PATH:=JSON as JSON.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplySteps.options

  private let file: SettingsFile
  private let assignments: [Assignment]
  private let steps: ApplySteps

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count > 1 else { throw .usage("set takes FILE PATH=VALUE….") }
    file = SettingsFile(arguments.operands[0], arguments)
    assignments = try arguments.operands.dropFirst().map { word throws(Failure) in try Assignment(word) }
    steps = try ApplySteps(file.path, arguments)
  }

  func run() async throws(Failure) {
    let store = try file.open(ifAbsent: .allowed, participants: steps.participants)
    var draft = store.draft()
    for assignment in assignments {
      guard let entry = store.index[assignment.path] else { throw store.unknownSetting(assignment.path) }
      guard !entry.setting.traits.contains(.readOnly) else {
        throw Failure(.refused, "\(store.name): \(assignment.path) is read-only.")
      }
      draft.stage(try value(assignment, of: entry, in: store), at: assignment.path)
    }
    try await steps.run(.draft(draft), in: store)
  }

  private func value(
    _ assignment: Assignment, of entry: FormIndex.Entry, in store: FormStore
  ) throws(Failure) -> JSONValue {
    switch assignment.value {
    case .json(let value):
      return value
    case .typed(let text):
      do throws(ValueTextError) {
        return try entry.setting.value(parsing: text)
      } catch {
        throw Failure(.refused, "\(store.name): \(assignment.path): \(error)")
      }
    }
  }
}
