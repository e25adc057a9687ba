import TestSupport

extension Workspace {
  /// Runs the program `settings-tui` in the folder.
  func run(_ arguments: String...) throws -> Run {
    try Run(BuiltPrograms.settingsTUI, arguments, in: folder)
  }
}
