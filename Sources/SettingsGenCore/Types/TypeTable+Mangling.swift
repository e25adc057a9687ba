extension TypeTable {
  /// Returns the name by which the Swift runtime finds a type, without the module in front: `6DaemonO8SettingsV` for
  /// `Daemon.Settings`.
  ///
  /// The grammar is in `docs/ABI/Mangling.rst` of the Swift project. Returns `nil` for a type inside one of another module, and
  /// for names outside ASCII, which are encoded.
  func mangledName(of id: ID) -> String? {
    let entry = self[id]
    let kind: String? =
      switch entry.keyword {
      case .struct: "V"
      case .enum: "O"
      case .class, .actor: "C"
      case .protocol, .extension: nil
      }
    let outer = entry.outer.map { mangledName(of: $0) } ?? (entry.name.count == 1 ? "" : extended(by: entry))
    guard let kind, let outer, let name = entry.name.last, name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    return "\(outer)\(name.utf8.count)\(name)\(kind)"
  }

  /// Returns the mangled name of the type of this module whose extension contains a type.
  private func extended(by entry: Entry) -> String? {
    let name = Array(entry.name.dropLast())
    return entries.indices.first { self[$0].name == name }.flatMap { mangledName(of: $0) }
  }
}
