import Settings

extension EditorModel {
  /// Stages values as one step, and says so.
  func stage(_ values: [StagedValue]) {
    guard !values.isEmpty else {
      context.message = .init("Nothing was changed.", .secondary)
      return
    }
    context.form.stage(values.map { ($0.path, $0.value) })
    context.changedAnything()
    browse.update(context)
    let count = values.count
    context.message = .init(
      "Staged \(count) change\(count == 1 ? "" : "s"); \(context.key(.undo, in: .settings)) undoes "
        + "\(count == 1 ? "it" : "them").", .success)
  }

  /// Hears what the person's own editor left.
  func finishEditing(_ result: ExternalEditor.Result) -> [EditorEffect] {
    guard let subject = editing, outcome == nil else { return [] }
    editing = nil
    return subject.finish(result, context).flatMap(perform)
  }

  /// Asks about changes that an editor left behind; `false` if there is nothing to ask about.
  func offer(_ leftover: RecoveryFolder.Leftover) -> Bool {
    guard let offer = RecoveryOffer(leftover, context) else { return false }
    screens.append(offer.dialog)
    return true
  }
}
