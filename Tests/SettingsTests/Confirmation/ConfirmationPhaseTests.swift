import Testing

@testable import Settings

@Suite("The phase of a confirmation")
struct ConfirmationPhaseTests {
  private static let start = Moment(wall: WallTime(milliseconds: 1_000_000))
  private let id = ConfirmationID(1)
  private let pending = PendingConfirmation(
    id: ConfirmationID(1), author: "ada", message: nil, restores: 1, session: "", end: start + .seconds(60),
    limit: .seconds(60))

  private func phase(after duration: Duration) -> ConfirmationPhase {
    ConfirmationPhase(of: pending, at: Self.start + duration)
  }

  @Test("is settled without a confirmation in the log, pending until the deadline, and expired from then on")
  func phases() {
    #expect(ConfirmationPhase(of: nil, at: Self.start) == .settled)
    #expect(phase(after: .milliseconds(59_999)) == .pending(pending))
    #expect(phase(after: .seconds(60)) == .expired(pending))
  }

  @Test("allows confirming only by its ID and only while pending")
  func confirming() throws {
    try phase(after: .zero).confirming(id)
    #expect(throws: ApplyError.otherPending(pending)) {
      try phase(after: .zero).confirming(ConfirmationID(2))
    }
    #expect(throws: ApplyError.expired(id)) { try phase(after: .seconds(60)).confirming(id) }
    #expect(throws: ApplyError.nothingPending) { try ConfirmationPhase.settled.confirming(id) }
  }

  @Test("allows canceling only by its ID, also when it has expired")
  func canceling() throws {
    #expect(try phase(after: .zero).canceling(id) == pending)
    #expect(try phase(after: .seconds(60)).canceling(id) == pending)
    #expect(throws: ApplyError.otherPending(pending)) {
      try phase(after: .zero).canceling(ConfirmationID(2))
    }
    #expect(throws: ApplyError.nothingPending) { try ConfirmationPhase.settled.canceling(id) }
  }
}
