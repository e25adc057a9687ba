import Settings

extension EtcdStorage {
  /// Returns the instances that are registered now, each an ``EtcdInstance`` of a running process.
  ///
  /// Throws `StorageError` if etcd can't be reached. Cost: one request.
  public func instances() throws(StorageError) -> [EtcdInstanceStatus] {
    try converted { () throws(EtcdError) in
      try client.read(EtcdRangeRequest(keys.allInstances)).instances(keys)
    }
  }

  /// Waits until all registered instances report that they are healthy with content that was stored.
  ///
  /// Returns at once if no instance is registered. An instance that ends isn't waited for. If the `commit` of a participant calls this
  /// function, an apply succeeds only if all instances are healthy: after an error, the old content is stored again.
  ///
  /// Throws `EtcdRolloutError.unhealthy` if an instance isn't healthy, and `.notHealthy` if the time is over.
  public func waitForHealth(
    with content: Revision, within limit: Duration
  ) async throws(EtcdRolloutError) {
    try await wait(atMost: limit) { () throws(EtcdRolloutError) in
      for await _ in EtcdWatch.changes(self.keys.allInstances, self.client) {
        if try await self.instancesWithoutHealth(content).isEmpty { return true }
      }
      return false
    } afterwards: { () throws(EtcdRolloutError) in
      let names = try await instancesWithoutHealth(content)
      if !names.isEmpty { throw .notHealthy(instances: names, limit: limit) }
    }
  }

  private func instancesWithoutHealth(_ content: Revision) async throws(EtcdRolloutError) -> [String] {
    let reply: EtcdRangeReply
    do throws(EtcdError) {
      reply = try await client.onThread { [keys] client throws(EtcdError) in
        try client.read(EtcdRangeRequest(keys.allInstances))
      }
    } catch {
      throw EtcdRolloutError(error)
    }
    return try EtcdHealthCheck(of: content).missing(reply.instances(keys))
  }
}

extension EtcdRangeReply {
  /// The instances that a request found.
  func instances(_ keys: EtcdKeys) -> [EtcdInstanceStatus] {
    found.compactMap { found in
      keys.instanceID(of: found.key).map { EtcdInstanceStatus(id: $0, found.value) }
    }
  }
}
