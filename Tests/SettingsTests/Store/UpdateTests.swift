import Testing

@testable import Settings

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
}
