import Settings
import Synchronization

/// A participant that applies while it prepares, which a store must refuse and not wait for: it would wait for itself.
final class ReentrantParticipant: SettingsParticipant {
  let name = "re-entrant"
  let store = Mutex<SettingsStore<Fixture>?>(nil)
  let error = Mutex<ApplyError?>(nil)

  func prepare(_ review: FormReview) async throws {
    guard let store = store.withLock({ $0 }) else { return }
    do throws(ApplyError) {
      try await store.apply(store.draft())
    } catch {
      self.error.withLock { $0 = error }
    }
  }
}
