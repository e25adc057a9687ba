import Settings
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
  static let operands = "FILE PATH…"
  static let operandCount = 2...Int.max
  static let summary = """
    Resets settings to their defaults.
    PATH is a setting, a section, or a part of a setting to remove: an element of a list by its index, an entry of a
    dictionary, a member of a struct. The keys are removed from the file. PATH can also be a key that the form
    doesn't know, as check reports it.
    On a terminal it shows the review and asks first.
    """
  static let options = ApplyWorkflow.options
  static let isFilter = true

  /// Stages the resets, from the last element of a list to the first, and lets the workflow review and apply them.
  ///
  /// Ends with 1 for a path that names nothing, a part that isn't there, and a read-only setting. To reset a setting that isn't set changes
  /// nothing, and is no failure.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let paths = try arguments.operands.dropFirst().map { word throws(Failure) in
      try SettingPath(operand: word)
    }
    let workflow = try ApplyWorkflow(arguments, console: console)
    var file = SettingsFile(arguments)
    file.members.named = paths
    let store = try await file.open(with: workflow.commands, console)
    var draft = store.draft()
    // The command names elements by their positions in the stored list. Remove the last element first: the positions of the others stay
    // valid. If a path is given twice, perhaps in two spellings, the second removal would remove the next element.
    for path in Set(paths).sorted(by: isAfter) {
      // A part of a setting: the setting gets a value without it.
      if let entry = store.index.entry(containing: path), entry.path != path {
        let current = draft.value(at: entry.path)
        try draft.move([removal(of: path, in: entry, current, store: store)], of: path, in: store)
        note(removalOf: path, in: entry, current, &draft)
        continue
      }
      // A setting, a section, or a key that no form knows.
      guard store.index[path]?.setting.traits.contains(.readOnly) != true else {
        throw .readOnly(path, in: store)
      }
      do throws(UnknownSettingError) { try draft.reset(path) } catch { throw store.unknownSetting(path) }
    }
    try await workflow.run(.draft(draft), in: store)
  }

  /// Returns the setting's value without a part. Throws if there is no such part, if no part could be there, or if it is read-only.
  private static func removal(
    of path: SettingPath, in entry: FormIndex.Entry, _ current: JSONValue?, store: StoreEngine
  ) throws(Failure) -> StagedValue {
    guard let place = ValuePlace.stored(at: path, in: entry, current) else {
      // A part that the form doesn't know is another error.
      _ = try store.places(on: path, in: entry, current)
      throw Failure(.refused, message: "\(store.name): \(path) has no value.")
    }
    guard !place.isReadOnly else { throw .readOnly(path, in: store) }
    return StagedValue(entry, value: place.replacing(in: current, with: nil))
  }

  /// Notes the position of a removed element, because others can be equal to it. Other parts are found by their keys.
  private static func note(
    removalOf path: SettingPath, in entry: FormIndex.Entry, _ current: JSONValue?, _ draft: inout Draft
  ) {
    guard let parent = path.parent, let index = path.keys.last.flatMap(SettingPath.elementIndex),
      case .array(let elements)? = ValuePlace.stored(at: parent, in: entry, current)?.value(in: current)
    else { return }
    draft.note(elementsOf: parent, count: elements.count) { $0.remove(at: index) }
  }

  /// Whether a path is after another path: elements are compared by their numbers, other keys by their text.
  ///
  /// `tags.10` is after `tags.9`, which a comparison of texts would turn around; a part is after the whole, so it is removed first.
  private static func isAfter(_ left: SettingPath, _ right: SettingPath) -> Bool {
    for (left, right) in zip(left.keys, right.keys) where left != right {
      if let left = SettingPath.elementIndex(left), let right = SettingPath.elementIndex(right) {
        return left > right
      }
      return left > right
    }
    return left.keys.count > right.keys.count
  }
}
