import TestSupport
import Testing

/// Compiling rules: errors, and the time it takes.
@Suite(.serialized) struct CompilerTests {
  private static let root = """
    import Settings

    enum Mode: String, Codable, Sendable { case exact, fast }
    enum Color: String, Codable, Sendable { case red, green }
    struct Pool: SettingsGroup {
      var min = 1
      var max = 8
      var size: Int { max - min }
    }
    struct Network: SettingsGroup {
      var useProxy = false
      var proxyHost = ""
      var hosts: [String] = []
      var timeout: Duration = .seconds(3)
    }
    struct Sides: SettingsGroup {
      var left = 1.0
      var right = 2.0
    }
    struct Task: Codable, Sendable { var status = "open" }
    struct Cache: SettingsGroup { var size = 1 }
    struct Memory: SettingsGroup { var limit = 2 }
    struct AppSettings: SettingsGroup {
      var mode = Mode.exact
      var urgency: Mode?
      var color = Color.red
      var timePeriod = 7
      var width = 80
      var height: Int?
      var pool = Pool()
      var cache = Cache()
      var memory = Memory()
      var network = Network()
      var inner = Sides()
      var outer = Sides()
    }
    extension AppSettings: SettingsRoot {
      static var formSource: String { "" }
      static func addKeyPaths(to table: inout KeyPathTable<Self>) {}
    }
    extension RuleContext {
      var platform: RuleContextKey<String> { RuleContextKey() }
      var task: RuleContextKey<Task> { RuleContextKey(default: Task()) }
    }

    """

  /// The rules of the design.
  private static let design = [
    "s.pool.min <= s.pool.max",
    "s.cache.size + 16 <= s.memory.limit * 0.5",
    "s.network.useProxy == false => .hide(s.network.proxyHost)",
    "s.mode == .exact && s.pool.min > 2 => s.timePeriod <= 30",
    "(s.urgency == .fast => s.color <- .red).priority(.high)",
    "each(s.inner.left, s.inner.right) <= s.width * 0.5",
    "pair(s.inner.left, s.inner.right) == pair(s.outer.left, s.outer.right).inset(by: 4)",
    "s.inner <= s.outer * 2",
  ]
  /// Longer ones.
  private static let more = [
    "(2 * s.pool.min + 3 - s.inner.left / 2) * 2 <= (s.pool.max + s.timePeriod) * 0.5 + 7",
    "s.network.useProxy && !s.network.hosts.isEmpty || s.mode != .fast => .disable(s.network)",
    "s.context(\\.platform) == \"watch\" => s.width <- s.pool.max * 2",
    "((s.height ?? 24) * 2 <= s.width).message(\"Too wide.\").severity(.warning)",
    "s.network.proxyHost.matches(\"^[a-z]+$\") && s.network.hosts.count < 4 => s.mode.isIn([.exact])",
    "s.color == .red && s.mode == .exact && s.pool.min > 2 && s.pool.max < 9 => s.height <- 3",
  ]

  /// A source with each text in the closure of a separate rule book, and the line where each begins.
  private func source(_ rules: [String]) -> (text: String, lines: [Int]) {
    var text = Self.root
    var lines: [Int] = []
    for (index, rule) in rules.enumerated() {
      text += "let rules\(index) = RuleBook(for: AppSettings.self) { s in\n"
      lines.append(text.split(separator: "\n", omittingEmptySubsequences: false).count)
      text += rule + "\n}\n"
    }
    return (text, lines)
  }

  private static let isReady = Compiler() != nil

  @Test(
    "Mistakes in rules are the compiler's errors, which name what is wrong",
    .enabled(if: isReady, "the built modules are not beside the tests"))
  func mistakes() throws {
    let snippets: [(rule: String, named: [String])] = [
      // Members that aren't settings.
      ("s.pool.mn <= s.pool.max", ["'mn'", "'Pool'"]),
      ("s.pool.size <= 3", ["'size' is a get-only property"]),
      ("s.network.useProxy => .hide(s.network.host)", ["'host'", "'Network'"]),
      ("s.mode == .exakt", ["'Mode' has no member 'exakt'"]),
      ("s.color <- .blue", ["'Color' has no member 'blue'"]),
      ("s.mode.isIn([.red])", ["'Mode' has no member 'red'"]),
      ("s.network.useProxy => .hid(s.width)", ["'hid'"]),
      ("s.context(\\.system) == \"watch\"", []),
      // Wrong types.
      ("s.pool.min <= s.network.proxyHost", ["'String'"]),
      ("s.pool.min <= \"three\"", ["'String'"]),
      ("s.pool <= s.inner", ["Pool", "Sides"]),
      ("s.inner * 2 <= s.cache", ["Sides", "Cache"]),
      ("s.network.proxyHost * 2 <= 3", ["'*' in a rule needs numbers"]),
      ("s.mode + 1 <= 3", ["'+' in a rule needs numbers"]),
      ("s.pool.min + s.network.proxyHost <= 3", ["'+' in a rule needs numbers"]),
      ("s.mode == s.color", ["Mode", "Color"]),
      ("s.color <- 3", ["'Color'"]),
      ("s.pool.min <- \"three\"", ["'String'", "'Int'"]),
      ("s.pool.min <- s.network.proxyHost", ["Int", "String"]),
      ("s.pool.min <- nil", ["'nil'"]),
      ("s.pool.min <- s.pool.max <= 3", ["Int", "Bool"]),
      ("s.pool.min => s.width <= 3", ["'=>'", "'Int'", "'Bool'"]),
      ("!s.pool.min", ["'!'", "'Int'", "'Bool'"]),
      ("s.network.useProxy && s.network.proxyHost", ["'&&'", "'String'"]),
      ("s.network.useProxy => .hide(\"width\")", ["'String'"]),
      ("s.network.hosts.contains(3)", ["'Int'", "'String'"]),
      ("s.network.proxyHost.matches(3)", ["'Int'", "'String'"]),
      ("s.pool.min.matches(\"3\")", ["'matches'"]),
      ("s.pool.min.isEmpty", ["'isEmpty'"]),
      ("s.network.timeout <= 3", ["'Duration'"]),
      ("s.context(\\.platform) == 3", ["'Int'", "'String'"]),
      ("(s.pool.min <= 3).priority(\"high\")", ["'RulePriority'"]),
      ("if s.network.useProxy == true { s.pool.min <= 3 }", ["'RuleCondition'", "'Bool'"]),
      ("s.pool.min", ["'Int'", "'Bool'"]),
      // Wrong arity.
      (
        "each(s.pool.min, s.pool.max) == each(s.pool.min, s.pool.max, s.width)",
        [
          "<(RuleArity.Number, RuleArity.Number)>",
          "<(RuleArity.Number, RuleArity.Number, RuleArity.Number)>",
        ]
      ),
      ("each(s.pool.min) <= 3", ["missing argument"]),
      ("pair(s.pool.min, s.pool.max, s.width) == pair(s.pool.min, s.pool.max)", ["extra argument"]),
      (
        "pair(s.pool.min, s.pool.max) == each(s.pool.min, s.pool.max)",
        ["RuleArity.Sides", "(RuleArity.Number, RuleArity.Number)"]
      ),
      // Opposite sides aren't equal to one number.
      ("pair(s.pool.min, s.pool.max) == s.width", ["RuleArity.Sides"]),
      ("s.inner == Pool()", ["'Pool'"]),
      ("s.context(\\.task).state == \"done\"", []),
      ("s.context(\\.task).status == 3", ["'Int'", "'String'"]),
      ("pair(s.pool.min, s.pool.max).inset(by: \"4\") == pair(s.pool.min, s.pool.max)", ["'String'"]),
    ]
    let (text, lines) = source(snippets.map(\.rule))
    let verdict = try #require(Compiler()).check(text)
    for (snippet, line) in zip(snippets, lines) {
      let messages = verdict.errors.filter { $0.line == line }.map(\.message)
      #expect(!messages.isEmpty, "\(snippet.rule) compiles")
      for name in snippet.named {
        #expect(messages.contains { $0.contains(name) }, "\(snippet.rule): \(messages)")
      }
    }
    #expect(verdict.errors.filter { !lines.contains($0.line) }.map(\.message) == [])
  }

  @Test(
    "The time to type-check the rules of a book grows at most with the square of their number",
    .enabled(if: isReady, "the built modules are not beside the tests"))
  func time() throws {
    let compiler = try #require(Compiler())
    let mixed = Self.design + Self.design + Self.more
    let rules = (0..<200).map { mixed[$0 % mixed.count] }
    // Other processes add to the time, so the minimum of several measurements is the most precise.
    var best = (half: Double.infinity, all: Double.infinity)
    // The compiler takes four times as long for twice as many statements of a result builder. Expressions that it solves together
    // would take at least eight times as long.
    for _ in 0..<3 where !(best.all < 6 * best.half) {
      let nothing = try compiler.check(source([""]).text)
      let half = try compiler.check(source([rules.prefix(100).joined(separator: "\n")]).text)
      let all = try compiler.check(source([rules.joined(separator: "\n")]).text)
      for verdict in [nothing, half, all] { #expect(verdict.errors.map(\.message) == []) }
      best.half = min(best.half, half.seconds - nothing.seconds)
      best.all = min(best.all, all.seconds - nothing.seconds)
    }
    #expect(best.all < 6 * best.half)
  }
}
