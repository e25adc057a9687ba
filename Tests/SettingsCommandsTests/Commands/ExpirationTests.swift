import Testing

@testable import Settings
@testable import SettingsEditing
@testable import SettingsCommands

@Suite("The process that rolls an apply back at its deadline")
struct ExpirationTests {
  private let own = ConfirmationID(1)
  private let later = ConfirmationID(2)

  private func step(_ pending: ConfirmationID?, _ timeLeft: Duration) -> ExpirationCommand.Step {
    ExpirationCommand.step(of: own, pending: pending, timeLeft: timeLeft)
  }

  @Test("waits for the deadline, and looks at the clock and the log again after five seconds at most")
  func waiting() {
    #expect(step(own, .seconds(600)) == .wait(.seconds(5)))
    #expect(step(own, .milliseconds(20)) == .wait(.milliseconds(20)))
  }

  @Test("rolls the apply back at the deadline, and ends when nothing is pending")
  func ending() {
    #expect(step(own, .zero) == .rollBack)
    #expect(step(nil, .zero) == .end)
  }

  @Test("waits while a later apply is pending, which may fail, and ends when that one has expired")
  func laterApply() {
    #expect(step(later, .seconds(600)) == .wait(.seconds(5)))
    #expect(step(later, .zero) == .end)
  }
}
