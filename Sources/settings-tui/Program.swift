import SettingsCommands
import SettingsSystem

/// The program `settings-tui`.
@main
enum Program {
  static func main() async {
    ProcessMemory.prepare()
    await SettingsTUICommand.runProgram(streams: ProcessStreams())
  }
}
