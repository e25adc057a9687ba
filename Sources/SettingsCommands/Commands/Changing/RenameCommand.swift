import Settings
import SettingsTUI

/// Gives a member another key.
enum RenameCommand: Command {
  static let name = "rename"
  static let operands = "FILE PATH NAME"
  static let operandCount = 3...3
  static let summary = """
    Gives a member another key. Its place, its value and its comments stay.
    PATH is an entry of a dictionary, or another member whose key the form leaves open. NAME is the new key, as it is.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let isFilter = true

  static func run(_ arguments: Arguments, _ console: Console) async throws(Failure) {
    let path = try arguments.path
    let name = arguments.operands[2]
    guard let parent = path.parent, let key = path.keys.last else {
      throw .usage("The whole document has no key; name a member.")
    }
    let target = parent.appending(name)
    let workflow = try ApplyWorkflow(arguments, console)
    var file = SettingsFile(arguments)
    file.members = FormIndex.Members(named: [target, path], new: .allowed)
    let store = try await file.open(with: workflow.commands, console)
    var draft = store.draft()
    guard let entry = store.index.entry(containing: path) else { throw store.unknownSetting(path) }
    if target != path {
      if entry.path == path {
        try rename(entry, to: target, in: &draft, store)
      } else {
        try rename(key, at: path, to: name, in: entry, &draft, store)
      }
      draft.note(originOf: target, path)
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Renames a member that is a setting of its own.
  private static func rename(
    _ entry: FormIndex.Entry, to target: SettingPath, in draft: inout Draft, _ store: UntypedStore
  ) throws(Failure) {
    guard draft.isSet(entry.path), let value = draft.value(at: entry.path) else {
      throw Failure(.refused, "\(store.name): \(entry.path) has no value.")
    }
    guard let new = store.index[target] else { throw store.unknownSetting(target) }
    guard !draft.isSet(target) else { throw alreadyThere(target, in: store) }
    guard !entry.setting.traits.contains(.readOnly), !new.setting.traits.contains(.readOnly) else {
      throw .readOnly(entry.path, in: store)
    }
    draft.stage([StagedValue(entry, nil), StagedValue(new, value)], storesDefaults: true)
  }

  /// Renames a member inside a setting's value.
  private static func rename(
    _ key: String, at path: SettingPath, to name: String, in entry: FormIndex.Entry, _ draft: inout Draft,
    _ store: UntypedStore
  ) throws(Failure) {
    let current = draft.value(at: entry.path)
    guard let parent = path.parent, let place = ValuePlace.stored(at: parent, in: entry, current),
      case .object(let object)? = place.value(in: current), object[key] != nil
    else {
      throw Failure(.refused, "\(store.name): \(path) is no member of an object.")
    }
    guard object[name] == nil else { throw alreadyThere(parent.appending(name), in: store) }
    guard !place.isReadOnly else { throw .readOnly(path, in: store) }
    var renamed = JSONObject()
    for member in object.members { renamed[member.key == key ? name : member.key] = member.value }
    draft.stage([StagedValue(entry, place.replacing(in: current, with: .object(renamed)))])
  }

  private static func alreadyThere(_ path: SettingPath, in store: UntypedStore) -> Failure {
    Failure(.refused, "\(store.name): \(path) already has a value; reset it first, or choose another name.")
  }
}
