import Service
import Settings

@main
struct Tool {
  struct Options: SettingsGroup {
    /// The time limit.
    var timeLimit = Duration.seconds(30 * standardFactor)

    /// A section whose type is in another target of the package.
    var client = ClientSettings()
  }

  static func main() {
    print("the program ran")
  }
}

/// A value that only the running program knows.
var standardFactor: Int { CommandLine.arguments.isEmpty ? 1 : 2 }
