import Foundation
import Synchronization
import Testing

@testable import Settings

@Suite("Settings in another storage are a layer, or what a local file is a copy of")
struct StorageLayerTests {
  private let files: LayeredFiles
  private let fleet = MemoryStorage(
    #"{"width": 100, "$locked": ["network"], "network": {"proxyPort": 3128}}"#, name: "memory://fleet")

  init() throws { files = try LayeredFiles() }

  private func store(_ text: String, on fleet: MemoryStorage) throws {
    let expected = fleet.read()?.revision
    guard case .committed = fleet.commit(Array(text.utf8), expecting: expected) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  @Test("Its values are defaults for what is above, its locks hold there, and origins name it")
  func values() async throws {
    let role = MemoryStorage(#"{"width": 110}"#, name: "memory://role")
    try files.write("user.json", #"{"network": {"proxyPort": 1}}"#)
    let store = try files.store(below: [.storage(fleet), .storage(role)])
    #expect(store.effective(["width"]) == 110)
    #expect(store.effective(["network", "proxyPort"]) == 3128)
    #expect(store.origin(at: ["width"])?.description == "memory://role:1:11")
    #expect(store.layerSummaries.map(\.name) == ["memory://fleet", "memory://role", files.path("user.json")])
    var draft = store.draft()
    try draft.stage(2, at: ["network", "proxyPort"])
    let review = store.review(draft)
    #expect(!review.isApplicable && review.findings.contains { "\($0)".contains("memory://fleet:1:") })
    // An empty storage has no values, and isn't an error.
    #expect(try files.store(below: [.storage(MemoryStorage())]).effective(["width"]) == 80)
  }

  @Test("A change of the storage reaches the store; content with an error leaves the last values in use")
  func changes() async throws {
    let store = try files.store(below: [.storage(fleet)], refresh: .automatic)
    var changes = store.changes().makeAsyncIterator()
    try self.store(#"{"width": 120}"#, on: fleet)
    #expect(await changes.next()?.contains { $0.path == ["width"] && $0.new == 120 } == true)
    var problems = store.layerProblemChanges().makeAsyncIterator()
    try self.store(#"{"width": "wide"}"#, on: fleet)
    #expect(
      await problems.next()?.first?.description.hasPrefix("memory://fleet:1:11: error: width: ") == true)
    #expect(store.effective(["width"]) == 120)
  }

  @Test(
    "A mirror copies byte for byte, reports what the form refuses once, and goes on", .timeLimit(.minutes(1)))
  func mirror() async throws {
    let text = "{\n  // fleet\n  \"width\": 100\n}"
    try store(text, on: fleet)
    let store = try files.store(refresh: .manual)
    let (failures, failure) = AsyncStream.makeStream(of: String.self)
    let task = Task { [fleet] in await store.mirror(fleet) { failure.yield("\($0)") } }
    var changes = store.changes().makeAsyncIterator()
    while store.snapshot.content?.bytes != Array(text.utf8) { _ = await changes.next() }
    #expect(try String(contentsOfFile: files.path("user.json"), encoding: .utf8) == text)

    try self.store(#"{"width": 1000}"#, on: fleet)
    var reasons = failures.makeAsyncIterator()
    #expect(await reasons.next()?.contains("width: Use 200 or less instead of 1000.") == true)
    #expect(store.effective(["width"]) == 100)

    try self.store(#"{"width": 90}"#, on: fleet)
    while store.effective(["width"]) != 90 { _ = await changes.next() }
    // The first version is the missing file.
    #expect(try store.history().map(\.revision?.description.isEmpty) == [false, false, nil])
    task.cancel()
    await task.value
    failure.finish()
    #expect(await reasons.next() == nil)
  }
}
