import Service
import Settings

/// A program without settings of its own: those of its library are its settings.
@main
struct Launcher {
  static func main() throws {
    print(try SettingsStore<ClientSettings>(file: "settings.json").values.address)
  }
}
