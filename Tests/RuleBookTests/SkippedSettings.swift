import Settings

/// A root with settings that only code uses.
struct SkippedSettings: SettingsGroup {
  struct Window: SettingsGroup {
    var width = 80
    // setting: skipSetting, sideEffect = remember
    var lastWidth = 80
  }

  // setting: skipSetting
  struct State: SettingsGroup {
    var launches = 0
    // setting: range = 0...1
    var progress = 0.0
  }

  /// A type that no form can describe.
  struct Cursor: Codable, Hashable {
    var line = 1
    var column = 1

    init() {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      line = try container.decode(Int.self)
      column = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(line)
      try container.encode(column)
    }
  }

  var window = Window()
  var state = State()
  // setting: skipSetting
  var cursor = Cursor()
  // setting: skipSetting
  var hasSeenTour = false
  var showsTour = false

  static let rules = RuleBook(for: SkippedSettings.self) { s in
    s.window.width >= s.window.lastWidth
    s.showsTour <- s.hasSeenTour
    s.window.width > 200 => .hide(s.hasSeenTour, s.showsTour)
    s.window.width <= 1000
  }
}
