/// Values at paths of earlier versions.
extension FormIndex {
  /// Returns the setting whose value is at a former path; `nil` if the path isn't a former path. The setting may have a
  /// value at its own path, too, which counts then.
  package func entry(formerlyAt path: SettingPath) -> Entry? {
    former.positions[path].map { settings[$0] }
  }

  /// Returns today's path for one that a setting or section, or the one around the path, had in earlier versions; the path itself for any
  /// other.
  func current(of path: SettingPath) -> SettingPath {
    guard hasFormerPaths || !former.sections.isEmpty else { return path }
    for count in (1...max(1, path.keys.count)).reversed() {
      let outer = SettingPath(Array(path.keys.prefix(count)))
      guard let now = former.positions[outer].map({ settings[$0].path }) ?? former.sections[outer]?.path
      else {
        continue
      }
      return SettingPath(now.keys + path.keys.dropFirst(count))
    }
    return path
  }

  /// Returns the paths that a value had while sections around it had other names, the latest first.
  ///
  /// Cost: linear in the number of former places of sections.
  func formerPaths(of path: SettingPath) -> [SettingPath] {
    former.sections.filter { $0.value.path.contains(path) }.sorted { $0.value.number < $1.value.number }
      .map { path.moved(from: $0.value.path, to: $0.key) }
  }

  /// Returns all paths that a value had in earlier versions, inside of lists and dictionaries as well: those that the steps to its place
  /// read. A place that another setting has today isn't one of them.
  ///
  /// In a result, `*` stands for any key. Cost: walks the steps once for each path.
  package func allFormerPaths(of path: SettingPath) -> [SettingPath] {
    let moves = steps.filter { if case .conversion = $0.action { false } else { true } }
    var found = [path]
    var next = 0
    while next < found.count {
      let path = found[next]
      next += 1
      for move in moves {
        for written in move.writes where written.meets(path) {
          let binding = zip(written.keys, path.keys).filter { $0.0 == "*" }.map(\.1)
          for read in move.reads where !read.isRoot {
            let former = path.moved(from: written, to: read.replacing(binding))
            guard self[former] == nil, section(at: former) == nil, !found.contains(former) else { continue }
            found.append(former)
          }
        }
      }
    }
    return Array(found.dropFirst())
  }

  /// Returns what to remove from a setting's value to remove one of its parts, by paths inside of the value: the part, and the values that
  /// the same setting has at the part's former places. They have no effect beside it, and would come back in its place.
  ///
  ///     host, once address    [{"host": "a", "address": "b"}]    remove 0.host → 0.host and 0.address
  package func removals(of part: SettingPath, in value: JSONValue?, of entry: Entry) -> [SettingPath] {
    func inside(_ path: SettingPath) -> SettingPath {
      path.relative(to: entry.path)
    }
    let former = allFormerPaths(of: part).filter {
      entry.path.contains($0) && !part.contains($0) && !$0.contains(part)
    }
    return [inside(part)] + former.map(inside).filter { value?.value(at: $0) != nil }
  }

  /// Whether settings had other paths in earlier versions.
  var hasFormerPaths: Bool { !former.positions.isEmpty }
  /// Whether values of a document of an earlier version can be at other places than today's.
  package var movesValues: Bool { hasFormerPaths || !form.migrations.isEmpty }

  /// Whether a document has a value at a former path of a setting.
  ///
  /// Cost: a lookup for each former path.
  func hasFormerValue(in document: JSONDocument) -> Bool {
    renamed.contains { settings[$0].formerPaths.contains { document.node(at: $0) != nil } }
  }

  /// Whether an object at a path can hold values at former paths, and isn't a section. Such an object isn't an unknown
  /// key: it disappears when its values move.
  func isFormerContainer(_ path: SettingPath) -> Bool {
    former.containers[path] != nil && sectionPosition(at: path) == nil
  }

  /// Returns the secrecy of a value at a former path, or of an object that holds such values; `nil` if the path is
  /// neither.
  ///
  /// An old file is shown, too, and a secret in it must be masked at the place where it still is: if `token` was
  /// `auth.token`, an `auth` in the file is an object with a secret member.
  func formerSecrecy(at path: SettingPath) -> Secrecy? {
    if let position = former.positions[path] { return settings[position].setting.secrecy }
    guard isFormerContainer(path) else { return nil }
    var members: [ExactText: Secrecy] = [:]
    for key in former.containers[path] ?? [] {
      members[ExactText(key)] = formerSecrecy(at: path.appending(key))
    }
    return Secrecy(ofObjectWith: members)
  }

  /// Returns the keys of a section that can hold values at former paths, and that are no items of it now.
  func formerKeys(inSection position: Int) -> Set<String> {
    Set(former.containers[nodes[position].path] ?? []).filter { nodes[position].keys[$0] == nil }
  }
}

/// The places of settings in documents of earlier versions.
///
/// For a setting that was `net.p` and is `network.port` now, `positions` has `net.p`, and `containers` has `net`: the object `net` of an
/// old file is no unknown key, because something in it has a place.
struct FormerPaths: Sendable {
  /// The position of the setting for each former path. If several settings have the same former path, the first one has
  /// precedence.
  private(set) var positions: [SettingPath: Int] = [:]
  /// The objects around former paths, the root included, each with the keys of its members that have a place or lead to one.
  private(set) var containers: [SettingPath: [String]] = [:]

  /// Today's path of the section for each former one; of the former ones of a section, the latest has the lowest number.
  private(set) var sections: [SettingPath: (path: SettingPath, number: Int)] = [:]

  /// Adds the former paths of a section.
  mutating func add(_ paths: some Sequence<SettingPath>, ofSection path: SettingPath) {
    for former in paths where sections[former] == nil { sections[former] = (path, sections.count) }
  }

  /// Adds the former paths of a setting, and the objects around them.
  mutating func add(_ paths: [SettingPath], of position: Int) {
    for path in paths where positions[path] == nil {
      positions[path] = position
      var (place, isNew) = (path, containers[path] == nil)
      while isNew, let container = place.parent, let key = place.keys.last {
        isNew = containers[container] == nil && positions[container] == nil
        containers[container, default: []].append(key)
        place = container
      }
    }
  }
}

extension FormSection {
  /// Whether a keyword of the section can cause problems that depend on which settings and sections are present, or on
  /// their values.
  ///
  /// `additionalProperties` isn't such a keyword: it is about other members, which no change of a setting adds.
  var judgesMembers: Bool {
    otherKeywords.keywords.contains(where: \.judgesMembers)
  }
}

extension SchemaKeyword {
  /// Whether the keyword can cause such problems. Keywords for numbers, strings and lists can't, because the value is
  /// an object.
  package var judgesMembers: Bool {
    switch self {
    case .flag(.deprecated, true): true
    case .type(let types): !types.contains(.object)
    case .schema(.additionalProperties, _): false
    case .schema(.unevaluatedProperties, _), .schema(.propertyNames, _): true
    case .never, .const, .enumeration, .reference: true
    default: impliedType == .object || !schemasInPlace.isEmpty
    }
  }
}

extension JSONDocument {
  package func node(of entry: FormIndex.Entry) -> JSONNode? { node(at: entry.path) }
}
