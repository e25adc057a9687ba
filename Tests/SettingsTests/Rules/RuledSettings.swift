import Settings

/// A root with rules of each kind, with what the generator would emit for it.
struct RuledSettings: SettingsGroup {
  var low = 1
  var high = 10
  var size = 5
  var isOpen = true
  var key = ""
  var name = "xyz"
  var note = ""

  static let rules = RuleBook(for: RuledSettings.self) { s in
    s.low <= s.high
    (s.high <= 100).message("That is a lot.").severity(.warning)
    s.size <- s.high * 2
    !s.isOpen => .hide(s.key)
    s.key.count <= 4
    s.context(\.seat) == "guest" => .readOnly(s.low)
    RuleGroup("names") {
      s.name.count > 1
      s.name.matches("^...$")
      s.name == "x" => s.note <- "short"
    }
  }
}

extension RuleContext {
  var seat: RuleContextKey<String> { RuleContextKey() }
}

extension RuledSettings: SettingsRoot {
  static var formSource: String {
    #"""
    {
      "type": "object", "title": "Ruled",
      "properties": {
        "low": {"type": "integer", "title": "Low"},
        "high": {"type": "integer", "title": "High"},
        "size": {"type": "integer", "title": "Size"},
        "isOpen": {"type": "boolean", "title": "Is Open"},
        "key": {"type": "string", "title": "Key"},
        "name": {"type": "string", "title": "Name"},
        "note": {"type": "string", "title": "Note"}
      }
    }
    """#
  }

  static func addKeyPaths(to table: inout KeyPathTable<RuledSettings>) {
    table.add(\.low, ["low"])
    table.add(\.high, ["high"])
    table.add(\.size, ["size"])
    table.add(\.isOpen, ["isOpen"])
    table.add(\.key, ["key"])
    table.add(\.name, ["name"])
    table.add(\.note, ["note"])
  }
}

/// A root with a rule that its form knows to be wrong: the size is limited.
struct MisruledSettings: SettingsGroup, SettingsRoot {
  var size = 5

  static let rules = RuleBook(for: MisruledSettings.self) { s in s.size <- 50 }

  static var formSource: String {
    #"{"type": "object", "properties": {"size": {"type": "integer", "maximum": 10}}}"#
  }

  static func addKeyPaths(to table: inout KeyPathTable<MisruledSettings>) { table.add(\.size, ["size"]) }
}

/// A root whose derived defaults need each other.
struct CircularSettings: SettingsGroup, SettingsRoot {
  var first = 1
  var second = 2

  static let rules = RuleBook(for: CircularSettings.self) { s in
    s.first <- s.second + 1
    s.second <- s.first - 1
  }

  static var formSource: String {
    #"{"type": "object", "properties": {"first": {"type": "integer"}, "second": {"type": "integer"}}}"#
  }

  static func addKeyPaths(to table: inout KeyPathTable<CircularSettings>) {
    table.add(\.first, ["first"])
    table.add(\.second, ["second"])
  }
}
