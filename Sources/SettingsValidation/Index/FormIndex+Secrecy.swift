extension FormIndex {
  /// Returns the secrecy of the value at any path: of a section, a setting, a part of a value, or a path unknown to the
  /// form.
  ///
  /// It is what masks a value when only its path is known: an argument of a command, an entry of the history. A path
  /// that the form doesn't know is as secret as the setting that was probably meant by it; see
  /// ``secrecy(ofUndescribed:in:)``.
  ///
  /// With a secret setting `api.token`, which was `api.key` in an earlier version, and a public `api.url`:
  ///
  /// | path | secret |
  /// |---|---|
  /// | `api.token`, `api.token.x` | yes |
  /// | `api.key`, by its former path | yes |
  /// | `api.tokn`, by its similarity | yes |
  /// | `api.url` | no |
  /// | `api` | the member `token`, and `key` if there is one |
  package func secrecy(at path: SettingPath) -> Secrecy { secrecy(at: path, ofToday: false) }

  /// Returns the paths of the settings whose value may be that of a secret, since a former path of theirs is, or was, the path of one, and
  /// that the form doesn't mark.
  ///
  /// The generator refuses such a former path. In a form of another origin, the value would be masked at its old place and shown at its new
  /// one.
  func takersOfSecrets() -> [SettingPath] {
    guard holdsSecrets else { return [] }
    var places: Set<SettingPath> = []
    for position in renamed where settings[position].setting.holdsSecrets {
      places.formUnion(settings[position].formerPaths)
    }
    return renamed.lazy.map { settings[$0] }.filter { entry in
      !entry.setting.isSecret
        && entry.formerPaths.contains { path in
          places.contains(path) && !entry.setting.holdsSecrets
            || secrecy(at: path, ofToday: true).holdsSecrets
        }
    }.map(\.path)
  }

  /// Returns what migrations inside of lists and dictionaries read for a secret, and what isn't known to be one: `servers.*.key` for a secret
  /// `servers.*.token`. Outside of them, such a path is a former path of the setting.
  func sourcesOfSecrets() -> [SettingPath] {
    guard holdsSecrets else { return [] }
    func isSecret(_ pattern: SettingPath) -> Bool {
      secrecy(at: SettingPath(pattern.keys.map { $0 == "*" ? "0" : $0 })).holdsSecrets
    }
    return form.migrations.filter { $0.writes.contains(where: isSecret) }.flatMap(\.reads).filter {
      $0.keys.contains("*") && !isSecret($0)
    }
  }

  /// - Parameter ofToday: Whether only the keywords and settings at the path itself count, and neither former paths nor similar keys.
  private func secrecy(at path: SettingPath, ofToday: Bool) -> Secrecy {
    var node = 0
    for (depth, key) in path.keys.enumerated() {
      let secrecy: Secrecy
      switch nodes[node].keys[key] {
      case .section(let inner)?:
        node = inner
        continue
      case .setting(let position)?: secrecy = settings[position].setting.secrecy
      case nil where ofToday: secrecy = nodes[node].secrecy.member(key)
      case nil:
        // The longest part of the path that leads to a former path determines the secrecy.
        for end in ((depth + 1)...path.keys.count).reversed() {
          guard let found = formerSecrecy(at: SettingPath(Array(path.keys.prefix(end)))) else { continue }
          return path.keys.dropFirst(end).reduce(found) { $0.part($1) }
        }
        let prefix = SettingPath(Array(path.keys.prefix(depth + 1)))
        secrecy = self.secrecy(ofUndescribed: prefix, in: node)
      }
      return path.keys.dropFirst(depth + 1).reduce(secrecy) { $0.part($1) }
    }
    return secrecy(ofSection: node)
  }

  /// Returns the secrecy of the value of the section at a position, according to its keywords and items, and to the
  /// values at former paths that it can hold.
  ///
  /// Cost: linear in the number of the items, also of those in inner sections.
  func secrecy(ofSection position: Int) -> Secrecy {
    let node = nodes[position]
    // What is secret as a whole needs no table of its members.
    guard !node.secrecy.isWhole else { return .whole }
    var members: [ExactText: Secrecy] = [:]
    for (key, item) in zip(node.keys.table.keys, node.keys.items) {
      members[ExactText(key)] =
        switch item.target {
        case .section(let inner): secrecy(ofSection: inner)
        case .setting(let setting): settings[setting].setting.secrecy
        }
    }
    for key in formerKeys(inSection: position) {
      members[ExactText(key)] = formerSecrecy(at: node.path.appending(key))
    }
    return Secrecy(ofObjectWith: members).joined(with: node.secrecy)
  }
  /// Returns what is secret in a document, including members that the form doesn't describe. Content as a whole is
  /// shown by this; for a single setting, its own secrecy is enough.
  ///
  /// Cost: for a form with secrets and a document with undescribed members, makes an index.
  package func secrecy(in document: JSONDocument) -> Secrecy {
    holdsSecrets ? listing(.all, of: document).secrecy(at: .root) : .none
  }
}

/// Finds secrets under misspelled or misplaced keys, wherever values that no form describes are shown or recorded.
///
/// An undescribed member `passwrd` can be the password, so it is secret if the setting that was probably meant is secret. To find that
/// setting, its key is compared with the keys of all settings. When the budget for comparisons is used up, each undescribed value counts as
/// a secret, so a document full of undescribed members takes linear time and still shows none.
struct MisspelledSecrets {
  /// The number of keys that may still be compared.
  private var budget = 1_000_000

  /// Returns the secrecy of a member that the form doesn't describe.
  ///
  /// - Parameter inherited: What the section around it says about members that it doesn't name.
  mutating func secrecy(at path: SettingPath, inherited: Secrecy, in index: FormIndex) -> Secrecy {
    guard index.holdsSecrets, !inherited.isWhole else { return inherited }
    budget -= index.settings.count
    guard budget >= 0 else { return .whole }
    guard let meant = index.nearest(to: path, describedOnly: true), index.secrecy(at: meant).holdsSecrets
    else {
      return inherited
    }
    return .whole
  }
}
