import SettingsStoragePrograms

/// The program `settings-storage-etcd`.
@main
enum Program {
  static func main() { SettingsStorageEtcdProgram.main() }
}
