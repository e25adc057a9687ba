import Testing

@testable import Settings
@testable import SettingsEditing

/// The rules of an app in its store.
@Suite @MainActor struct RuledStoreTests {
  private func model(
    _ text: String? = nil, context: RuleContext = RuleContext()
  ) throws -> (
    model: SettingsViewModel<RuledSettings>, store: SettingsStore<RuledSettings>, storage: MemoryStorage
  ) {
    let storage = MemoryStorage(text)
    let store = try SettingsStore<RuledSettings>(storage: storage, context: context)
    return (SettingsViewModel(store), store, storage)
  }

  @Test("A violated constraint prevents an apply, with its message on each of its settings")
  func constraint() async throws {
    let (model, _, storage) = try model()
    model[\.low] = 11
    let problems = model.review().problems
    #expect(problems.map(\.path) == [["low"], ["high"]])
    #expect(problems.allSatisfy { $0.severity == .error })
    await #expect(throws: ApplyError.self) { try await model.apply() }
    #expect(storage.read() == nil)
    model[\.high] = 11
    #expect(model.review().problems == [])
    try await model.apply()
  }

  @Test("A warning does not stop an apply")
  func warning() async throws {
    let (model, store, _) = try model()
    model[\.high] = 101
    #expect(model.review().problems.map(\.severity) == [.warning])
    #expect(model.review().problems.map(\.message) == ["That is a lot."])
    try await model.apply()
    #expect(store.values.high == 101)
  }

  @Test("A derived default is a value like any other, until the setting is set")
  func derivedDefault() async throws {
    let (model, store, storage) = try model()
    #expect(store.values.size == 20)
    model[\.high] = 8
    #expect(model[\.size] == 16)
    try await model.apply()
    #expect(store.values.size == 16)
    #expect(storage.text?.contains("size") == false)
    model[\.size] = 3
    model[\.high] = 10
    try await model.apply()
    #expect(store.values.size == 3)
  }

  @Test("What is hidden keeps its value and is not checked")
  func hidden() async throws {
    let (model, store, _) = try model(#"{"isOpen": false, "key": "abcdefgh"}"#)
    #expect(model.isHidden(\.key))
    #expect(store.values.key == "abcdefgh")
    model[\.isOpen] = true
    #expect(!model.isHidden(\.key))
    #expect(model.review().problems.map(\.path) == [["key"]])
  }

  @Test("Values that aren't settings count as the app gave them")
  func context() throws {
    #expect(try !model().model.isReadOnly(\.low))
    var context = RuleContext()
    context[\.seat] = "guest"
    #expect(try model(context: context).model.isReadOnly(\.low))
    context[\.seat] = "host"
    #expect(try !model(context: context).model.isReadOnly(\.low))
  }

  @Test(
    "Two view models of a store have the results of rules for their own values, and an apply those of the store"
  )
  func ownContext() async throws {
    let (model, store, _) = try model()
    var context = RuleContext()
    context[\.seat] = "guest"
    let guest = SettingsViewModel(store, context: context)
    #expect(guest.isReadOnly(\.low) && !model.isReadOnly(\.low))
    model[\.high] = 50
    try await model.apply()
    #expect(guest[\.high] == 50 && guest.isReadOnly(\.low))
    context[\.seat] = "host"
    guest.setContext(context)
    #expect(!guest.isReadOnly(\.low))
    guest[\.high] = 60
    try await guest.apply()
    #expect(store.values.high == 60)
  }

  @Test("A group's rules go off and on together, and view models follow")
  func groups() async throws {
    let (model, store, _) = try model()
    model[\.name] = "x"
    #expect(model.review().problems.map(\.path) == [["name"], ["name"]])
    try store.untyped.switchRules(in: "names", on: false)
    await Task.yield()
    #expect(model.review().problems == [])
    #expect(store.values.note == "")
    try store.untyped.switchRules(in: "names", on: true)
    await Task.yield()
    #expect(model.review().problems.count == 2)
  }

  @Test("A trace contains the source position of a rule")
  func trace() throws {
    let (model, _, _) = try model()
    #expect("\(model.trace(at: \.size))".contains("SettingsTests/RuledSettings.swift:"))
  }

  @Test("A store doesn't open with a rule that doesn't match the form, and reports its position")
  func misfit() throws {
    let error = try #require(
      #expect(throws: SettingsStoreError.self) {
        try SettingsStore<MisruledSettings>(storage: MemoryStorage())
      })
    #expect(error.description.contains("SettingsTests/RuledSettings.swift:"))
    let circle = try #require(#expect(throws: SettingsStoreError.self) { try CircularSettings.form() })
    #expect(circle.description.contains("first") && circle.description.contains("second"))
  }
}
