extension FormIndex {
  /// Which parts of the value at a path are secret, for any path: of a section, a setting, a part of a value, or unknown to the form.
  package func secrecy(at path: SettingPath) -> Secrecy {
    var node = 0
    for (depth, key) in path.keys.enumerated() {
      let secrecy: Secrecy
      switch nodes[node].keys[key] {
      case .section(let inner)?:
        node = inner
        continue
      case .setting(let position)?: secrecy = settings[position].setting.secrecy
      case nil:
        let current = nodes[node].formerKeys[ExactText(key)].map { settings[$0].setting.secrecy }
        secrecy = current ?? nodes[node].secrecy.member(key)
      }
      return path.keys.dropFirst(depth + 1).reduce(secrecy) { $0.part($1) }
    }
    return secrecy(ofSection: node)
  }

  /// Which parts of the value of the section at a position are secret, by its keywords and by its items.
  ///
  /// Cost: linear in the number of the items.
  func secrecy(ofSection position: Int) -> Secrecy {
    let node = nodes[position]
    guard !node.secrecy.isWhole else { return .whole }
    var parts = Secrecy.Parts()
    for (key, item) in zip(node.keys.table.keys, node.keys.items) {
      parts.properties[ExactText(key)] =
        switch item.target {
        case .section(let inner): secrecy(ofSection: inner)
        case .setting(let setting): settings[setting].setting.secrecy
        }
    }
    for (key, setting) in node.formerKeys where parts.properties[key] == nil {
      parts.properties[key] = settings[setting].setting.secrecy
    }
    let items = Secrecy(
      alternatives: [Secrecy.Alternative(types: .object, parts: parts)], types: [.object, .null],
      holdsSecrets: parts.holdsSecrets)
    return items.joined(with: node.secrecy)
  }
}
