import Synchronization
import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("The candidate of a review")
struct CandidateTests {
  @Test("is the content that is stored, byte for byte, in prepare and in commit")
  func participants() async throws {
    let reader = CandidateReader()
    let (store, storage) = try Fixture.store("{ \"token\": \"s3cret\" } // mine", participants: [reader])
    var draft = store.draft()
    try draft.untyped.stage(9, at: timePeriodPath)
    try await store.apply(draft)
    let stored = try #require(storage.text)
    #expect(stored.contains("s3cret") && stored.contains("// mine"))
    #expect(reader.candidates == [stored, stored])
  }

  @Test("is what another process stores, and for the way back what it replaces")
  func remote() async throws {
    let reader = CandidateReader()
    let (store, _) = try SmallForm.store(#"{"a": 1} // mine"#)
    let remote = try await store.prepare(for: Array(#"{"a": 2} // theirs"#.utf8), [reader])
    await remote.commit()
    await remote.revert()
    let theirs = #"{"a": 2} // theirs"#
    #expect(reader.candidates == [theirs, theirs, #"{"a": 1} // mine"#])
  }

  @Test("of another process is refused if this process can't use it", arguments: ["form", "type", "text"])
  func refusedRemote(by part: String) async throws {
    let reader = CandidateReader()
    let (store, _) = try Fixture.store()
    let content =
      switch part {
      case "form": #"{"calculation": {"timePeriod": "x"}}"#
      case "type": #"{"servers": [{"host": "x", "port": 70000}]}"#
      default: "{"
      }
    let error = await #expect(throws: ApplyError.self) {
      _ = try await store.untyped.prepare(for: Array(content.utf8), [reader])
    }
    switch (part, error) {
    case ("form", .invalid), ("type", .undecodable), ("text", .storage(.malformed)): break
    default: Issue.record("\(part): \(String(describing: error))")
    }
    #expect(reader.candidates.isEmpty)
  }

  @Test("isn't computed for a review that is only read, and never part of its JSON")
  func onlyRead() throws {
    let (store, _) = try Fixture.store()
    var review = store.draft().review()
    #expect(review.candidate == nil)
    let json = review.json
    review.candidate = Array("{}".utf8)
    #expect(review.json == json)
  }
}

private final class CandidateReader: SettingsParticipant {
  let name = "reader"
  private let read = Mutex<[String]>([])

  var candidates: [String] { read.withLock { $0 } }

  func prepare(_ review: FormReview) async throws { keep(review) }
  func commit(_ review: FormReview) async throws { keep(review) }
  func revert(_ review: FormReview) async throws { keep(review) }

  private func keep(_ review: FormReview) {
    read.withLock { $0.append(String(decoding: review.candidate ?? [], as: UTF8.self)) }
  }
}
