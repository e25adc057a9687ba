import Foundation
import Testing

@testable import Settings

/// Rules on their way through the form's JSON, and what they mean.
@Suite struct RoundTripTests {
  private static let documents = 10_000

  /// Rules that are no constraints, beside those that are.
  @RuleBuilder private static func others(_ s: JudgedRule.Reference) -> [Rule] {
    s.network.useProxy == false => .hide(s.network.proxyHost)
    !s.network.useProxy && s.pool.min > 6 => .disable(s.cache, s.name)
    s.level >= 2 => .readOnly(s.pool)
    (s.priority == .high => s.color <- .red).priority(.high)
    s.level >= 2 => s.color <- .blue
    s.priority == .high && s.level >= 2 => s.timePeriod <- s.network.hosts.count + s.limits.count + 28
    s.fallbackMode == nil => s.timePeriod <- 31
    s.context(\.isAdmin) => s.network.proxyHost <- s.context(\.platform)
    RuleGroup("spare") { s.timeout < .seconds(60) => s.network.useProxy <- s.pool.max > 4 }
  }

  private let context: RuleContext
  private let typed: FormIndex
  private let seed = UInt64.random(in: .min ... .max)

  init() throws {
    var context = RuleContext()
    context[\.isAdmin] = true
    context[\.platform] = "watch"
    self.context = context
    var form = try AppSettings.form()
    let book = JudgedRule.book(JudgedRule.all) { Self.others($0) }
    form.rules = try book.formRules(KeyPathTable(of: AppSettings.self))
    typed = FormIndex(form)
    if let error = typed.ruleError { throw error }
  }

  private func store(_ form: FormIndex, _ document: JSONValue) throws -> FormStore {
    try FormStore(form: form, storage: MemoryStorage(document.description), context: context.values)
  }

  @Test("The rules mean in the form what they mean in Swift")
  func meaning() throws {
    print("Seed: \(seed)")
    var random = SeededRandom(seed: seed)
    let defaults = try AppSettings.encodedDefaults()
    var violations = Array(repeating: 0, count: JudgedRule.all.count)
    for _ in 0..<Self.documents {
      let document = AppSettings.randomDocument(&random)
      let store = try store(typed, document)
      let values = try SettingsDecoder(store.snapshot.complete(in: typed), defaults: defaults)
        .decode(AppSettings.self)

      let found = Set(
        store.problems.compactMap { problem -> Int? in
          guard case .message(let text) = problem.reason else { return nil }
          return Int(text.dropFirst())
        })
      let expected = Set(JudgedRule.all.indices.filter { !JudgedRule.all[$0].holds(values) })
      #expect(found == expected, "\(document)")
      for number in found { violations[number] += 1 }

      if store.draft().isDerived(["color"]) {
        #expect(values.color == (values.priority == .high ? .red : .blue), "\(document)")
      }
    }
    // Each rule was kept at times and broken at times, or the documents say nothing about it.
    #expect(violations.allSatisfy { (50..<Self.documents - 50).contains($0) }, "\(violations)")
  }

  @Test("The form's JSON says the same of every document as the typed rules do")
  func verdicts() throws {
    print("Seed: \(seed)")
    var random = SeededRandom(seed: seed)
    let read = FormIndex(try FormSchema(parsing: typed.form.json.bytes(.pretty())))
    let paths = typed.settings.map(\.path)
    for _ in 0..<Self.documents {
      let document = AppSettings.randomDocument(&random)
      let (one, other) = (try store(typed, document), try store(read, document))
      #expect(one.problems == other.problems, "\(document)")
      let (mine, theirs) = (one.draft(), other.draft())
      let differing = paths.filter { path in
        mine.value(at: path) != theirs.value(at: path) || mine.isHidden(path) != theirs.isHidden(path)
          || mine.isEnabled(path) != theirs.isEnabled(path)
          || mine.isReadOnly(path) != theirs.isReadOnly(path)
      }
      #expect(differing == [], "\(document)")
      let path = random.pick(paths)
      #expect("\(mine.trace(at: path))" == "\(theirs.trace(at: path))", "\(path) in \(document)")
    }
  }
}
