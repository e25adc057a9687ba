import SettingsStoragePrograms

/// The program `settings-storage-check`.
@main
enum Program {
  static func main() async { await SettingsStorageCheckProgram.main() }
}
