/// The commands that the help lists.
enum CommandList {
  static let all: [any Command.Type] = [
    EditCommand.self, GetCommand.self, ListCommand.self, DescribeCommand.self, CheckCommand.self,
    SetCommand.self, ResetCommand.self, MergeCommand.self, RenameCommand.self, InsertCommand.self,
    MoveCommand.self, ApplyCommand.self, LogCommand.self, ShowCommand.self, DiffCommand.self,
    RollbackCommand.self, ConfirmCommand.self, CancelCommand.self, WatchCommand.self, SchemasCommand.self,
  ]

  /// Returns the command with a name.
  static func command(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }

  /// The commands with their headlines.
  static var overview: String { TextColumns.text(all.map { ($0.name, $0.headline) }) }
}
