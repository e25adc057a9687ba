import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import SettingsEditing

/// Rules on their way through the form's JSON, and what they mean.
@Suite struct RoundTripTests {
  /// Rules that aren't constraints, beside those that are.
  @RuleBuilder private static func others(_ s: JudgedRule.Reference) -> [SettingsRule] {
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
  private let seed = SeededRandom.testSeed

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

  private func store(_ form: FormIndex, _ document: JSONValue) throws -> StoreEngine {
    try StoreEngine(
      form: form, layers: SettingsLayers(storage: MemoryStorage(document.description)),
      context: context.values)
  }

  @Test("Rules mean in the form, and in its JSON, what they mean in Swift, on documents made at random")
  func verdicts() throws {
    var random = SeededRandom(seed: seed)
    let read = FormIndex(try FormSchema(parsing: typed.form.json.bytes(.pretty())))
    let defaults = try AppSettings.encodedDefaults()
    let paths = typed.settings.map(\.path)
    var violations = Array(repeating: 0, count: JudgedRule.all.count)
    let count = ProcessInfo.processInfo.environment["SETTINGS_VERDICTS"].flatMap(Int.init) ?? 1_000
    for _ in 0..<count {
      let document = AppSettings.randomDocument(&random)
      let (one, other) = (try store(typed, document), try store(read, document))

      // Swift is the judge of the typed rules.
      let values = try SettingsDecoder(one.snapshot.complete, defaults: defaults)
        .decode(AppSettings.self)
      let found = Set(
        one.problems.compactMap { problem -> Int? in
          guard case .message(let text) = problem.reason else { return nil }
          return Int(text.dropFirst())
        })
      let expected = Set(JudgedRule.all.indices.filter { !JudgedRule.all[$0].holds(values) })
      #expect(found == expected, "\(document), SETTINGS_SEED=\(seed)")
      for number in found { violations[number] += 1 }

      let (mine, theirs) = (one.draft(), other.draft())
      if mine.isDerived(["color"]) {
        #expect(
          values.color == (values.priority == .high ? .red : .blue), "\(document), SETTINGS_SEED=\(seed)")
      }

      // The typed rules are the judge of those read from JSON.
      #expect(one.problems == other.problems, "\(document), SETTINGS_SEED=\(seed)")
      let differing = paths.filter { path in
        mine.value(at: path) != theirs.value(at: path) || mine.isHidden(path) != theirs.isHidden(path)
          || mine.isEnabled(path) != theirs.isEnabled(path)
          || mine.isReadOnly(path) != theirs.isReadOnly(path)
      }
      #expect(differing == [], "\(document), SETTINGS_SEED=\(seed)")
      let path = random.pick(paths)
      #expect(
        "\(mine.trace(at: path))" == "\(theirs.trace(at: path))",
        "\(path) in \(document), SETTINGS_SEED=\(seed)")
    }
    // Each rule was kept at times and broken at times, or the documents say nothing about it.
    #expect(violations.allSatisfy { (1..<count).contains($0) }, "\(violations), SETTINGS_SEED=\(seed)")
  }

  @Test(
    "The command line finds the same problems by the exported form",
    .enabled(if: BuildFolder.item("settings-tui") != nil, "settings-tui is not beside the tests"))
  func commandLine() throws {
    var random = SeededRandom(seed: seed)
    let program = try #require(BuildFolder.item("settings-tui"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let form = folder.appendingPathComponent("form.json")
    try Data(typed.form.json.bytes(.pretty())).write(to: form)
    let file = folder.appendingPathComponent("settings.json")
    for _ in 0..<40 {
      let text = AppSettings.randomDocument(&random).description
      try Data(text.utf8).write(to: file)
      // No app gives the command line a context.
      let store = try StoreEngine(form: typed, layers: SettingsLayers(storage: MemoryStorage(text)))

      let process = Process()
      process.executableURL = program
      process.arguments = ["check", file.path, "--schema", form.path, "--json"]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()

      guard case .object(let answer) = try JSONValue(parsing: said) else {
        Issue.record("\(said), SETTINGS_SEED=\(seed)")
        continue
      }
      #expect(answer["problems"] == .array(store.problems.map(\.json)), "\(text), SETTINGS_SEED=\(seed)")
      #expect(process.terminationStatus == (store.problems.isEmpty ? 0 : 1), "\(text), SETTINGS_SEED=\(seed)")
    }
  }
}
