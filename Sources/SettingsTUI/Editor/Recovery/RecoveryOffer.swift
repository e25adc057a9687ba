import Settings
import SettingsSystem

/// The question whether to take over what an editor left behind.
@MainActor
struct RecoveryOffer {
  let leftover: RecoveryFolder.Leftover
  /// What can be staged in this form, and is not staged already.
  let values: [StagedValue]
  /// What was left behind, in sentences.
  let text: String

  /// `nil` if there is nothing that the form does not have already.
  init?(_ leftover: RecoveryFolder.Leftover, _ context: EditorContext) {
    self.leftover = leftover
    let record = leftover.record
    let form = context.form
    let known = record.changes.filter { change in
      context.index[change.path].map { !$0.setting.traits.contains(.readOnly) } ?? false
    }
    values = known.compactMap { change in
      let now = form.isSet(change.path) ? form.value(at: change.path) : nil
      return now == change.value ? nil : StagedValue(path: change.path, value: change.value)
    }
    let secrets = record.secrets.filter { context.index[$0] != nil }
    guard !values.isEmpty || !secrets.isEmpty else { return nil }
    var sentences = [
      "\(Self.changes(values.count + secrets.count)) from \(Timestamp(milliseconds: record.time * 1_000).shortLocalText()) "
        + "\(values.count + secrets.count == 1 ? "was" : "were") not applied"
        + (values.isEmpty ? "." : ": \(Self.list(values.map(\.path))).")
    ]
    if !secrets.isEmpty {
      sentences.append(
        secrets.count == 1
          ? "\(secrets[0]) is a secret, which was not kept: type it again."
          : "\(secrets.count) are secrets, which were not kept: type them again.")
    }
    let moved = known.filter { change in
      let stored = form.savedValue(at: change.path)
      return change.base != nil && stored != change.base && stored != change.value
    }
    if !moved.isEmpty {
      sentences.append(
        "Meanwhile the file has got other values for \(Self.list(moved.map(\.path))).")
    }
    let gone = record.changes.count - known.count
    if gone > 0 { sentences.append("\(Self.changes(gone)) cannot be made in this form any more.") }
    text = sentences.joined(separator: " ")
  }

  /// The question.
  var dialog: DialogScreen {
    DialogScreen(
      name: "Unsaved changes", text: text,
      buttons: [
        .init(title: "Restore", key: "r", actions: [.stage(values), .settle(leftover)]),
        .init(title: "Discard", key: "d", actions: [.settle(leftover)]),
        .init(title: "Not now", key: "n", actions: []),
      ])
  }

  private static func changes(_ count: Int) -> String { "\(count) unsaved change\(count == 1 ? "" : "s")" }

  private static func list(_ paths: [SettingPath]) -> String {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    return paths.count > 3 ? shown + " and \(paths.count - 3) more" : shown
  }
}
