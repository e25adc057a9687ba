import SettingsEditing
import SettingsTUI

/// Gives a member another key.
///
///     {"hosts": {"eu": {…}}}     rename app.json hosts.eu europe     {"hosts": {"europe": {…}}}
///
/// `set` and `reset` would do the same to the values, but the member would move to the end and lose its comments. The draft therefore notes
/// where the new member comes from (`Draft.note(originOf:_:)`), and the text of the member is taken over.
enum RenameCommand: Command {
  static let name = "rename"
  static let operands: [Operand] = [.file, .path, .one("NAME", .word)]
  static let summary = """
    Gives a member another key. Its place, its value and its comments stay.
    PATH is an entry of a dictionary, or another member whose key the form leaves open. NAME is the new key, as it is.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let input = CommandInput.filters

  /// Renames the member. NAME is the key itself and not a path: `a.b` is a key with a period.
  ///
  /// Ends with 1 if there is no such member, if it is read-only, or if the new name has a value already.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let named = try arguments.path
    let name = arguments.operands[2]
    guard let container = named.parent, let key = named.keys.last else {
      throw .usage("The whole document has no key; name a member.")
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    // Both names need rows: the old one to be removed, the new one to be set.
    file.members = FormIndex.Members(named: [container.appending(name), named], new: .allowed)
    let store = try await file.open(with: workflow.commands, console)
    var draft = store.draft()
    let parent = try store.resolved(container, in: draft)
    let (path, target) = (parent.appending(key), parent.appending(name))
    guard let entry = store.index.entry(containing: path) else { throw store.unknownSetting(path) }
    try draft.checkLock(of: entry.path, in: store)
    // The same name again is an apply without changes.
    if target != path {
      if entry.path == path {
        try rename(entry, to: target, in: &draft, store: store)
      } else {
        try rename(key, at: path, to: name, in: entry, draft: &draft, store: store)
      }
      draft.note(originOf: target, path)
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Renames a member that is a setting of its own: the old one is removed, the new one gets its value, also if that is the default of the
  /// new one.
  ///
  /// Throws if the old one has no value, if the new one has a value already, or if one of them is read-only.
  private static func rename(
    _ entry: FormIndex.Entry, to target: SettingPath, in draft: inout Draft, store: StoreEngine
  ) throws(Failure) {
    guard draft.isSet(entry.path), let value = draft.value(at: entry.path) else {
      throw Failure(.refused, message: "\(store.name): \(entry.path) has no value.")
    }
    guard let new = store.index[target] else { throw store.unknownSetting(target) }
    guard !draft.isSet(target) else { throw alreadyThere(target, in: store) }
    guard !entry.setting.traits.contains(.readOnly), !new.setting.traits.contains(.readOnly) else {
      throw .readOnly(entry.path, in: store)
    }
    try draft.move(
      [StagedValue(entry, value: nil), StagedValue(new, value: value)], of: entry.path, in: store,
      storesDefaults: true)
  }

  /// Renames a member inside a setting's value: the object is built again with the member at its place.
  ///
  /// Throws if the path names no member of an object, if the new name is taken, or if the object is read-only.
  private static func rename(
    _ key: String, at path: SettingPath, to name: String, in entry: FormIndex.Entry, draft: inout Draft,
    store: StoreEngine
  ) throws(Failure) {
    let current = draft.value(at: entry.path)
    guard let parent = path.parent, let place = ValuePlace.stored(at: parent, in: entry, current),
      case .object(let object)? = place.value(in: current), object[key] != nil
    else {
      throw Failure(.refused, message: "\(store.name): \(path) is no member of an object.")
    }
    // A JSON object could have both, but one of them would be lost on the next edit.
    guard object[name] == nil else { throw alreadyThere(parent.appending(name), in: store) }
    guard !place.isReadOnly else { throw .readOnly(path, in: store) }
    var renamed = JSONObject()
    // The order of the members stays.
    for member in object.members { renamed[member.key == key ? name : member.key] = member.value }
    try draft.move([draft.staged(.object(renamed), at: place, in: current)], of: path, in: store)
  }

  /// Returns the failure for a name that is taken. The member that has it would be overwritten.
  private static func alreadyThere(_ path: SettingPath, in store: StoreEngine) -> Failure {
    Failure(
      .refused, message: "\(store.name): \(path) already has a value; reset it first, or choose another name."
    )
  }
}
