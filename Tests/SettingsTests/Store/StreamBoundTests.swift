import Testing

@testable import Settings

@Suite("Streams of a store")
struct StreamBoundTests {
  /// Returns the first element that a reader gets who begins after a number of them.
  private func first<Element: Sendable>(of stream: AsyncStream<Element>) async -> Element? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  @Test("keep the newest elements for a reader that is late, and no more of them than 1,000")
  func bound() async throws {
    let count = streamCapacity + 3
    let observers = StoreObservers<Int>()
    let numbers = observers.stream()
    for number in 0..<count { observers.notify(number) }
    #expect(await first(of: numbers) == 3)

    let (store, _) = try Fixture.store()
    let changes = store.changes()
    let entry = try #require(store.untyped.index[["name"]])
    for number in 0..<count {
      let change = SettingChange(
        path: entry.path, setting: entry.setting, kind: .replace, old: "x", new: .string("\(number)"))
      store.untyped.events.use.notify(UsedContent(snapshot: store.untyped.snapshot, changes: [change]))
    }
    #expect(await first(of: changes)?.first?.new == "3")
  }
}
