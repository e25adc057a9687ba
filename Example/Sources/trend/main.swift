do {
  switch try Command(Array(CommandLine.arguments.dropFirst())) {
  case .help: Terminal.write(Command.usage)
  case .settings(let file): try await SettingsCommand.run(file: file)
  case .form: try SettingsCommand.printForm()
  case .run(let file): try RunCommand.run(file: file)
  case .watch(let file): try await WatchCommand(file: file).run()
  case .export(let file): try ExportCommand.run(file: file)
  }
} catch let failure as Failure {
  Terminal.fail(failure)
}
