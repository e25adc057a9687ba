import SettingsCommands
import SettingsSystem

/// The program `settings-tui`.
@main
enum SettingsTUIProgram {
  static func main() async {
    ProcessMemory.prepare()
    let ending = await SettingsTUICommand.run(ProcessArguments.bytes, streams: ProcessStreams())
    ending.endProcess()
  }
}
