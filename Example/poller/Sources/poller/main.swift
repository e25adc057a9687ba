import PollerCore

do {
  switch try Command(Array(CommandLine.arguments.dropFirst())) {
  case .help: Terminal.write(Command.usage)
  case .run(let refresh, let options): try await RunCommand.run(refresh: refresh, options: options)
  case .runHelp: try RunCommand.help()
  case .settings(let style): try await SettingsCommand.run(style: style)
  case .status: try StatusCommand.run()
  }
} catch let failure as Failure {
  Terminal.fail(failure)
} catch {
  Terminal.fail(Failure(.unavailable, "\(error)"))
}
