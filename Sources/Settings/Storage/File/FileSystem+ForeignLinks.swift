import SettingsSystem

extension FileSystem {
  /// The foreign links that a path goes through.
  func foreignLinks(on path: String) -> [ForeignLink] {
    ForeignLink.links(on: path, for: user) { place in
      guard let status = try? status(atPath: place) else { return nil }
      guard status.kind == .link else { return ForeignLink.Step(owner: status.owner, target: nil) }
      return (try? readLink(atPath: place)).map { ForeignLink.Step(owner: status.owner, target: $0) }
    }
  }
}
