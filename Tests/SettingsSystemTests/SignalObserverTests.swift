import Foundation
import Testing

@testable import SettingsSystem

@Suite("A signal observer")
struct SignalObserverTests {
  @Test("is called for each arrival of the signal, which doesn't end the process", .timeLimit(.minutes(5)))
  func hangUp() async {
    await #expect(processExitsWith: .success) {
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let observer = SignalObserver(.hangUp) { arrival.yield() }
      var iterator = arrivals.makeAsyncIterator()
      for _ in 0..<3 {
        kill(getpid(), SIGHUP)
        await iterator.next()
      }
      withExtendedLifetime(observer) {}
    }
  }
}
