import SettingsCommands
import SettingsSystem

/// The program `settings-tui`.
@main
enum Program {
  static func main() async {
    ProcessMemory.prepare()
    // The streams are opened here, before a thread starts: it would open descriptors in place of closed standard streams.
    let ending = await SettingsTUICommand.run(ProcessArguments.bytes, ProcessStreams())
    ending.endProcess()
  }
}
