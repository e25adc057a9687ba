import SettingsForm
import SettingsSystem

extension SettingsStore {
  /// Follows another storage until the task is canceled: copies its content at once and at each of its changes, byte for byte.
  ///
  /// An app of a fleet reads its settings from a local file, so it starts while the cluster is away, and the file follows what the fleet has
  /// in etcd:
  ///
  /// ```swift
  /// func follow(_ cluster: any SettingsStorage) throws -> Task<Void, Never> {
  ///   let store = try SettingsStore<AppSettings>(file: "settings.json")
  ///   return Task {
  ///     await store.mirror(cluster) { error in print("The local settings stay in use: \(error)") }
  ///   }
  /// }
  /// ```
  ///
  /// Each change is an ordinary apply: the form, rules and participants of this store can refuse it, side effects run, and it is a version of
  /// the local history. While the other storage can't be read, or something refuses its content, the local content stays in use; it tries
  /// again after 1 s, 2 s, and so on up to a minute. Where nothing is stored, nothing is copied.
  ///
  /// A local change stays until the next change of the other storage, or until the app calls `mirror` again; then it is only in the
  /// history. So open the editor on the other storage, not on the copy.
  ///
  /// To follow a file, take its storage from layers: `SettingsLayers(file: "/etc/trend.json").written`.
  ///
  /// Don't mirror two storages to each other.
  ///
  /// - Parameters:
  ///   - source: The storage to copy, such as an `EtcdStorage`. It is only read.
  ///   - onFailure: Is called when a copy fails for another reason than the attempt before.
  public func mirror(
    _ source: any SettingsStorage, onFailure: @Sendable (ApplyError) -> Void = { _ in }
  ) async {
    await untyped.mirror(source, onFailure: onFailure)
  }
}

extension StoreEngine {
  package func mirror(_ source: any SettingsStorage, onFailure: @Sendable (ApplyError) -> Void) async {
    var reported: ApplyError?
    await followContent(of: source) {
      do throws(ApplyError) {
        try await copy(source)
        reported = nil
        return .copied
      } catch {
        switch error {
        case .canceled where Task.isCancelled: return .ended
        // Somebody else applies here in the same moment, so the next attempt decides.
        case .applyInProgress, .stale, .contended: return .behind
        case _ where error == reported: return .behind
        default: break
        }
        onFailure(error)
        reported = error
        return .behind
      }
    }
  }

  private func copy(_ source: any SettingsStorage) async throws(ApplyError) {
    let content: StoredContent?
    do throws(SettingsStorageError) { content = try source.read() } catch { throw .storage(.storage(error)) }
    try refreshToApply()
    guard let content, !content.isBlank, content.revision != revision else { return }
    _ = try await apply(copying: content, reviewed: review(copying: content), options: ApplyOptions())
  }
}

extension StoredContent {
  /// Whether nothing but space is stored, as while another program creates the file. A mirror copies that as little as a missing file.
  package var isBlank: Bool { !bytes.contains { $0 > 0x20 } }
}

/// What an attempt to copy the content of a storage has come to.
package enum CopyAttempt: Sendable {
  /// The copy is equal.
  case copied
  /// The copy isn't equal. What stood in its way can go without a change of the source, such as a lock, a pending confirmation, or a save
  /// by another program in the same moment.
  case behind
  /// No further attempt makes sense.
  case ended
}

/// Copies the content of a storage at once, then whenever it may have changed, and while the copy is behind, until an attempt ends it or
/// the task is canceled.
///
///     source changes ─┬─▶ attempt ─▶ copied ─▶ wait for the next change
///           pause ────┘      └─────▶ behind ─▶ begin a pause of 1 s, 2 s, … 60 s, since each attempt can run commands
package func followContent<Failure: Error>(
  of source: any SettingsStorage,
  sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
  attempt: () async throws(Failure) -> CopyAttempt
) async throws(Failure) {
  let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  // A change between the first copy and the first element would be missed otherwise.
  let changes = source.changes()
  let forwarder = Task {
    for await _ in changes { wake.yield() }
  }
  var timer: Task<Void, Never>?
  defer {
    forwarder.cancel()
    timer?.cancel()
  }
  let firstPause = GrowingPause(from: .seconds(1), to: .seconds(60))
  var pause = firstPause
  wake.yield()
  for await _ in wakes {
    switch try await attempt() {
    case .copied: pause = firstPause
    case .ended: return
    case .behind:
      let wait = pause.next()
      timer?.cancel()
      timer = Task {
        try? await sleep(wait)
        if !Task.isCancelled { wake.yield() }
      }
    }
  }
}
