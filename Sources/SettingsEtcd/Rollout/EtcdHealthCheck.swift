import Settings

/// Whether all instances work with content.
struct EtcdHealthCheck: Sendable {
  private let content: Revision

  init(of content: Revision) {
    self.content = content
  }

  /// Returns the names of the instances that haven't reported their health with the content. Throws if one of them isn't healthy.
  func missing(_ instances: [EtcdInstanceStatus]) throws(EtcdRolloutError) -> [String] {
    var missing: [String] = []
    for instance in instances {
      guard instance.revision == content, instance.health != .starting else {
        missing.append(instance.name)
        continue
      }
      guard instance.health == .healthy else {
        throw .unhealthy(instance: instance.name, reason: instance.reason)
      }
    }
    return missing
  }
}
