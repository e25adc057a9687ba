import SettingsSystem

extension FileSystem {
  /// Returns the foreign links of a path.
  func foreignLinks(on path: String) -> [ForeignLink] {
    ForeignLink.links(on: path, for: user) { place in
      guard let status = try? status(atPath: place) else { return nil }
      guard status.kind == .link else { return ForeignLink.Step(owner: status.owner, target: nil) }
      return (try? readLink(atPath: place)).map { ForeignLink.Step(owner: status.owner, target: $0) }
    }
  }
}
