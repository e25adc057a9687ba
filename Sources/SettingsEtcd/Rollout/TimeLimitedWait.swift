/// Waits for work to end, and cancels it when its time is over.
///
/// - Parameters:
///   - work: Returns `false` if it ended because it was canceled.
///   - afterwards: What to do if the time is over. It determines the error, or returns if the work isn't needed.
func wait(
  atMost limit: Duration, for work: @escaping @Sendable () async throws(EtcdRolloutError) -> Bool,
  afterwards: () async throws(EtcdRolloutError) -> Void
) async throws(EtcdRolloutError) {
  let result = await withTaskGroup(of: Result<Bool, EtcdRolloutError>.self) { group in
    group.addTask {
      do throws(EtcdRolloutError) { return .success(try await work()) } catch { return .failure(error) }
    }
    group.addTask {
      try? await Task.sleep(for: limit)
      return .success(false)
    }
    let first = await group.next() ?? .success(false)
    group.cancelAll()
    return first
  }
  if try result.get() { return }
  guard !Task.isCancelled else { throw .canceled }
  try await afterwards()
}
