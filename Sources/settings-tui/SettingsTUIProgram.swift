import SettingsCommands
import SettingsSystem

/// The program `settings-tui`.
@main
enum SettingsTUIProgram {
  static func main() async {
    ProcessMemory.prepare()
    if let ending = SettingsTUICommand.refusal(for: ProcessNeeds.prepare(), streams: ProcessStreams()) {
      ending.endProcess()
    }
    let ending = await SettingsTUICommand.run(ProcessArguments.bytes, streams: ProcessStreams())
    ending.endProcess()
  }
}
