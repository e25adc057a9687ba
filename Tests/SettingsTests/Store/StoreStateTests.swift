import Synchronization
import TestSupport
import Testing

@testable import Settings

@Suite("The state of a store")
struct StoreStateTests {
  private static func content(_ number: Int) throws -> Snapshot {
    let form = try FormSchema(
      written: Array(#"{"properties": {"times": {"type": "integer", "title": "Times", "default": 0}}}"#.utf8))
    return try Snapshot(
      parsing: Array(#"{"times": \#(number)}"#.utf8), layers: .none, form: StoreForm(FormIndex(form)))
  }

  private static func times(_ snapshot: Snapshot) -> Int? { snapshot.document.root["times"]?.integer() }

  private static func unusable(_ snapshot: Snapshot) -> RejectedContent {
    RejectedContent(snapshot.identity, reason: .unusable(.invalid(file: "settings.json", [])))
  }

  @Test("refuses content that was read before the store itself stored other content")
  func staleRead() throws {
    let (old, own, foreign) = try (Self.content(1), Self.content(2), Self.content(3))
    var state = StoreState(old)
    let wasInUse = state.hasStored(own, over: old)
    let isLateKept = state.hasRead(foreign, after: old)
    #expect(wasInUse && !isLateKept && Self.times(state.snapshot) == 2)
    let isKept = state.hasRead(foreign, after: own)
    #expect(isKept && Self.times(state.snapshot) == 3)
  }

  @Test("shows what takes effect as the values and as the saved values, until the old content comes back")
  func takingEffect() throws {
    let (old, new) = try (Self.content(1), Self.content(2))
    var state = StoreState(old)
    state.putIntoEffect(new)
    #expect([state.effective, state.stored, state.accepted, state.snapshot].map(Self.times) == [2, 2, 1, 1])
    state.putIntoEffect(nil)
    #expect([state.effective, state.stored].map(Self.times) == [1, 1])
  }

  @Test("keeps the values of before for participants while unusable content is stored")
  func inUse() throws {
    let (old, new) = try (Self.content(1), Self.content(2))
    var state = StoreState(old)
    _ = state.hasRead(new, after: old)
    #expect(Self.times(state.inUse(over: new)) == 2)
    // It is reported once.
    let reports = [state.reject(Self.unusable(new)), state.reject(Self.unusable(new))]
    #expect(reports == [true, false] && Self.times(state.inUse(over: new)) == 1)
    let used = state.use(new, changes: nil)
    #expect(used?.changes.map(\.path) == [["times"]])
    #expect(state.rejected == nil && Self.times(state.inUse(over: old)) == 1)
  }

  @Test("reads a storage again that couldn't be read, and not content that was rejected")
  func unreadable() throws {
    let (old, new) = try (Self.content(1), Self.content(2))
    var state = StoreState(old)
    _ = state.hasRead(new, after: old)
    _ = state.reject(RejectedContent(nil, reason: .unreadable(.invalid(file: "settings.json", []))))
    #expect(state.unsettled == nil)
    state.canRead()
    #expect(state.rejected == nil && state.unsettled != nil)
    _ = state.reject(Self.unusable(new))
    state.canRead()
    #expect(state.rejected != nil && state.unsettled == nil)
  }

  @Test("gives each restart to the app once, apart from the others")
  func restarts() throws {
    let (old, new) = try (Self.content(1), Self.content(2))
    var state = StoreState(old)
    let changes = new.changes(since: old)
    state.requestRestart(for: changes)
    state.requestRestart(for: [])
    state.requestRestart(for: changes)
    let (first, second) = (state.takeRestarts(), state.takeRestarts())
    #expect(first == [changes, changes] && second.isEmpty)
  }

  /// What the state must be after the events so far, said independently of it.
  private struct Expectation {
    var activity: String?
    var due: StorageFreshness?
    var waiting: Set<Int> = []
    var read = 0
    var used = 0
    var rejected: Int?
  }

  @Test("has one activity at a time, resumes each task once, and never goes back, in any order of events")
  func anyOrder() throws {
    let contents = try (0...60).map(Self.content)
    for seed in SeededRandom.testSeeds(20) {
      var random = SeededRandom(seed: seed)
      var state = StoreState(contents[0])
      var expected = Expectation()
      let resumed = Mutex<[Int]>([])
      var (lastRead, tasks) = (0, 0)
      for _ in 0..<300 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
          let found = state.beginApply()
          #expect((found == .idle) == (expected.activity == nil))
          if expected.activity == nil { expected.activity = "applying" }
        case 1:
          let isBegun = state.beginAccepting()
          #expect(isBegun == (expected.activity == nil))
          if expected.activity == nil { expected.activity = "accepting" }
        case 2:
          let freshness = random.pick([StorageFreshness.lastRead, .lastSignal, .now])
          let isDeferred = state.deferRefresh(freshness)
          #expect(isDeferred == (expected.activity == "applying"))
          if isDeferred { expected.due = max(expected.due ?? freshness, freshness) }
        case 3:
          tasks += 1
          let task = tasks
          let waits = state.wait { resumed.withLock { $0.append(task) } }
          #expect(waits == (expected.activity != nil))
          if expected.activity != nil { expected.waiting.insert(task) }
        case 4:
          guard expected.activity != nil else { continue }
          let (due, waiting) = state.end()
          #expect(due == expected.due)
          resumed.withLock { $0 = [] }
          for resume in waiting { resume() }
          let all = resumed.withLock { $0 }
          #expect(Set(all) == expected.waiting && all.count == expected.waiting.count)
          (expected.activity, expected.due, expected.waiting) = (nil, nil, [])
        case 5 where lastRead < 60:
          // A reader that was slow began with content that is no longer the last.
          let isLate = expected.read > 0 && random.once(in: 3)
          lastRead += 1
          let isKept = state.hasRead(contents[lastRead], after: contents[expected.read - (isLate ? 1 : 0)])
          #expect(isKept == !isLate)
          if isKept { expected.read = lastRead } else { lastRead -= 1 }
        case 6:
          guard expected.activity != nil, let (inUse, read) = state.unsettled else { continue }
          #expect(Self.times(inUse) == expected.used && Self.times(read) == expected.read)
          let used = state.use(read, changes: nil)
          #expect(Self.times(try #require(used).snapshot) == expected.read)
          (expected.used, expected.rejected) = (expected.read, nil)
        case 7:
          guard expected.activity != nil, state.unsettled != nil else { continue }
          let isNew = state.reject(Self.unusable(contents[expected.read]))
          #expect(isNew)
          expected.rejected = expected.read
        default: break
        }
        let isUnsettled = expected.read != (expected.rejected ?? expected.used)
        #expect((state.unsettled != nil) == isUnsettled, "SETTINGS_SEED=\(seed)")
        #expect(Self.times(state.accepted) == expected.used, "SETTINGS_SEED=\(seed)")
        #expect(Self.times(state.snapshot) == expected.read, "SETTINGS_SEED=\(seed)")
      }
    }
  }
}
