import Foundation
import Settings

// A root that is called as the framework's module is, with a setting of each kind.

/// Everything that can be set.
// setting: injectHeader = greeting
struct Settings: SettingsGroup {
  /// How it is computed.
  // setting: requiresRestart, injectFooter, detail = modelSize, action = forgetModel
  struct Calculation: SettingsGroup {
    /// The way.
    var mode = Mode.linearRegression
    /// Days the average looks back.
    // setting: range = 1...30, unit = "days", sideEffect = recalculate
    var timePeriod = 7
    // setting: range = 0.0..<1.0, step = 0.05, sideEffect = [recalculate, `repaint`]
    var factor: Float = 0.5
    var weights = [1.0, 0.5]
  }

  struct Kinds: SettingsGroup {
    var flag = true
    var int8: Int8 = -8
    var uint64: UInt64 = 18_446_744_073_709_551_615
    var double = 0.10
    var decimal: Decimal = 12.5
    // setting: pattern = "^[a-z ]*$", length = 0...20
    var text = "some text"
    var lines = """
      one "quoted"
        two \
      and more
      """
    var url: URL? = URL(string: "https://example.com/a?b=c")
    var id: UUID?
    var date: Date?
    var data = Data()
    var duration: Duration = .milliseconds(1500)
    var optional: Int? = 3
    // setting: choices = columns
    var column: String? = "kg"
    var tags: Set<String> = []
    var limits: [String: Int] = ["a": 1]
    var level = Level.mid
    var plain = Plain.two
    var named: Named = .second
    var show: Show.Options = [.border, .labels]
    var rights: Rights = [.read]
    var bits: Bits = [.y]
    var port = Port(rawValue: 8080)
    var computed = 60 * 60
    var matrix: [[Bool]] = [[true], []]
    var box: Box<Int> = .init()
  }

  var calculation = Calculation()
  var again: Calculation = .init(timePeriod: 9)
  var kinds = Kinds()
  var servers: [Server] = [Server(), .init(host: "b", port: 81)]
  var fallback: Server? = Server(host: "f")
  // setting: secret
  var `default` = "token"
  // setting: deprecated = "use kinds", was = ["older", "old"], sideEffect = "Settings.count.add(changes.count)"
  @available(*, deprecated) var former = 1
  var renamed = "x"
  var leftOut = "y"
  private var hidden = 5
  var window = Window()
  private(set) var guarded = 6
  static let count = Counter()
  #if os(Linux) || os(macOS)
    var platform = "unix"
  #else
    var platform = 0
  #endif

  enum CodingKeys: String, CodingKey {
    case calculation, again, kinds, servers, fallback, `default`, former, hidden, guarded, platform, window
    case renamed = "new-name"
  }
}
