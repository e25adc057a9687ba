/// An app in a dozen consecutive versions.
///
/// Each version says what its values mean in facts, which have the same form in all versions: no upgrade may change a fact.
enum EvolvingApp {
  /// One version: the declarations of its root `App`, the extension with its migrations, its precious values and their facts.
  struct Version {
    var root: String
    var types = ""
    var migrations = ""
    /// Statements that give the values `$0`, each different from its default.
    var setting: String
    /// The facts of the values `app`.
    var facts: String
  }

  private static let first =
    Version(
      root: """
        var port = 80
        var host = ""
        var address = "localhost:1"
        var timeout = 5
        var mode = "quiet"
        var level = Level.low
        var rank = Rank.none
        var tag = ""
        var ratio = 1
        var interval = 1
        var servers: [Server] = []
        var limits: [String: Limit] = [:]
        var target = Target.none
        var colors: Palette.Options = .none
        var legacy = false
        var theme = Theme()
        """,
      types: types(
        server: "var size = 0", limit: "var most = 0", low: "case low, high",
        target: "case file(path: String)",
        palette: "case red, green", theme: "var accent = \"\""),
      setting: """
        $0.port = 8080; $0.host = "example.org"; $0.address = "db:5432"; $0.timeout = 30; $0.mode = "LOUD"
        $0.level = .high; $0.rank = .first; $0.tag = "one"; $0.ratio = 2; $0.interval = 3; $0.legacy = true
        $0.servers = [Server(name: "a", size: 7)]; $0.limits = ["x": Limit(most: 9)]; $0.target = .file(path: "/x")
        $0.colors = [.green]; $0.theme.accent = "teal"
        """,
      facts: """
        ["port": "\\(app.port)", "host": app.host, "database": app.address, "timeout": "\\(app.timeout) s",
         "mode": app.mode.lowercased(), "level": app.level == .high ? "high" : "low", "rank": "\\(app.rank)", "tags": app.tag,
         "ratio": "\\(Double(app.ratio))", "interval": "\\(app.interval * 1000) ms",
         "servers": app.servers.map { "\\($0.name) \\($0.size)" }.joined(), "limit": "\\(app.limits["x"]?.most ?? 0)",
         "target": "\\(app.target)", "green": "\\(app.colors.contains(.green))", "accent": app.theme.accent]
        """)

  /// What each later version changes.
  private static let changes: [@Sendable (inout Changes) -> Void] = [
    // A setting is renamed, and a new one is added.
    {
      $0.replace("var port = 80", "// setting: was = \"port\"\nvar listenPort = 80\nvar retries = 1")
      $0.replace("$0.port", "$0.listenPort")
      $0.replace("app.port", "app.listenPort")
    },
    // It moves into a section.
    {
      $0.replace("// setting: was = \"port\"\nvar listenPort = 80", "var network = Network()")
      $0.version.types += """

        struct Network: SettingsGroup {
          // setting: was = "/listenPort", was = "/port"
          var port = 80
        }
        """
      $0.replace(".listenPort", ".network.port")
    },
    // A number of seconds becomes a duration, by the unit.
    {
      $0.replace("var timeout = 5", "// setting: unit = seconds\nvar timeout = Duration.seconds(5)")
      $0.replace("$0.timeout = 30", "$0.timeout = .seconds(30)")
      $0.replace("\\(app.timeout) s", "\\(app.timeout.components.seconds) s")
    },
    // A type is widened.
    {
      $0.replace("var ratio = 1", "var ratio = 1.0")
    },
    // Text becomes a choice.
    {
      $0.replace("var mode = \"quiet\"", "var mode = Mode.quiet")
      $0.version.types += "\nenum Mode: String, CaseIterable, Codable { case quiet, loud }"
      $0.version.migrations += ".convert(\\.mode) { (old: String) in Mode(rawValue: old.lowercased()) },\n"
      $0.replace("$0.mode = \"LOUD\"", "$0.mode = .loud")
      $0.replace("app.mode.lowercased()", "app.mode.rawValue")
    },
    // One value becomes a list with another name.
    {
      $0.replace("var tag = \"\"", "// setting: was = \"tag\"\nvar tags: [String] = []")
      $0.replace("$0.tag = \"one\"", "$0.tags = [\"one\"]")
      $0.replace("app.tag,", "app.tags.joined(),")
    },
    // Cases are renamed: of an enum, of one with numbers, of one with associated values, and of an option set.
    {
      $0.replace("enum Rank: Int", "enum Rank: String")
      $0.replace(
        "{ case none\n  case first", "{\n// setting: was = 0\ncase none\n// setting: was = 1\ncase first")
      $0.replace("case low, high", "case low\n// setting: was = \"high\"\ncase urgent")
      $0.replace("$0.level = .high", "$0.level = .urgent")
      $0.replace("app.level == .high", "app.level == .urgent")
      $0.replace(
        "case file(path: String)",
        "// setting: was = \"file\"\ncase disk(\n// setting: was = \"path\"\nplace: String)")
      $0.replace("$0.target = .file(path: \"/x\")", "$0.target = .disk(place: \"/x\")")
      $0.replace(
        "\"target\": \"\\(app.target)\"",
        "\"target\": \"\\(app.target)\".replacing(\"disk(place\", with: \"file(path\")")
      $0.replace("case red, green", "case red\n// setting: was = \"green\"\ncase lime")
      $0.replace("$0.colors = [.green]", "$0.colors = [.lime]")
      $0.replace("app.colors.contains(.green)", "app.colors.contains(.lime)")
    },
    // Members of structs in lists and dictionaries are renamed, and a section.
    {
      $0.replace("var size = 0", "// setting: was = \"size\"\nvar capacity = 0")
      $0.replace("var most = 0", "// setting: was = \"most\"\nvar upper = 0")
      $0.replace("var theme = Theme()", "// setting: was = \"theme\"\nvar look = Theme()")
      $0.replace("Server(name: \"a\", size: 7)", "Server(name: \"a\", capacity: 7)")
      $0.replace("Limit(most: 9)", "Limit(upper: 9)")
      $0.replace(".theme.accent", ".look.accent")
      $0.replace("\\($0.size)", "\\($0.capacity)")
      $0.replace("?.most", "?.upper")
    },
    // A value is split.
    {
      $0.replace("var address = \"localhost:1\"", "var databaseHost = \"localhost\"\nvar databasePort = 1")
      $0.version.migrations += """
        .split("address", into: \\.databaseHost, \\.databasePort) { (old: String) in
          let parts = old.split(separator: ":").map(String.init)
          return parts.count == 2 ? Int(parts[1]).map { (parts[0], $0) } : nil
        },

        """
      $0.replace("$0.address = \"db:5432\"", "$0.databaseHost = \"db\"; $0.databasePort = 5432")
      $0.replace("app.address", "\"\\(app.databaseHost):\\(app.databasePort)\"")
    },
    // A unit changes without a change of the type, which only the version of the document tells; a setting is removed, a default changes.
    {
      $0.replace("var interval = 1", "var interval = 1000")
      $0.replace("var legacy = false\n", "")
      $0.replace("var host = \"\"", "var host = \"localhost\"")
      $0.version.migrations +=
        ".convert(\\.interval, before: 1) { (old: Int) in old * 1000 },\n.remove(\"legacy\"),\n"
      $0.replace("$0.interval = 3", "$0.interval = 3000")
      $0.replace("; $0.legacy = true", "")
      $0.replace("\\(app.interval * 1000) ms", "\\(app.interval) ms")
    },
    // Two values become one again, in a section, and the whole document is edited.
    {
      $0.replace("var databaseHost = \"localhost\"\nvar databasePort = 1", "var database = Database()")
      $0.version.types += "\nstruct Database: SettingsGroup { var address = \"localhost:1\" }"
      let split = $0.version.migrations.split(separator: ".convert(\\.interval").first.map(String.init) ?? ""
      $0.version.migrations = $0.version.migrations.replacing(
        split, with: ".convert(\\.mode) { (old: String) in Mode(rawValue: old.lowercased()) },\n")
      $0.version.migrations += """
        .move("address", to: \\.database.address),
        .merge("databaseHost", "databasePort", into: \\.database.address) { (host: String, port: Int) in "\\(host):\\(port)" },
        .edit(before: 2) { document in
          guard case .object(var object) = document, object["retries"] == .number(0) else { return }
          object["retries"] = .number(1)
          document = .object(object)
        },

        """
      $0.replace("$0.databaseHost = \"db\"; $0.databasePort = 5432", "$0.database.address = \"db:5432\"")
      $0.replace("\"\\(app.databaseHost):\\(app.databasePort)\"", "app.database.address")
    },
  ]

  private static func types(
    server: String, limit: String, low: String, target: String, palette: String, theme: String
  ) -> String {
    """
    struct Server: SettingsGroup { var name = ""
      \(server) }
    struct Limit: SettingsGroup {
      \(limit) }
    enum Level: String, CaseIterable, Codable { \(low) }
    enum Rank: Int, CaseIterable, Codable { case none
      case first }
    enum Target: Codable, Hashable { case none
      \(target) }
    // setting: OptionsBinding
    enum Palette: String, CaseIterable, Codable { \(palette) }
    struct Theme: SettingsGroup { \(theme) }
    """
  }

  /// Changes of the text of a version.
  struct Changes {
    var version: Version

    /// Replaces text that the version has in one of its parts.
    mutating func replace(_ old: String, _ new: String) {
      let parts: [WritableKeyPath<Version, String>] = [\.root, \.types, \.setting, \.facts]
      precondition(parts.contains { version[keyPath: $0].contains(old) }, "no version has \(old)")
      for part in parts { version[keyPath: part] = version[keyPath: part].replacing(old, with: new) }
    }
  }

  static let versions = changes.reduce(into: [first]) { versions, change in
    var changes = Changes(version: versions[versions.count - 1])
    change(&changes)
    versions.append(changes.version)
  }

  /// The source of a version.
  static func source(_ version: Version, _ namespace: String) -> String {
    """
    import Settings

    enum \(namespace) {
      struct App: SettingsGroup {
    \(version.root)
      }
    \(version.types)

      static let app = Version<App>(
        set: { \(version.setting) },
        facts: { app in \(version.facts) })
    }

    extension \(namespace).App {
    \(version.types.contains("enum Mode") ? "  typealias Mode = \(namespace).Mode" : "")
      static var migrations: [SettingsMigration<\(namespace).App>] { [
    \(version.migrations)
      ] }
    }
    """
  }
}
