import SettingsCommands

/// The program `settings-tui`.
@main
enum SettingsTUIProgram {
  static func main() async {
    await SettingsTUICommand.main()
  }
}
