import Settings
import Testing

@testable import SettingsEtcd

@Suite("The ballot of a candidate")
struct EtcdBallotTests {
  private let a = EtcdInstanceStatus(id: "1", name: "a")
  private let b = EtcdInstanceStatus(id: "2", name: "b")
  private let c = EtcdInstanceStatus(id: "3", name: "c")
  private let yes = EtcdVote(veto: nil)
  private let no = EtcdVote(veto: "no disk")

  @Test("is open until every living voter has voted")
  func open() {
    let ballot = EtcdBallot([a, b])
    #expect(ballot.count([a, b], votes: [:]) == .open(["a", "b"]))
    #expect(ballot.count([a, b], votes: ["1": yes]) == .open(["b"]))
    #expect(ballot.count([a, b], votes: ["1": yes, "2": yes]) == .agreed)
  }

  @Test("waits neither for dead voters nor for those that registered later")
  func voters() {
    let ballot = EtcdBallot([a, b])
    #expect(ballot.count([a], votes: ["1": yes]) == .agreed)
    #expect(ballot.count([a, c], votes: ["1": yes]) == .agreed)
    #expect(ballot.count([], votes: [:]) == .agreed)
  }

  @Test("fails with one veto, whatever the other votes are and whichever voters are dead")
  func vetoes() {
    let ballot = EtcdBallot([a, b])
    #expect(ballot.count([a, b], votes: ["2": no]) == .vetoed(instance: "b", reason: "no disk"))
    #expect(ballot.count([a], votes: ["1": yes, "2": no]) == .vetoed(instance: "b", reason: "no disk"))
    #expect(ballot.count([a, b, c], votes: ["3": no]) == .vetoed(instance: "c", reason: "no disk"))
  }

  @Test("takes a vote that can't be read as a veto")
  func malformed() {
    for text in ["", "{", "[]", #"{"veto": 1}"#] {
      #expect(EtcdVote(Array(text.utf8)).veto == "its vote can't be read", "\(text)")
    }
    for vote in [yes, no] { #expect(EtcdVote(vote.value) == vote) }
    #expect(EtcdVote(Array("{}".utf8)) == yes)
  }
}
