import PollerCore

do {
  switch try Command(Array(CommandLine.arguments.dropFirst())) {
  case .help: Terminal.write(Command.usage)
  case .run(let refresh, let address, let options):
    try await RunCommand.run(refresh: refresh, address: address, options: options)
  case .runHelp: RunCommand.help()
  case .settings(let style, let address): try await SettingsCommand.run(style: style, address: address)
  case .status: try StatusCommand.run()
  }
} catch let failure as Failure {
  Terminal.fail(failure)
} catch {
  Terminal.fail(Failure(.unavailable, "\(error)"))
}
