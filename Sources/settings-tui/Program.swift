import SettingsCommands
import SettingsSystem

/// The program `settings-tui`.
@main
enum Program {
  // On the main actor, so that it begins before there is a thread.
  @MainActor
  static func main() async {
    ProcessMemory.prepare()
    await SettingsTUICommand.runProgram(streams: ProcessStreams())
  }
}
