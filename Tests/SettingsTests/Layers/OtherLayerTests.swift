import Foundation
import Testing

@testable import Settings

@Suite("Another layer: a file below or above the settings file can be the written one")
struct OtherLayerTests {
  private let files: LayeredFiles
  private let system: String
  private let dropIns: [String]

  init() throws {
    let files = try LayeredFiles()
    self.files = files
    system = try files.write("system.json", #"{"width": 100}"#)
    dropIns = try ["10.json", "20.json", "30.json"].map { try files.write("settings.d/\($0)", "{}") }
    try files.write("user.json", #"{"width": 120}"#)
  }

  private func store() throws -> StoreEngine {
    try files.store(
      below: [.file(system), .folder(files.path("settings.d"))],
      above: [.environment(prefix: "T", variables: ["T_TAGS": "a"])])
  }

  private func names(_ store: StoreEngine) -> [String] {
    store.layerSummaries.map {
      "\($0.kind == .written ? "> " : "")\($0.name.split(separator: "/").last ?? "")"
    }
  }

  @Test("The order of the layers stays, whichever of them is written, also after several moves")
  func order() throws {
    let store = try store()
    #expect(
      names(store) == [
        "system.json", "10.json", "20.json", "30.json", "> user.json", "environment variables T_*",
      ]
    )
    let middle = try #require(try store.writing(dropIns[1]))
    #expect(
      names(middle) == [
        "system.json", "10.json", "> 20.json", "30.json", "user.json", "environment variables T_*",
      ]
    )
    let last = try #require(try middle.writing(dropIns[2]))
    #expect(
      names(last) == [
        "system.json", "10.json", "20.json", "> 30.json", "user.json", "environment variables T_*",
      ]
    )
    let lowest = try #require(try last.writing(system))
    let user = try #require(try lowest.writing(files.path("user.json")))
    #expect(names(user) == names(store))
    #expect(try store.writing(files.path("nonsuch.json")) == nil)
    #expect(try store.writing(files.path("settings.d/.hidden.json")) == nil)
  }

  @Test("A change of a layer below the settings file says which layer overrides it")
  func change() async throws {
    let lower = try #require(try store().writing(system))
    #expect(lower.effective(["width"]) == 120)
    #expect(lower.draft().value(at: ["width"]) == 100)
    var draft = lower.draft()
    try draft.stage(110, at: ["width"])
    let change = try #require(lower.review(draft).changes.first)
    #expect(change.overriddenBy?.description == "\(files.path("user.json")):1:11")
    _ = try await lower.apply(draft)
    #expect(try String(contentsOfFile: system, encoding: .utf8) == "{\"width\": 110}")
    #expect(lower.effective(["width"]) == 120)
  }

  @Test("Locks of a file hold for the layers above it, also while the file is the written one")
  func locks() throws {
    try files.write("system.json", #"{"width": 100, "$locked": ["width", "nonsuch"]}"#)
    let user = try store()
    #expect(user.effective(["width"]) == 100)
    let lower = try #require(try user.writing(system))
    #expect(lower.effective(["width"]) == 100)
    #expect(!lower.draft().isReadOnly(["width"]))
    #expect(lower.draft().overrider(of: ["width"]) == nil)
    let place = "\(system):1:28"
    #expect(
      lower.layerProblems.map(\.description) == [
        "\(files.path("user.json")):1:11: warning: width: Remove this value, which has no effect; \(place) locks it."
      ])
    #expect(
      lower.problems.map(\.description) == [
        "1:37: warning: \"$locked\": Check the path \"nonsuch\", which the form does not know."
      ])
    // A lock between the written layer and the layers above it.
    try files.write("system.json", "{}")
    try files.write("settings.d/20.json", #"{"$locked": ["width"]}"#)
    let below = try #require(try store().writing(dropIns[0]))
    #expect(below.effective(["width"]) == 80)
    #expect(!below.draft().isReadOnly(["width"]))
    #expect(try store().draft().isReadOnly(["width"]))
  }

  @Test("A lock that is removed from the written layer makes the values above it effective")
  func unlocked() async throws {
    try files.write("system.json", #"{"width": 100, "$locked": ["width"]}"#)
    let lower = try #require(try store().writing(system))
    try files.write("system.json", #"{"width": 100}"#)
    let changes = try lower.refresh()
    #expect(
      changes.map(\.description) == ["width: 100 → 120", #""$locked": ["width"] → (not set)"#])
    #expect(lower.layerProblems.isEmpty)
  }

  @Test("A storage in memory can't be a layer of a file")
  func memory() throws {
    let store = try StoreEngine(
      form: files.index, layers: SettingsLayers(below: [.file(system)], storage: MemoryStorage()))
    #expect(try store.writing(system) == nil)
  }
}
