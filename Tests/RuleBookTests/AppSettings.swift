import Foundation
import Settings

/// The settings of a program with rules: one of each type that rules can look at.
struct AppSettings: SettingsGroup {
  enum Mode: String, Codable, Sendable, CaseIterable { case exact, fast }
  enum Urgency: String, Codable, Sendable, CaseIterable { case high, low }
  enum Color: String, Codable, Sendable, CaseIterable { case red, green, blue }
  enum Level: Int, Codable, Sendable, CaseIterable { case low = 1, high = 3 }
  enum Part: String, CaseIterable, OptionsBinding { case border, labels, grid }

  struct Bits: OptionSet, Codable, Sendable {
    var rawValue = 0
    static let one = Bits(rawValue: 1)
  }

  struct Pool: SettingsGroup {
    var min = 1
    var max = 8
    /// Called as a member of a reference is.
    var count = 3
  }
  struct Cache: SettingsGroup { var size = 16 }
  struct Memory: SettingsGroup { var limit = 128 }
  struct Network: SettingsGroup {
    var useProxy = false
    var proxyHost = ""
    var port: UInt16 = 8080
    var hosts: [String] = ["localhost"]
  }
  struct Sides: SettingsGroup {
    var left = 4.0
    var right = 6.0
  }

  var mode = Mode.exact
  var fallbackMode: Mode?
  var timePeriod = 7
  var priority = Urgency.low
  var color = Color.green
  var level = Level.low
  var left = 1.0
  var right = 2.0
  var width = 80
  var height: Int?
  var nickname: String?
  var name = "trend"
  var ratio: Float = 0.5
  var share: Decimal = 0.25
  var timeout: Duration = .seconds(30)
  var limits: [String: Int] = [:]
  var shown: Part.Options = [.border]
  var bits = Bits()
  var modes: [Mode] = []
  var pool = Pool()
  var cache = Cache()
  var memory = Memory()
  var network = Network()
  var inner = Sides(left: 8, right: 2)
  var outer = Sides()
  /// No setting, since it isn't coded.
  var unlisted: Int {
    get { pool.count }
    set { pool.count = newValue }
  }

  static let rules = RuleBook(for: AppSettings.self) { s in
    s.pool.min <= s.pool.max
    s.cache.size + 16 <= s.memory.limit * 0.5
    s.network.useProxy == false => .hide(s.network.proxyHost)
    s.mode == .exact && s.pool.min > 2 => s.timePeriod <= 30
    (s.priority == .high => s.color <- .red).priority(.high)
    each(s.left, s.right) <= s.width * 0.5
    pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(by: 4)
  }
}

// A level is an integer in the file.
extension AppSettings.Level: RuleNumericValue {}

extension RuleContext {
  var platform: RuleContextKey<String> { RuleContextKey() }
  var isAdmin: RuleContextKey<Bool> { RuleContextKey() }
  var cores: RuleContextKey<Int> { RuleContextKey() }
}
