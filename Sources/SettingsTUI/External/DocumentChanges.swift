import Settings

/// The changes that a document makes to the draft, setting by setting.
struct DocumentChanges {
  /// What a document says about the settings that it doesn't have.
  enum Scope {
    /// They have their defaults.
    case all
    /// Nothing: they stay as they are.
    case present
  }

  let values: [StagedValue]
  /// The members that the form doesn't list as what they become, with their values; `nil` for those that are removed.
  let members: [ChangedMember]
  /// The problems of the document by itself.
  let problems: [FormProblem]
  /// The members that can't be taken over: the form doesn't allow them, or has a section in their places.
  let refused: [SettingPath]

  /// Why a document can't be read.
  struct Unreadable: Error {
    let sentence: String
  }

  /// Reads a document.
  ///
  /// - Parameter isIncluded: Whether the document may change a setting.
  @MainActor
  init(
    _ bytes: [UInt8], _ scope: Scope, _ core: EditorCore, isIncluded: (FormSetting) -> Bool
  ) throws(Unreadable) {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw Unreadable(sentence: "\(error)")
    }
    guard document.root.kind == .object else {
      throw Unreadable(
        sentence: "\(document.root.position): The document must be an object with all settings.")
    }
    problems = core.validator.problems(in: document)
    let root = core.validator.read(document).document.root.value
    let model = core.model
    var walk = MemberWalk(index: core.index, removesOthers: scope == .all)
    walk.compare(document.root, withSection: 0)
    (members, refused) = (walk.members, walk.refused)
    let whole = Set(members.map(\.path))
    values = core.index.settings.compactMap { entry -> StagedValue? in
      guard isIncluded(entry.setting), whole.isEmpty || !whole.contains(where: { $0.contains(entry.path) })
      else { return nil }
      switch scope {
      case .all:
        let new = root.value(at: entry.path)
        let old = model.isSet(entry.path) ? model.value(at: entry.path) : nil
        return new == old ? nil : StagedValue(entry, new)
      case .present:
        guard let new = root.value(at: entry.path), new != model.value(at: entry.path) else { return nil }
        return StagedValue(entry, new)
      }
    }
  }
}

/// Finds the members of a document that the form doesn't list, or lists as sections that they aren't.
private struct MemberWalk {
  let index: FormIndex
  /// Whether undescribed sections that the document doesn't have are removed.
  let removesOthers: Bool
  private(set) var members: [ChangedMember] = []
  private(set) var refused: [SettingPath] = []

  init(index: FormIndex, removesOthers: Bool) {
    self.index = index
    self.removesOthers = removesOthers
  }

  mutating func compare(_ object: JSONNode, withSection section: Int) {
    let node = index.nodes[section]
    guard index.form.rootSetting == nil else { return }
    var present: Set<String> = []
    for (key, value) in object.members {
      let path = node.path.appending(key)
      present.insert(key)
      switch node.target(of: key) {
      case .section(let inner)?:
        if value.kind == .object {
          compare(value, withSection: inner)
        } else if index.nodes[inner].section.isUndescribed {
          members.append(ChangedMember(path: path, value: value.value))
        } else {
          refused.append(path)
        }
      case .setting?: break
      case nil:
        if index.unlistedMember(at: path) == path {
          members.append(ChangedMember(path: path, value: value.value))
        } else if !FormIndex.isReserved(path), index.entry(formerlyAt: path) == nil {
          refused.append(path)
        }
      }
    }
    guard removesOthers else { return }
    node.forEachItem { item in
      guard case .section(let inner) = item else { return }
      let section = index.nodes[inner]
      // The text lacks secrets, so what holds them is removed by itself.
      guard section.section.isUndescribed, !present.contains(section.section.key),
        !section.section.holdsSecrets
      else { return }
      members.append(ChangedMember(path: section.path, value: nil))
    }
  }
}

extension FormSection {
  /// Whether a value in the section can be secret.
  fileprivate var holdsSecrets: Bool {
    items.contains { item in
      switch item {
      case .setting(let setting): setting.holdsSecrets
      case .section(let section): section.holdsSecrets
      }
    }
  }
}
