import SettingsSystem

extension EtcdClient {
  /// Runs requests on a thread of their own, because they wait in system calls and Swift's threads are few.
  func onThread<Result: Sendable>(
    _ requests: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Result
  ) async throws(EtcdError) -> Result {
    let result: Swift.Result<Result, EtcdError> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        do throws(EtcdError) {
          continuation.resume(returning: .success(try requests(self)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      do throws(SystemError) { try SystemThread.start(work) } catch { work() }
    }
    return try result.get()
  }
}
