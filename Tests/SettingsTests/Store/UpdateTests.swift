import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("An update")
struct UpdateTests {
  @Test("stages, reviews and applies what the body changes, and nothing else")
  func changes() async throws {
    let (store, storage) = try Fixture.store("{\"token\": \"t\"} // mine\n")
    let outcome = try await store.update {
      $0.calculation.timePeriod = 14
      $0.nickname = "n"
    }
    #expect(outcome.changes.map(\.path) == [["nickname"], timePeriodPath])
    #expect(storage.text?.hasSuffix("// mine\n") == true)
    try await store.update { $0.nickname = nil }
    #expect(store.values.nickname == nil)
    #expect(try await store.update { _ in }.changes == [])
  }

  @Test("that breaks a limit is refused, and nothing is stored")
  func invalid() async throws {
    let (store, storage) = try Fixture.store()
    await #expect(throws: ApplyError.self) { try await store.update { $0.calculation.timePeriod = 99 } }
    #expect(storage.text == nil)
  }

  @Test("with a number that isn't finite is refused at its setting, and nothing is stored")
  func notFinite() async throws {
    let (store, storage) = try Fixture.store(#"{"nickname": "n", "servers": [{"host": "h", "port": 1}]}"#)
    let error = await #expect(throws: ApplyError.self) {
      try await store.update {
        $0.nickname = nil
        $0.calculation.ratio = .nan
      }
    }
    guard case .invalid(let problems)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(problems.map(\.path) == [ratioPath])
    #expect(storage.text?.contains(#""nickname": "n""#) == true)
  }

  @Test("counts each call, in tasks and in several stores of one storage")
  func counting() async throws {
    let (store, storage) = try Fixture.store(#"{"name": ""}"#)
    let other = try SettingsStore<Fixture>(storage: storage)
    try await withThrowingTaskGroup { group in
      for number in 0..<10 {
        group.addTask { try await (number % 2 == 0 ? store : other).update { $0.name += "x" } }
      }
      try await group.waitForAll()
    }
    #expect(storage.text == #"{"name": "xxxxxxxxxx"}"#)
  }

  @Test("A process that was suspended in its first attempt makes two more")
  func attemptsAfterSuspension() {
    var attempts = CommitAttempts(within: .zero)
    #expect((0..<5).map { _ in attempts.begin() } == [true, true, true, false, false])
  }
}

extension Fixture {
  fileprivate var capitals: String {
    get { name.uppercased() }
    set { name = newValue.lowercased() }
  }
}

@Suite("A key path that refers to neither a setting nor a section")
struct OtherKeyPathTests {
  private let stored = #"{"name": "a", "servers": [{"host": "h", "port": 1}]}"#

  @Test("reads and changes the settings through the root, in a draft")
  func draft() async throws {
    let (store, _) = try Fixture.store(stored)
    var draft = store.draft()
    draft[\.capitals] = "B"
    draft[\.servers[0].port] = 2
    #expect(draft[\.capitals] == "B" && draft.values.servers == [Fixture.Server(host: "h", port: 2)])
    #expect(draft.review().changes.map(\.path) == [["name"], ["servers"]])
    draft.unstage(\.servers[0].port)
    #expect(draft.review().changes.map(\.path) == [["name"]])
    draft.reset(\.capitals)
    #expect(draft.review().changes.map(\.new) == ["trend"])
    try await store.apply(draft)
    #expect(store.values.capitals == "TREND")
  }

  @Test("reads and changes them in a view model, too, and has no rules of its own")
  @MainActor
  func viewModel() async throws {
    let (store, _) = try Fixture.store(stored)
    let model = SettingsViewModel(store)
    model.binding(\.capitals).value = "B"
    #expect(model[\.name] == "b" && model.isStaged(\.name) && !model.isStaged(\.capitals))
    #expect(model.problems(at: \.capitals) == [] && model.isEnabled(\.capitals))
    await #expect(throws: ApplyError.notASetting("\(\Fixture.capitals)")) {
      try await model.apply(leavingOut: [.setting(\.capitals)])
    }
    model.unstage(\.capitals)
    #expect(!model.hasChanges)
  }

  @Test("has a value for each commit")
  func changes() async throws {
    let (store, _) = try Fixture.store(stored)
    var capitals = store.changes(of: \.capitals).makeAsyncIterator()
    try await store.update { $0.name = "c" }
    #expect(try await capitals.next() == "C")
  }
}

@Suite("Concurrent updates", .timeLimit(.minutes(2)))
struct ConcurrentUpdateTests {
  @Test("of two stores of one file are all stored, in any number")
  func twoStores() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/settings.json"
    let stores = [try SettingsStore<EditedRoot>(file: path), try SettingsStore<EditedRoot>(file: path)]
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { try await stores[number % 2].update { $0.section.level += 1 } }
      }
      try await group.waitForAll()
    }
    #expect(try SettingsStore<EditedRoot>(file: path).values.section.level == 201)
  }

  @Test("begin in the order of the calls, and one that is canceled while it waits lets the others go on")
  func turns() async {
    let first = await UpdateTurn(for: "turns")
    let canceled = Task { await UpdateTurn(for: "turns").end() }
    canceled.cancel()
    await canceled.value
    let other = await UpdateTurn(for: "another file")
    other.end()
    let next = Task { await UpdateTurn(for: "turns").end() }
    first.end()
    await next.value
  }

  @Test("in a side effect of another store of the file don't wait for the update that waits for them")
  func nested() async throws {
    let storage = MemoryStorage()
    let inner = try SettingsStore<Fixture>(storage: storage)
    let hooks = ScriptedHooks { _, _ in try await inner.update { $0.name = "nested" } }
    let outer = try SettingsStore<Fixture>(storage: storage, hooks: hooks)
    try await outer.update { $0.calculation.timePeriod = 9 }
    #expect(inner.values.name == "nested" && inner.values.calculation.timePeriod == 9)
  }
}
