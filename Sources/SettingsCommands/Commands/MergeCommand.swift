import Settings
import SettingsSystem

/// Applies a JSON Merge Patch (RFC 7396).
///
///     file      {"network": {"port": 8080}, "tags": ["a", "b"]}
///     patch     {"network": {"port": null, "proxy": {"host": "h"}}, "tags": ["q"]}
///     result    {"network": {"proxy": {"host": "h"}}, "tags": ["q"]}
///
/// It isn't applied to the document but to the draft, setting by setting. So only values that change are touched in the text, comments
/// stay, the result is checked and reviewed, and a member that is probably misspelled is refused.
enum MergeCommand: Command {
  static let name = "merge"
  static let operands = "FILE PATCH"
  static let operandCount = 2...2
  static let summary = """
    Merges another document into the settings (RFC 7396), all or nothing.
    PATCH is a file, or - for the standard input. It has the members to set, as JSON; null resets a setting or removes a
    member. Objects are merged member by member; lists are replaced.
    On a terminal it shows the review and asks first.
    """
  static let options = [.new] + ApplyWorkflow.options
  static let isFilter = true

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
  /// Ends with 65 if the patch isn't a JSON object, with 66 if there is no such file, and with 1 for a member that the form refuses.
  /// Nothing is changed then.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    // Which members need rows depends on the patch, so it is read first.
    let patch = try patch(arguments.operands[1], console: console)
    let workflow = try ApplyWorkflow(arguments, console: console)
    let leaves = patch.leaves(at: .root)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(
      named: leaves.set + leaves.removed, new: arguments.has(.new) ? .allowed : .unmistakable)
    let store = try await file.open(ifAbsent: .allowed, with: workflow.commands, console)
    var draft = store.draft()
    try stage(patch, at: .root, in: &draft, of: store)
    try await workflow.run(.draft(draft), in: store)
  }

  /// Reads the patch. Throws if it can't be read, isn't JSON, or isn't an object: in the RFC, any other value would replace the whole
  /// document.
  private static func patch(_ path: String, console: Console) throws(Failure) -> JSONObject {
    let name = path == Arguments.standardInput ? "standard input" : path
    let bytes = try console.read(operand: path, "patch", ifAbsent: "name a file with the members to set")
    let value: JSONValue
    do throws(JSONParseError) { value = try JSONDocument(parsing: bytes).root.value } catch {
      throw Failure(.dataError, message: "\(name):\(error)")
    }
    guard case .object(let object) = value else {
      throw Failure(.dataError, message: "\(name):1:1: A patch is an object with the members to set.")
    }
    return object
  }

  /// Stages the members of a patch of a section.
  ///
  /// A member that is `null` and not in the file changes nothing. `$schema` of the root is no setting, so a patch can only repeat it.
  private static func stage(
    _ patch: JSONObject, at path: SettingPath, in draft: inout Draft, of store: StoreEngine
  ) throws(Failure) {
    // The root can be a setting itself, for a document that is one list or one map.
    if let entry = store.index[path] { return try stage(.object(patch), of: entry, in: &draft, store: store) }
    for member in patch.members {
      let path = path.appending(member.key)
      if FormIndex.isReserved(path), member.value == draft.storedMember(at: path) ?? .null { continue }
      if let entry = store.index[path] {
        try stage(member.value, of: entry, in: &draft, store: store)
      } else if case .object(let inner) = member.value, store.index.section(at: path) != nil {
        try stage(inner, at: path, in: &draft, of: store)
      } else if member.value == .null {
        // Removing what isn't there is no error (RFC 7396).
        if store.index.section(at: path) != nil || draft.hasStoredMember(at: path) {
          do throws(UnknownSettingError) {
            try draft.reset(path)
            // Unlike a reset, the patch removes what the form doesn't know, too.
            for member in store.index.undescribedMembers(of: path) { try draft.reset(member) }
          } catch {
            throw store.unknownSetting(path)
          }
        }
      } else {
        throw store.unknownSetting(path)
      }
    }
  }

  /// Stages the value that a setting has after the patch of its value; `null` resets it.
  ///
  /// Throws if the setting is read-only, or if the value has a mask in place of a secret, as a patch has that was copied from `get`.
  private static func stage(
    _ patch: JSONValue, of entry: FormIndex.Entry, in draft: inout Draft, store: StoreEngine
  ) throws(Failure) {
    // The patch is about what the file has, not about the default.
    let stored = draft.isSet(entry.path) ? draft.value(at: entry.path) : nil
    let value = patch == .null ? nil : patch.merged(into: stored)
    if entry.setting.traits.contains(.readOnly) {
      // People copy values, change a line, and merge them again.
      guard value == stored || value == draft.value(at: entry.path) else {
        throw .readOnly(entry.path, in: store)
      }
      return
    }
    guard let value else {
      draft.stage([StagedValue(entry, value: nil)])
      return
    }
    guard !entry.setting.holdsMask(value) else {
      throw Failure(
        .refused,
        message:
          "\(store.name): \(entry.path): the patch contains a mask instead of a secret; \"get --show-secrets\" prints the secret."
      )
    }
    draft.stage([StagedValue(entry, value: value)], storesDefaults: true)
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
