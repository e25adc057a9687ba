extension FormSchema {
  /// Returns the form with a setting for each key of a document, and for each path, that a section describes only as an entry.
  ///
  /// A schema doesn't list the other keys that a section may have; it describes them by a pattern, or all in the same way. The keys
  /// that a document has become settings.
  ///
  /// Cost: linear in the size of the form's sections and of the document; small for a form without such sections.
  package func listingEntries(of document: JSONDocument?, at paths: [SettingPath]) -> FormSchema {
    guard rootSetting == nil, root.describesEntries else { return self }
    var form = self
    form.root = root.listingEntries(of: document?.root, at: paths.map { $0.keys[...] })
    return form
  }

  /// Returns the form with a setting of any JSON for each of some paths at which a document has a key that no section knows, or in
  /// place of a section a value that isn't an object.
  package func listingUnknownKeys(of document: JSONDocument?, at paths: [SettingPath]) -> FormSchema {
    guard rootSetting == nil else { return self }
    var form = self
    form.root = paths.reduce(root) { $0.listingUnknownKey(of: document?.root, on: $1.keys[...]) }
    guard !rules.isEmpty, form.root != root else { return form }
    // A rule about a replaced section can't be evaluated. It has the same verdict before and after the value in place of the section
    // is removed, because the settings of the section have their defaults in both cases.
    form.rules = []
    form.rules = FormIndex(form).compilable(rules)
    return form
  }
}

extension FormSection {
  fileprivate func listingUnknownKey(of node: JSONNode?, on path: ArraySlice<String>) -> FormSection {
    guard let key = path.first, let child = node?[key] else { return self }
    var section = self
    switch items.firstIndex(where: { $0.key == key }).map({ ($0, items[$0]) }) {
    case (let position, .section(let inner))?
    where path.count == 1 && child.kind != .object:
      section.items[position] = .setting(
        FormSetting(key: key, title: inner.title, kind: .json, traits: [.withoutApp, .anyType]))
    case (let position, .section(let inner))?:
      section.items[position] = .section(inner.listingUnknownKey(of: child, on: path.dropFirst()))
    case (_, .setting)?: break
    case nil:
      let setting = FormSetting(key: key, title: key, kind: .json, traits: [.withoutApp, .anyType])
      section.items.append(.setting(setting))
    }
    return section
  }

  /// Whether the section, or a section inside it, describes entries.
  fileprivate var describesEntries: Bool {
    !entries.isEmpty
      || items.contains { item in
        if case .section(let section) = item { section.describesEntries } else { false }
      }
  }

  fileprivate func listingEntries(of node: JSONNode?, at paths: [ArraySlice<String>]) -> FormSection {
    var section = self
    section.items = items.map { item in
      guard case .section(let inner) = item, inner.describesEntries else { return item }
      let innerPaths = paths.filter { $0.first == inner.key }.map { $0.dropFirst() }
      return .section(inner.listingEntries(of: node?[inner.key], at: innerPaths))
    }
    if entries.isEmpty { return section }
    var known = Set(items.map { ExactText($0.key) })
    for key in (node?.members.map(\.key) ?? []) + paths.compactMap(\.first)
    where known.insert(ExactText(key)).inserted && key != "$schema" {
      guard let kind = kind(ofEntry: key) else { continue }
      section.items.append(
        .setting(FormSetting(key: key, title: key, kind: kind, traits: [.withoutApp])))
    }
    return section
  }
}
