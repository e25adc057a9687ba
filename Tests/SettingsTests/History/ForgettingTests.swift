import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("Forgetting")
struct ForgettingTests {
  /// A store whose number `a` and secret `b` had three values each.
  private func rotated() async throws -> (StoreEngine, MemoryStorage) {
    let (store, storage) = try SmallForm.store(#"{"a": 11111, "b": "hunter-1"}"#)
    try await store.set(SmallForm.a, 22222)
    try await store.set(SmallForm.b, "hunter-2")
    try await store.set(SmallForm.a, 33333)
    try await store.set(SmallForm.b, "hunter-3")
    return (store, storage)
  }

  /// All that a storage has recorded, as text.
  private func log(_ storage: some SettingsStorage) throws -> String {
    try storage.logNumbers().map { number in
      guard case .found(let record) = try storage.logRecord(number) else { return "" }
      let content = if case .version(let bytes) = record.content { bytes } else { [UInt8]() }
      return String(decoding: record.header + [0x0a] + content, as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test("a setting takes its former values out of every version and every list of changes")
  func values() async throws {
    for (path, gone, kept) in [
      (SmallForm.b, ["hunter-1", "hunter-2"], ["hunter-3", "11111", "22222"]),
      (SmallForm.a, ["11111", "22222"], ["33333", "hunter-1", "hunter-2"]),
    ] {
      let (store, storage) = try await rotated()
      let (text, numbers) = (storage.text, storage.logNumbers())
      let plan = try store.plan(path)
      #expect(plan.losses.allSatisfy { $0.paths == [path] })
      #expect(plan.remains.isEmpty)
      try store.forget(plan)
      let log = try log(storage)
      for value in gone { #expect(!log.contains(value)) }
      for value in kept { #expect(log.contains(value)) }
      #expect(storage.text == text)
      #expect(storage.logNumbers() == numbers)
      // Every version can still be restored, without the value.
      for entry in try store.history().dropFirst() {
        #expect(!entry.isDamaged)
        #expect(entry.revision == (try store.content(of: entry)).map(SettingsRevision.init(of:)))
      }
      #expect(try store.plan(path).losses.isEmpty)
    }
  }

  @Test("whole versions removes them, and never the stored content")
  func versions() async throws {
    let (store, storage) = try await rotated()
    let last = try #require(storage.logNumbers().last)
    let plan = try store.plan()
    #expect(plan.losses.map(\.isWhole) == [true, true, true, true])
    try store.forget(plan)
    #expect(storage.logNumbers() == [last])
    #expect(try store.history().map(\.id) == [last])
    try await store.set(SmallForm.a, 44444)
    try await store.rollback(to: #require(try store.history().last))
    #expect(storage.text == #"{"a": 33333, "b": "hunter-3"}"#)
  }

  @Test("a version that decided nothing leaves no record, whatever is older")
  func oneVersion() async throws {
    let (store, storage) = try await rotated()
    let numbers = storage.logNumbers()
    let middle = numbers[numbers.count - 2]
    try store.forget(try #require(try store.forgetting([]) { $0.id == middle }))
    #expect(storage.logNumbers() == numbers.filter { $0 != middle })
  }

  @Test("what another program has replaced records its content first, so no number is used twice")
  func outsideContent() async throws {
    let (store, storage) = try await rotated()
    let numbers = storage.logNumbers()
    let theirs = Array(#"{"a": 5}"#.utf8)
    _ = storage.commit(theirs, expecting: storage.read()?.revision)
    let plan = try store.plan()
    #expect(plan.losses.count == numbers.count)
    try store.forget(plan)
    #expect(storage.logNumbers() == [numbers.count + 1])
    #expect(try store.history().map(\.kind) == [.outside])
  }

  @Test("a value of versions that can't be understood removes these versions")
  func unreadable() async throws {
    let (store, storage) = try await rotated()
    for text in ["{\"b\": \"hunter-4\"", #"{"b": "hunter-5", "b": "hunter-6"}"#] {
      _ = storage.commit(Array(text.utf8), expecting: storage.read()?.revision)
      let open = try StoreEngine(
        form: #require(SmallForm.index), layers: SettingsLayers(storage: storage), participants: [],
        options: StoreOptions(refresh: .manual), expiryOnOpening: .leaveToCaller, malformed: .allowRollback)
      try await open.rollback(to: #require(try open.history().last))
    }
    let before = storage.logNumbers()
    let log = try log(storage)
    #expect(log.contains("hunter-4") && log.contains("hunter-6"))
    let plan = try store.plan(SmallForm.b)
    #expect(plan.losses.count { $0.isWhole } == 2)
    try store.forget(plan)
    let rest = try self.log(storage)
    // The oldest version was restored, so its value is stored now.
    #expect(!["hunter-2", "hunter-3", "hunter-4", "hunter-5", "hunter-6"].contains { rest.contains($0) })
    #expect(storage.logNumbers().count == before.count - 2)
  }

  @Test("a version that ended the wait for a confirmation doesn't make an older apply wait again")
  func decisions() async throws {
    let (store, storage) = try SmallForm.store(#"{"a": 1}"#)
    let id = try #require(try await store.set(SmallForm.a, 2, anHour).confirmation).id
    try await store.cancel(id)
    let decision = try #require(storage.logNumbers().last)
    let theirs = Array(#"{"a": 5}"#.utf8)
    let record = StorageRecord(
      header: LogHeader(
        .outside, revision: SettingsRevision(of: theirs), changes: [], secrets: [], at: .now, by: "",
        message: nil
      ).line,
      content: .version(theirs))
    _ = storage.commit(StorageCommit(theirs, expecting: storage.read()?.revision, records: [record]))
    try store.forget(try #require(try store.forgetting([]) { $0.id == decision }))
    #expect(try store.pendingConfirmation() == nil)
    #expect(try store.history().allSatisfy { $0.id != decision })
    // Nothing waits that could end.
    try store.forget(try store.plan())
    #expect(try store.pendingConfirmation() == nil)
    #expect(try store.history().count == 1)
  }

  @Test("says where else the text of a value is")
  func remains() async throws {
    let (store, storage) = try SmallForm.store("{\"b\": \"hunter-1\"} // was hunter-1\n")
    try await store.set(SmallForm.b, "hunter-2", ApplyOptions(message: "after hunter-1"))
    let plan = try store.plan(SmallForm.b)
    #expect(plan.remains.map(\.id) == [2, 1])
    #expect(storage.text?.contains("hunter-1") == true)
  }

  @Test("says that the text of a value is in what another program has stored since")
  func remainsOutside() async throws {
    let (store, storage) = try SmallForm.store(#"{"b": "hunter-1"}"#)
    try await store.set(SmallForm.b, "hunter-2")
    let theirs = Array("{\"b\": \"hunter-2\"} // was hunter-1\n".utf8)
    _ = storage.commit(theirs, expecting: storage.read()?.revision)
    #expect(try store.plan(SmallForm.b).remains.map(\.id) == [0])
  }

  @Test("an element means all elements of the list, by any of their names")
  func elements() async throws {
    let form = FormIndex(try FormSchema(written: Array(#"{"properties": {"s": {"type": "array"}}}"#.utf8)))
    for path: SettingPath in [["s", "0", "t"], ["s", "-", "t"], ["s", "[n=a]", "t"]] {
      let storage = MemoryStorage(#"{"s": [{"n": "a", "t": "one-111"}, {"n": "b", "t": "two-222"}]}"#)
      let store = try StoreEngine(form: form, layers: SettingsLayers(storage: storage))
      try await store.set(["s"], [["n": "b", "t": "two-222"]])
      try store.forget(try store.plan(path))
      let log = try log(storage)
      #expect(!log.contains("one-111"))
      // It is stored now.
      #expect(log.contains("two-222"))
    }
  }

  @Test("a setting means all the paths that it had")
  func formerPaths() async throws {
    let form = """
      {"type": "object", "properties": {"new": {"type": "object", "x-setting": {"was": "old"}, "properties": {
        "token": {"type": "string", "default": "", "x-setting": {"was": "key"}}}}}}
      """
    let storage = MemoryStorage(#"{"old": {"key": "hunter-1"}}"#)
    let index = FormIndex(try FormSchema(written: Array(form.utf8)))
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: storage))
    try await store.set(["new", "token"], "hunter-2")
    try store.forget(try store.plan(["new", "token"]))
    #expect(!(try log(storage)).contains("hunter-1"))
  }

  @Test("waits for a confirmation, and for a new plan if something was stored since the last one")
  func refusals() async throws {
    let (store, storage) = try await rotated()
    let plan = try store.plan(SmallForm.b)
    try await store.set(SmallForm.a, 1, anHour)
    let log = try log(storage)
    #expect(throws: ApplyError.stale) { try store.forget(plan) }
    let error = #expect(throws: ApplyError.self) { try store.plan(SmallForm.b) }
    guard case .awaitingConfirmation? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try self.log(storage) == log)
  }

  @Test("refuses if nobody can tell what is stored now", arguments: ["", " ", #"{"b": "hunt"#, nil])
  func unknownContent(text: String?) async throws {
    let (_, storage) = try await rotated()
    _ = storage.commit(text.map { Array($0.utf8) }, expecting: storage.read()?.revision)
    let log = try log(storage)
    let open = try StoreEngine(
      form: #require(SmallForm.index), layers: SettingsLayers(storage: storage), participants: [],
      options: StoreOptions(refresh: .manual), expiryOnOpening: .leaveToCaller, malformed: .allowRollback)
    #expect(try open.forgetting([SmallForm.b]) { _ in true } == nil)
    #expect(try open.forgetting([]) { _ in true } == nil)
    #expect(try self.log(storage) == log)
  }

  @Test("lists nothing of a value in the record of what another program has replaced")
  func replacedByOthers() async throws {
    let (store, storage) = try await rotated()
    _ = storage.commit(Array(#"{"a": 55555, "b": "x"}"#.utf8), expecting: storage.read()?.revision)
    try store.forget(try store.plan(SmallForm.a))
    let log = try log(storage)
    #expect(!log.contains("33333") && log.contains("55555"))
  }

  @Test("follows the former names of members of elements and of entries")
  func formerMembers() async throws {
    let form = """
      {"type": "object", "properties": {
        "l": {"type": "array", "items": {"type": "object", "x-setting": {"object": {}}, "properties": {
          "n": {"type": "string", "default": ""}, "pin": {"type": "string", "default": "", "x-setting": {"was": "code"}}}}},
        "d": {"type": "object", "additionalProperties": {"type": "object", "x-setting": {"object": {}}, "properties": {
          "pin": {"type": "string", "default": "", "x-setting": {"was": "code"}}}}}}}
      """
    let index = FormIndex(try FormSchema(written: Array(form.utf8)))
    for (path, gone, kept) in [
      (["l", "0", "pin"], ["list-1", "list-2"], ["entry-1", "entry-2"]),
      (["l", "[n=b]", "pin"], ["list-2"], ["list-1", "entry-1", "entry-2"]),
      (["d", "x", "pin"], ["entry-1"], ["list-1", "list-2", "entry-2"]),
    ] as [(SettingPath, [String], [String])] {
      let storage = MemoryStorage(
        #"{"l": [{"n": "a", "code": "list-1"}, {"n": "b", "code": "list-2"}], "d": {"x": {"code": "entry-1"}, "y": {"code": "entry-2"}}}"#
      )
      let store = try StoreEngine(form: index, layers: SettingsLayers(storage: storage))
      try await store.set(["l"], [])
      try await store.set(["d"], [:])
      try store.forget(try store.plan(path))
      let log = try log(storage)
      for value in gone { #expect(!log.contains(value), "\(path)") }
      for value in kept { #expect(log.contains(value), "\(path)") }
    }
  }

  @Test("is whole for each record after a crash at any call, and the next one does the rest")
  func crashes() async throws {
    let path = SimulatedDisk.file
    let fileSystem = SimulatedFileSystem(SimulatedDisk(content: Array(#"{"a": 1, "b": "hunter-1"}"#.utf8)))
    let store = try SmallForm.store(on: FileStorage(path, fileSystem: fileSystem))
    try await store.set(SmallForm.b, "hunter-2")
    try await store.set(SmallForm.b, "hunter-3")
    let start = fileSystem.disk
    /// Forgets; returns the number of calls before the first that can write, and whether it succeeded.
    func forget(_ fileSystem: SimulatedFileSystem) throws -> (reads: Int, isDone: Bool) {
      let store = try SmallForm.store(on: FileStorage(path, fileSystem: fileSystem))
      let plan = try store.plan(SmallForm.b)
      let reads = fileSystem.calls
      return (reads, (try? store.forget(plan)) != nil)
    }
    let whole = SimulatedFileSystem(start)
    let (reads, isDone) = try forget(whole)
    #expect(isDone)
    var crashed = 0
    for call in whole.crashPoints where call >= reads {
      let broken = SimulatedFileSystem(start, fault: .crash(at: call))
      if try !forget(broken).isDone { crashed += 1 }
      for disk in broken.disk.disksAfterCrash {
        let next = SimulatedFileSystem(disk)
        let store = try SmallForm.store(on: FileStorage(path, fileSystem: next))
        #expect(try store.history().map(\.isDamaged) == [false, false, false], "crash at call \(call)")
        #expect(disk.content == start.content)
        #expect(try forget(next).isDone, "crash at call \(call)")
        for file in next.disk.names.values.compactMap({ next.disk.files[$0] }) {
          let text = String(decoding: file.bytes, as: UTF8.self)
          #expect(!text.contains("hunter-1") && !text.contains("hunter-2"), "crash at call \(call)")
        }
      }
    }
    #expect(crashed > 10)
  }
}

extension StoreEngine {
  /// Plans to forget a setting, or all versions.
  fileprivate func plan(_ path: SettingPath? = nil) throws -> Forgetting {
    try #require(try forgetting(path.map { [$0] } ?? []) { _ in true })
  }
}
