import Settings

/// Takes settings back to their defaults.
struct ResetCommand: Command {
  static let name = "reset"
  static let operands = "FILE PATH…"
  static let summary = """
    Takes settings, or all settings of a section, back to their defaults.
    Their keys leave the file. A PATH may be a setting or a section.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplySteps.options

  private let file: SettingsFile
  private let paths: [SettingPath]
  private let steps: ApplySteps

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count > 1 else { throw .usage("reset takes FILE PATH….") }
    file = SettingsFile(arguments.operands[0], arguments)
    paths = try arguments.operands.dropFirst().map { word throws(Failure) in try SettingPath(operand: word) }
    steps = try ApplySteps(file.path, arguments)
  }

  func run() async throws(Failure) {
    let store = try await file.open(steps.commands)
    var draft = store.draft()
    for path in paths {
      guard store.index[path] != nil || store.index.section(at: path) != nil else {
        throw store.unknownSetting(path)
      }
      guard store.index[path]?.setting.traits.contains(.readOnly) != true else {
        throw Failure(.refused, "\(store.name): \(path) is read-only.")
      }
      draft.reset(path)
    }
    try await steps.run(.draft(draft), in: store)
  }
}
