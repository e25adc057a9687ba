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
    #expect(ballot.count([a, b], votes: [:]) == .open(["a", "b"], agreed: []))
    #expect(ballot.count([a, b], votes: ["1": yes]) == .open(["b"], agreed: ["a"]))
    #expect(ballot.count([a, b], votes: ["1": yes, "2": yes]) == .agreed(["a", "b"]))
  }

  @Test("waits neither for dead voters nor for those that registered later")
  func voters() {
    let ballot = EtcdBallot([a, b])
    #expect(ballot.count([a], votes: ["1": yes]) == .agreed(["a"]))
    #expect(ballot.count([a, c], votes: ["1": yes]) == .agreed(["a"]))
    #expect(ballot.count([], votes: [:]) == .agreed([]))
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

  @Test("has vetoes of one line, whichever program wrote them")
  func lines() {
    #expect(EtcdVote(veto: "port 80:\n  in use\n").veto == "port 80: in use")
    #expect(EtcdVote(Array(#"{"veto": "a\nb"}"#.utf8)).veto == "a b")
  }

  @Test(
    "has a quorum if enough instances have answered",
    arguments: [
      (1.0, 0, true), (1, 1, false), (0.9, 1, true), (0.9, 2, false), (0.5, 5, true), (0, 10, true),
    ])
  func quorum(share: Double, silent: Int, isEnough: Bool) {
    let ballot = EtcdBallot((0..<10).map { EtcdInstanceStatus(id: "\($0)", name: "web-\($0)") })
    #expect(ballot.hasQuorum(share, without: silent) == isEnough)
  }

  @Test("names the first of many instances that don't answer")
  func manyInstances() {
    let names = (100..<400).map { "web-\($0)" }
    #expect(
      EtcdRolloutError.silent(instances: names, limit: .seconds(20)).description
        == "web-100, web-101, web-102, web-103, web-104 and 295 more didn't answer within 20 s; restart what doesn't respond, and try again."
    )
  }
}
