import SettingsCommands
import SettingsGenCore
import SettingsStoragePrograms
import SettingsSystem

/// All programs in one, for packages: each is a link to this program, and the name that it is called by decides. Each program alone would
/// contain the runtime of Swift once more: see Documentation/Decisions.md.
@main
enum Program {
  // On the main actor, so that it begins before there is a thread.
  @MainActor
  static func main() async {
    switch CurrentProcess.name {
    case "settings-gen": GeneratorCommand.main()
    case "settings-storage-etcd": SettingsStorageEtcdProgram.main()
    case "settings-storage-check": await SettingsStorageCheckProgram.main()
    default:
      ProcessMemory.prepare()
      await SettingsTUICommand.runProgram(streams: ProcessStreams())
    }
  }
}
