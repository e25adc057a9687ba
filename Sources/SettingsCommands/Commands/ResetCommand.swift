import SettingsEditing
import SettingsTUI

/// Resets settings to their defaults.
///
///     reset app.json network.port     removes the key; the value becomes the default
///     reset app.json network          the same for all settings of the section
///     reset app.json tags.0 tags.2    removes two elements, by the indices of the stored list
///     reset app.json network.prt      removes a key that the form doesn't know
///
/// To store the default itself, use `set`: a setting that is set stays as it is when a later version of the app has another default.
enum ResetCommand: Command {
  static let name = "reset"
  static let operands: [Operand] = [.file, .several("PATH", .path)]
  static let summary = """
    Resets settings to their defaults.
    PATH is a setting, a section, or a part of a setting to remove: an element of a list by its index or by one of its
    members ([name=eu]), an entry of a dictionary, a member of a struct. The keys are removed from the file. PATH can also be a key that the form
    doesn't know, as check reports it.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let input = CommandInput.filters

  /// Stages the resets, and lets the workflow review and apply them.
  ///
  /// Ends with 1 for a path that names nothing, a part that isn't there, and a read-only setting. To reset a setting that isn't set changes
  /// nothing, and is no failure.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let named = try arguments.operands.dropFirst().map { word throws(Failure) in
      try SettingPath(operand: word)
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    file.members.named = named
    let store = try await file.open(with: workflow.commands, console)
    var draft = store.draft()
    let stored = draft
    let paths = try named.map { path throws(Failure) in try store.resolved(path, in: stored) }
    // Parts are removed from each setting together, because elements are named by their positions in the stored list.
    let settings = paths.map { store.index.entry(containing: $0)?.path ?? $0 }
    let parts = Dictionary(grouping: zip(settings, paths).filter { $0 != $1 }, by: \.0)
    for (setting, parts) in parts.sorted(by: { $0.key.pointer < $1.key.pointer }) {
      try remove(Set(parts.map(\.1)), of: setting, from: &draft, in: store)
    }
    for (setting, path) in zip(settings, paths) where setting == path {
      // A setting, a section, or a key that no form knows.
      guard store.index[path]?.setting.traits.contains(.readOnly) != true else {
        throw .readOnly(path, in: store)
      }
      if path.isRoot, let setting = store.index[path]?.setting, setting.defaultValue == nil {
        throw Failure(
          .refused,
          message: "\(store.name): the document has no default; set ':=[]' or ':={}' empties it.")
      }
      do throws(UnknownSettingError) { try draft.reset(path) } catch { throw store.unknownSetting(path) }
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Stages a setting's value without some parts. Throws if there is no such part, if no part could be there, or if it is read-only.
  private static func remove(
    _ parts: Set<SettingPath>, of setting: SettingPath, from draft: inout Draft, in store: StoreEngine
  ) throws(Failure) {
    guard let entry = store.index[setting], let first = parts.first else { return }
    let current = draft.setValue(of: entry) ?? draft.value(at: setting)
    var edits = JSONEdits()
    var elements: [SettingPath: Set<Int>] = [:]
    for path in parts {
      guard let place = ValuePlace.stored(at: path, in: entry, current) else {
        // A part that the form doesn't know is another error.
        _ = try store.places(on: path, in: entry, current)
        throw Failure(.refused, message: "\(store.name): \(path) has no value.")
      }
      guard !place.isReadOnly else { throw .readOnly(path, in: store) }
      for part in store.index.removals(of: place.path, in: current, of: entry) { edits.remove(at: part) }
      if let list = path.parent, let index = path.keys.last.flatMap(SettingPath.elementIndex) {
        elements[list, default: []].insert(index)
      }
    }
    let value = try? current?.applying(edits)
    try draft.move(
      [StagedValue(entry, value: value.map { draft.stored($0, of: entry) })], of: first, in: store)
    // Others can be equal to a removed element, so its position is noted. Other parts are found by their keys.
    for (list, removed) in elements {
      guard case .array(let old)? = ValuePlace.stored(at: list, in: entry, current)?.value(in: current) else {
        continue
      }
      draft.note(elementsOf: list, count: old.count) { origins in
        origins = old.indices.filter { !removed.contains($0) }
      }
    }
  }
}
