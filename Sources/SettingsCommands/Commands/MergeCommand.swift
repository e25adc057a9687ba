import SettingsEditing
import SettingsSystem

/// Applies a JSON Merge Patch (RFC 7396).
///
///     file      {"network": {"port": 8080}, "tags": ["a", "b"]}
///     patch     {"network": {"port": null, "proxy": {"host": "h"}}, "tags": ["q"]}
///     result    {"network": {"proxy": {"host": "h"}}, "tags": ["q"]}
///
/// It isn't applied to the text: what differs afterwards is staged, setting by setting. So only values that change are touched in the text,
/// comments stay, the result is checked and reviewed, and a member that is probably misspelled is refused.
enum MergeCommand: Command {
  static let name = "merge"
  static let operands: [Operand] = [.file, .one("PATCH", .file)]
  static let summary = """
    Merges another document into the settings (RFC 7396), all or nothing.
    PATCH is a file, or - for the standard input. It has the members to set, as JSON; null resets a setting or removes a
    member. Objects are merged member by member; lists are replaced.
    On a terminal it shows the review and asks first.
    """
  static let options = [.new] + ApplyWorkflow.options
  static let input = CommandInput.filters

  /// Throws if two of the file, the patch and the form would be the standard input.
  static func check(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands[1] == Arguments.standardInput else { return }
    if arguments.operands[0] == Arguments.standardInput {
      throw .usage("FILE and PATCH would both be the standard input; name a file for one of them.")
    }
    if arguments[.schema] == Arguments.standardInput {
      throw .usage(
        "The standard input is the patch, so it can't be the form, too; name the form's file with --schema.")
    }
  }

  /// Stages the patch, and lets the workflow review and apply it.
  ///
  /// Ends with 65 if the patch isn't JSON, with 66 if there is no such file, and with 1 for a member that the form refuses. Nothing is
  /// changed then.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    // Which members need rows depends on the patch, so it is read first.
    let patch = try read(arguments.operands[1], console: console).value
    let workflow = try ApplyWorkflow(arguments, console: console)
    let leaves = (patch.object ?? [:]).leaves(at: .root)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(
      named: leaves.set + leaves.removed, new: arguments.has(.new) ? .allowed : .unmistakable)
    file.members.replacingRoot = patch.kind
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    try merge(patch, at: .root, in: &draft, of: store)
    try await workflow.run(.draft(draft), in: store)
  }

  /// Stages what a patch makes of a value. Sections are merged member by member, so nothing else of a large file is decoded.
  private static func merge(
    _ patch: JSONValue, at path: SettingPath, in draft: inout Draft, of store: StoreEngine
  ) throws(Failure) {
    if let object = patch.object, store.index.section(at: path) != nil {
      for member in object.members {
        try merge(member.value, at: path.appending(member.key), in: &draft, of: store)
      }
      return
    }
    // The patch is about what the file has, not about defaults.
    let old = draft.storedMember(at: path)
    try stage(
      patch == .null && !path.isRoot ? nil : patch.merged(into: old), over: old, at: path, in: &draft,
      of: store)
  }

  /// Reads a patch of any kind; returns its name for messages, and its value.
  static func read(_ path: String, console: Console) throws(Failure) -> (name: String, value: JSONValue) {
    let name = path == Arguments.standardInput ? "standard input" : path
    let bytes = try console.read(operand: path, "patch", ifAbsent: "name a file with the patch")
    do throws(JSONParseError) { return (name, try JSONDocument(parsing: bytes).root.value) } catch {
      throw Failure(.dataError, message: "\(name):\(error)")
    }
  }

  /// Stages a new value where it differs from the stored one; `nil` resets a setting, or removes a member.
  ///
  /// A section is compared member by member, so only what differs is staged.
  static func stage(
    _ new: JSONValue?, over old: JSONValue?, at path: SettingPath, in draft: inout Draft,
    of store: StoreEngine
  ) throws(Failure) {
    guard new.map({ old?.isSpelled(like: $0) != true }) ?? (old != nil) else { return }
    // The root can be a setting itself, for a document that is one list or one map.
    if let entry = store.index[path] {
      guard !entry.setting.traits.contains(.readOnly) else { throw .readOnly(path, in: store) }
      if let new { try Assignment.checkMask(new, at: path, of: entry.setting, in: store) }
      draft.stage([StagedValue(entry, value: new)], storesDefaults: true)
      return
    }
    let isSection = store.index.section(at: path) != nil
    guard let new else {
      guard isSection || draft.hasStoredMember(at: path) else { throw store.unknownSetting(path) }
      // Read-only settings stay, and the section around them.
      let keepsSettings = store.index.settingPaths(at: path).contains {
        store.index[$0]?.setting.traits.contains(.readOnly) == true
      }
      if isSection, !path.isRoot, !keepsSettings { return draft.removeMember(at: path) }
      do throws(UnknownSettingError) {
        try draft.reset(path)
        // Unlike a reset, it removes what the form doesn't know as well.
        for member in store.index.undescribedMembers(of: path) { try draft.reset(member) }
      } catch {
        throw store.unknownSetting(path)
      }
      return
    }
    guard isSection, let object = new.object else { throw store.unknownSetting(path) }
    let stored = old?.object ?? JSONObject()
    for member in object.members {
      try stage(member.value, over: stored[member.key], at: path.appending(member.key), in: &draft, of: store)
    }
    for member in stored.members where object[member.key] == nil {
      try stage(nil, over: member.value, at: path.appending(member.key), in: &draft, of: store)
    }
  }
}

extension JSONObject {
  /// Returns the paths that a patch sets, and those that it removes with `null`. For an object, these are the paths of its members, unless
  /// it is empty. An object that only removes is set, too: where there is none, it becomes an empty one.
  ///
  /// The command opens the file with rows for all of these paths, even if the form doesn't list them, because only a member with a row can
  /// be staged.
  ///
  /// `{"a": {"x": 1, "y": null}, "b": {}, "c": {"z": null}}` → set: a.x, b, c; removed: a.y, c.z
  func leaves(at path: SettingPath) -> (set: [SettingPath], removed: [SettingPath]) {
    var leaves: (set: [SettingPath], removed: [SettingPath]) = ([], [])
    for member in members {
      let path = path.appending(member.key)
      switch member.value {
      case .null: leaves.removed.append(path)
      case .object(let inner) where !inner.members.isEmpty:
        if inner.members.allSatisfy({ $0.value == .null }) { leaves.set.append(path) }
        let inner = inner.leaves(at: path)
        leaves.set += inner.set
        leaves.removed += inner.removed
      default: leaves.set.append(path)
      }
    }
    return leaves
  }
}

extension JSONValue {
  /// Returns what the patch makes of a value (RFC 7396).
  ///
  ///     base   {"a": 1, "b": {"x": 1, "y": 2}}
  ///     patch  {"a": null, "b": {"y": 3}}
  ///     result {"b": {"x": 1, "y": 3}}
  ///
  /// A list in a patch replaces the whole list, also in the RFC. A patch for a value that is no object, or isn't there, starts from an
  /// empty object, in which `null` removes nothing.
  fileprivate func merged(into base: JSONValue?) -> JSONValue {
    guard case .object(let patch) = self else { return self }
    var object = JSONObject()
    if case .object(let old)? = base { object = old }
    for member in patch.members where member.value != .null {
      object[member.key] = member.value.merged(into: object[member.key])
    }
    object.remove(Set(patch.members.lazy.filter { $0.value == .null }.map { ExactText($0.key) }))
    return .object(object)
  }
}
