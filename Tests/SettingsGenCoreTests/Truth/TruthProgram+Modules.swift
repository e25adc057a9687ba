/// Programs with types of other modules of their package.
extension TruthProgram {
  /// The modules, each with its source.
  static let modules: [(name: String, source: String)] = [
    (
      "Base",
      """
      public enum Level: String, Codable, Sendable { case debug, info = "information" }
      public struct Clamped: Codable, Sendable { public var value = 1; public init() {} }
      """
    ),
    (
      "Core",
      """
      @_exported import Base
      import Settings

      /// How the network is used.
      public struct Network: SettingsGroup {
        /// The port.
        // setting: range = 1...65535
        public var port = 8080
        public var level: Level = .info
        package var retries = Limits.retries
        public private(set) var attempts = 3
        var hidden = Limits.hidden
        public var inner = Inner()
        enum CodingKeys: String, CodingKey { case port = "Port", level, retries, attempts, hidden, inner }
        public init() {}
        public struct Inner: SettingsGroup {
          public var isOn = true
          public init() {}
        }
      }
      enum Limits { static let retries = 5; static let hidden = 2 }
      public enum Standards { public static let port: Int = 99; package static let size = 2.5; static let own = 1 }
      public enum Mode: String, Codable, Sendable { case fast, slow }
      public enum Source: Codable, Sendable { case file(path: String, mode: Mode = .slow), nothing }
      public struct Flags: OptionSet, Codable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let a = Flags(rawValue: 1)
        public static let b = Flags(rawValue: 2)
      }
      public struct Server: Codable, Sendable {
        public var name = "h"
        public var mode: Mode? = .fast
        public init() {}
      }
      public struct Sized: SettingsGroup {
        public var size = 1
        public init() {}
        public init(size: Int) { self.size = size }
      }
      public typealias Way = Mode
      package struct Shared: SettingsGroup { package var x = 1; package init() {} }
      public protocol Part: SettingsGroup {}
      struct Mine: Codable { var x = 1 }
      """
    ),
  ]

  /// Programs that import these modules.
  static let imports: [TruthProgram] =
    [
      ("a section of another module", "var network = Network()", "", ""),
      (
        "enums of other modules",
        "var a = Mode.slow; var b: Level = .debug; var c: Source = .file(path: \"x\"); var d: Mode?", "", ""
      ),
      (
        "names with the module",
        "var a = Core.Mode.fast; var b: Core.Network = .init(); var c: Base.Level = .info", "", ""
      ),
      (
        "local types of the same name", "var a = Mode.own; var b = Server(); var c: Core.Mode = .fast",
        "enum Mode: String, Codable { case own }; struct Server: SettingsGroup { var port = 7 }", ""
      ),
      ("an alias of another module", "var a: Way = .fast; var b: [Way] = [.slow]", "", ""),
      (
        "option sets of another module", "var a: Flags = .a; var b: Flags = [.a, .b]; var c: Flags = []", "",
        ""
      ),
      (
        "elements of another module",
        "var a: [Server] = []; var b: [String: Network] = [:]; var c: Server?; var d = Server()", "", ""
      ),
      (
        "an initializer that isn't empty", "var a = Sized(size: 4); var b = Sized(); var c: [Sized] = []", "",
        ""
      ),
      (
        "values of the package only", "var a = Shared(); var b = Standards.port; var c = Standards.size", "",
        ""
      ),
      (
        "a protocol of another module", "var a = Here()",
        "struct Here: Part { var x = 1; var network = Network() }", ""
      ),
      (
        "an extension of a type of another module", "var a = Int.standard; var b = Mode.usual",
        "", "extension Int { static let standard = 12 }\nextension Mode { static let usual = Mode.slow }"
      ),
      (
        "a type inside of another module's type", "var a = Network.Inner(); var b: Outer.Inner = .init()",
        "struct Outer: SettingsGroup { struct Inner: SettingsGroup { var y = 2 }\nvar z = 1 }", ""
      ),
    ].map { name, members, types, outside in
      .members(name, members, types: types, outside: "import Core\n" + outside)
    } + [
      .members(
        "a type that the file doesn't import", "var a = Network()",
        types: "struct Network: SettingsGroup { var x = 1 }"),
      .members(
        "a module that is imported alone", "var a = Level.debug; var b = Clamped()", outside: "import Base"),
    ]
}
