import SettingsSystem

extension EtcdClient {
  /// Runs requests on their own thread.
  func onThread<Result: Sendable>(
    _ requests: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Result
  ) async throws(EtcdError) -> Result {
    try await SystemThread.run { () throws(EtcdError) in try requests(self) }
  }
}
