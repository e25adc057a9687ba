import Foundation
import Testing

@testable import Settings

/// Rules over elements and durations, and secrets, in a store.
@Suite struct RoutedSettingsTests {
  private func store(_ text: String) throws -> SettingsStore<RoutedSettings> {
    try SettingsStore(storage: MemoryStorage(text), hooks: RoutedDaemon())
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try store(text)
      return []
    } catch {
      return "\(error)".split(separator: "\n").map(String.init).filter { $0.contains("error:") }
    }
  }

  @Test("A rule over elements is violated at each element, with the keys and the defaults of the form")
  func elements() throws {
    // An element without a pause has that of the struct.
    #expect(problems(#"{"routes": [{"name": "a"}, {"name": "b", "delay": "PT30S"}]}"#) == [])
    let routes = problems(
      #"{"routes": [{"name": "a"}, {"name": "b", "delay": "PT31S"}, {"name": "c", "delay": "PT1H"}]}"#)
    #expect(routes.count == 3)
    #expect(
      routes[0].contains(
        "routes.1.delay: Pause * 2 must be at most Queue › Lifetime for every element of Routes."))
    #expect(routes[1].contains("routes.2.delay: "))
    #expect(routes[2].contains("queue.lifetime: "))
    #expect(
      problems(#"{"named": {"x": {"name": "a", "domain": ""}}}"#).map { $0.contains("named.x.domain: ") } == [
        true
      ])
    #expect(
      problems(#"{"ports": [80, 8080, 443]}"#).map { $0.contains(": Use ports from 1024 on.") } == [
        true, true,
      ])
  }

  @Test("Rules over elements are the same after writing and reading the form")
  func written() throws {
    let form = try RoutedSettings.form()
    let read = try FormSchema(written: form.json.bytes())
    #expect(read.rules == form.rules)
    #expect(
      form.rules.first?.json.member(at: ["require"])?.description
        == ##"{"every": [{"var": "routes"}, {"<=": [{"*": [{"var": "$element.delay"}, 2]}, {"var": "queue.lifetime"}]}]}"##
    )
    var broken = form
    broken.rules = [FormRule(.require(.operation(.lessOrEqual, [.element(["delay"]), .value(3)])))]
    #expect(FormIndex(broken).ruleError != nil)
    broken.rules = [FormRule(.require(.operation(.every, [.setting(["first"]), .value(true)])))]
    #expect(FormIndex(broken).ruleError != nil)
  }

  @Test("A calculation with durations derives a duration")
  func durations() throws {
    #expect(try store("{}").values.queue.pause == .seconds(6))
    #expect(try store(#"{"first": "PT4S"}"#).values.queue.pause == .seconds(8))
  }

  @Test("A member of a context value is read by the key that it is coded with")
  func contextKeys() throws {
    #expect(problems(#"{"first": "PT6S"}"#).map { $0.contains("first: ") } == [true])
    var context = RuleContext()
    context[\.shift] = Shift(isNight: false)
    _ = try SettingsStore<RoutedSettings>(storage: MemoryStorage(#"{"first": "PT6S"}"#), context: context)
  }

  @Test("An element needs what is required, and has the other defaults of its initializer")
  func required() throws {
    #expect(problems(#"{"routes": [{"domain": "x"}]}"#).map { $0.contains("routes.0") } == [true])
    let route = try store(#"{"routes": [{"name": "a"}]}"#).values.routes[0]
    #expect(route.domain == "*" && route.pause == .seconds(1))
  }

  @Test("A secret is shown by nothing that prints values, and is its value in a file")
  func secrets() async throws {
    let storage = MemoryStorage(#"{"password": "hunter2", "routes": [{"name": "a", "token": "t0ken"}]}"#)
    let store = try SettingsStore<RoutedSettings>(storage: storage)
    let values = store.values
    #expect(values.password.value == "hunter2" && values.password == "hunter2")
    #expect(values.routes[0].token?.value == "t0ken")
    var dumped = ""
    dump(values, to: &dumped)
    for text in [
      "\(values)", String(reflecting: values), dumped, "\(store)", "\(values.routes[0].token as Any)",
    ] {
      #expect(!text.contains("hunter2") && !text.contains("t0ken"), "\(text)")
    }
    #expect(try String(decoding: JSONEncoder().encode(values.password), as: UTF8.self) == #""hunter2""#)
    try await store.update {
      $0.password = "other"; $0.routes[0].token = nil
    }
    let text = try #require(storage.text)
    #expect(
      text == #"{"password": "other", "routes": [{"name": "a"}]}"# || text.contains(#""token": null"#),
      "\(text)")
  }

  @Test("A printed store has a line for each setting, with its origin")
  func printed() throws {
    let layers = SettingsLayers(
      storage: MemoryStorage(#"{"first": "PT4S"}"#),
      above: [.environment(prefix: "R", variables: ["R_QUEUE_LIFETIME": "2 min", "R_PASSWORD": "hunter2"])])
    let store = try SettingsStore<RoutedSettings>(layers)
    let lines = store.description.split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    #expect(lines.contains("queue.lifetime = 2 min (R_QUEUE_LIFETIME)"), "\(lines)")
    #expect(lines.contains("queue.pause = 8 s (rule)"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("password = ") && $0.hasSuffix("(R_PASSWORD)") }, "\(lines)")
    #expect(!store.description.contains("hunter2"))
  }

  @Test("An ID is confirmed as text")
  func confirmation() async throws {
    let store = try store("{}")
    #expect(throws: ApplyError.nothingPending) { try store.confirm("aa3c5cd9") }
    var draft = store.draft()
    draft[\.first] = .seconds(4)
    let pending = try #require(
      try await store.apply(draft, options: ApplyOptions(confirmWithin: .seconds(600))).confirmation)
    for id in ["it", "00000000"] {
      #expect(throws: ApplyError.otherPending(pending)) { try store.confirm(id) }
    }
    try store.confirm(pending.id.description)
    #expect(try store.pendingConfirmation() == nil)
  }

  @Test("A list of structs is typed one element at a time")
  func options() throws {
    func values(_ arguments: String...) throws -> RoutedSettings {
      try SettingsStore<RoutedSettings>(
        SettingsLayers(storage: MemoryStorage(), above: [.arguments(arguments)])
      ).values
    }
    let both = try values("--routes", #"{"name": "a", "domain": "x"}"#, "--routes", #"{"name": "b"}"#)
    #expect(both.routes.map(\.domain) == ["x", "*"])
    func message(_ option: String) -> String {
      do {
        _ = try values("--routes", option)
        return ""
      } catch {
        return "\(error)"
      }
    }
    // A misspelled key is refused, and so is a value that only its key makes wrong.
    #expect(
      message(#"{"name": "a", "domian": "x"}"#).contains(
        #"--routes: error: routes.0.domian: Check the key "domian", which the form does not know; perhaps you mean"#
      ), "\(message(#"{"name": "a", "domian": "x"}"#))")
    #expect(message(#"{"name": "a", "delay": "soon"}"#).contains("--routes: error: routes.0.delay: "))
    // An app that has to start leaves out that option, and uses the others.
    let started = try SettingsStore<RoutedSettings>(
      SettingsLayers(
        storage: MemoryStorage(),
        above: [.arguments(["--routes", #"{"name": "a", "domian": "x"}"#, "--first", "4s"])]),
      options: StoreOptions(startPolicy: .lastGoodVersion))
    #expect(started.values.routes.isEmpty && started.values.first == .seconds(4))
    #expect(started.startProblems.map(\.origin) == [.option("--routes")])
    // In a variable, which can be of another version, it is a warning.
    let layers = SettingsLayers(
      storage: MemoryStorage(),
      above: [.environment(prefix: "R", variables: ["R_ROUTES": #"[{"name": "a", "domian": "x"}]"#])])
    let store = try SettingsStore<RoutedSettings>(layers)
    #expect(store.values.routes.map(\.name) == ["a"])
    #expect(store.warnings.contains { "\($0)".contains("R_ROUTES: warning: routes.0.domian: ") })
  }
}
