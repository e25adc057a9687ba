import SettingsEditing
import SettingsTUI

/// The report that a command prints about an apply: what changes, as text or as JSON.
///
/// It is made from the review, before the apply, and printed as the question's reason or as the result. The result adds only the new
/// revision and the pending confirmation, so both ways say the same about the changes.
struct ApplyReport {
  private var review: FormReview
  private let isEmpty: Bool
  private let removesFile: Bool
  /// The result; `nil` if nothing was applied.
  var outcome: ApplyOutcome?

  init(_ review: FormReview, isEmpty: Bool = false, removesFile: Bool = false) {
    self.review = review
    self.isEmpty = isEmpty
    self.removesFile = removesFile
  }

  /// Takes over why the apply stopped: another process has changed the same settings since the review.
  mutating func take(_ conflicts: [SettingConflict]) {
    review.conflicts = conflicts
  }

  /// The report as text: one line per change.
  ///
  ///     network.port: 8080 → 9090  (restart)
  ///     changed by rules:
  ///     network.url: http://a:8080 → http://a:9090
  ///
  /// If no setting changes, a line says what does: nothing, only comments and layout, the file itself, or lines of a version that isn't
  /// JSON.
  var text: StyledText {
    if isEmpty { return "\(review.file): nothing to change." }
    if removesFile {
      let note: StyledText = "\(review.file): the file is removed, because it didn't exist in that version."
      return review.changes.isEmpty ? note : [review.changes.listed.text, note].joinedLines()
    }
    if let lines = review.changedLines {
      return "\(review.file): the version isn't JSON; it differs in \(lines.text)."
    }
    var lines: [StyledText] = []
    if !review.changes.isEmpty { lines.append(review.changes.listed.text) }
    if !review.derivedChanges.isEmpty { lines += ["changed by rules:", review.derivedChanges.text] }
    if !review.upgrades.isEmpty { lines += ["stored by the upgrade of the app:", review.upgrades.text] }
    return lines.isEmpty ? "\(review.file): only comments and layout change." : lines.joinedLines()
  }

  /// The report as JSON: the review with `isApplied`, `newRevision` and the pending `confirmation`.
  ///
  ///     {
  ///       "file": "app.json", "revision": "caeb57354fc95a3626cefe98dd1896c6",
  ///       "changes": [{"path": "network.port", "title": "Port", "old": 80, "new": 90, "kind": "add", "requiresRestart": false, …}],
  ///       "problems": [], "conflicts": [], "requiresRestart": false, "sideEffects": [],
  ///       "patch": [{"op": "add", "path": "/network/port", "value": 90}],
  ///       "isApplied": true, "newRevision": "8ae1056f86293bb4b164db045d2aa3c8", "confirmation": null
  ///     }
  ///
  /// `isApplied` is `false` for a dry run, for a failure, and if there was nothing to change. Secrets are masked, also in the patch (RFC
  /// 6902).
  var json: JSONValue {
    guard case .object(var object) = review.json else { return review.json }
    object["isApplied"] = .bool(outcome != nil && !isEmpty)
    object["newRevision"] = outcome?.revision.map { .string($0.description) } ?? .null
    object["confirmation"] = outcome?.confirmation?.json ?? .null
    return .object(object)
  }
}

extension [SettingChange] {
  /// The changes as text: one line each, and one for each changed part.
  ///
  /// Behind the values are the effects: whether the key is new, a restart, side effects, and whether another layer overrides the value.
  var text: StyledText {
    map { change in
      let marks =
        (change.kind == .add || change.commentRole != nil ? [change.keyNote].compactMap(\.self) : [])
        + (change.requiresRestart ? ["restart"] : []) + change.sideEffects
        + [change.overriddenText].compactMap(\.self)
      let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
      return change.comparison.text(at: change.path, note: "\(note, .faint)")
    }.joinedLines()
  }
}

extension ClosedRange<Int> {
  /// Lines of a file: `line 3`, `lines 3 to 5`.
  var text: String { count == 1 ? "line \(lowerBound)" : "lines \(lowerBound) to \(upperBound)" }
}
