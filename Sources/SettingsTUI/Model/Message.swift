import SettingsEditing

/// A sentence for whoever uses the editor.
struct Message: Hashable, Sendable {
  var text: String
  var role: Style.Role

  init(_ text: String, role: Style.Role = .text) {
    self.text = text
    self.role = role
  }

  /// Returns the message about a form that is missing or inferred; `nil` for any other form.
  ///
  /// Problems of the form itself aren't mentioned, because somebody who edits settings can't do anything about them. The command `schemas`
  /// reports them.
  ///
  /// - Parameter warning: Why the form that the file names isn't used.
  static func notice(about form: FormSchema, warning: String? = nil) -> Message? {
    if let warning {
      return Message(
        form.describesNothing ? "\(warning) The types are inferred from the values." : warning, role: .changed
      )
    }
    return form.describesNothing
      ? Message("No form was found; the types are inferred from the values.", role: .changed) : nil
  }

  /// Returns the message that settings have to be set; `nil` if there are none.
  static func needed(_ paths: [SettingPath]) -> Message? {
    guard let first = paths.first else { return nil }
    let others = paths.count == 1 ? "" : " and \(Phrase.count(paths.count - 1, noun: "other setting"))"
    return Message("Set \(first)\(others): without a value, the app can't use the file.", role: .problem)
  }

  /// Returns the message that the app doesn't use the values of the file, because they have errors; `nil` if it uses them.
  static func unused(_ content: RejectedContent?) -> Message? {
    content == nil
      ? nil
      : Message("The app uses other values than this file, until its errors are corrected.", role: .problem)
  }

  static let copied = Message("Sent to the terminal's clipboard.", role: .success)

  /// The recovery file can't be written.
  static func cannotKeep(_ error: SystemCallError) -> Message {
    Message("Staged changes can't be saved for recovery: \(error).", role: .problem)
  }
}

/// Why something that a person asked for can't be done, as a sentence. It is the error of everything in the editor that only has to be told.
struct Refusal: Error, Hashable, Sendable {
  let reason: String

  /// Text has the mask of a secret where it isn't certain which secret it stands for.
  static let movedMask = Refusal(
    reason: "Type the secret instead of \(Secrecy.maskText): the values around it have changed.")
}

/// The sentences that both editors show.
extension Message {
  /// A rename would leave behind what is staged to become a comment, or to come out of one.
  static func commentedOutInside(_ name: String) -> Message {
    Message("Apply or undo first what becomes a comment in \(name), or comes out of one.", role: .problem)
  }
  static let noProblems = Message("There are no problems.", role: .secondary)
  static let noChanges = Message("There are no changes.", role: .secondary)
  static let changesLayout = Message("Only comments and layout change.", role: .secondary)
  static let removesFile = Message(
    "The file is removed, because it didn't exist in that version.", role: .secondary)
  static let restoresNoJSON = Message("The version isn't JSON.", role: .secondary)
  static let nothingChanged = Message("Nothing was changed.", role: .secondary)
  static let nothingToApply = Message("There is nothing to apply.", role: .secondary)
  static let nothingApplied = Message("Nothing was applied; all changes are still staged.", role: .problem)
  static let nothingStored = Message("Nothing has been stored yet.", role: .secondary)
  static let readable = Message("The file can be read again; it is as before.", role: .success)
  static let absent = Message("The file doesn't exist; all settings have their defaults.", role: .changed)
  static let secretUnderKey = Message(
    "The value has secrets that the other key wouldn't hide; type them again there.", role: .problem)
  /// Returns the message that an element is gone.
  static func elementGone(isEdited: Bool) -> Message {
    let text = "Another process removed the element that was"
    return .init(
      isEdited ? "\(text) edited here; what was typed isn't staged." : "\(text) open here.", role: .problem)
  }

  /// Returns the message that a value was left as another process has stored it.
  static func changedMeanwhile(_ title: String) -> Message {
    .init("Another process changed \(title) meanwhile; its value stays.", role: .changed)
  }

  /// Returns the message that the elements of a list can't move.
  static func fixedPlaces(of title: String) -> Message {
    .init(
      "Each place of \(title) has a meaning of its own, so its elements stay where they are.", role: .problem)
  }

  /// Returns the message that a member can't have another key.
  static func namedByForm(_ title: String) -> Message {
    .init("The form gives \(title) its key; only keys that it doesn't name become others.", role: .secondary)
  }

  static let secretKey = Message("The key may be a secret; remove it in the file.", role: .problem)

  static let noOtherLayers = Message(
    "All values come from this file; there are no other layers.", role: .secondary)
  static let noFileLayer = Message("Only files of settings can be edited here.", role: .secondary)

  /// Returns the message that the draft can't be saved to another file.
  static func cannotSave(_ error: JSONEditError) -> Message {
    .init("The draft can't be saved: \(error)", role: .problem)
  }

  /// Returns the message that the draft was saved to another file.
  static func saved(_ copy: DraftCopy, isPrivate: Bool) -> Message {
    let note = isPrivate ? ", readable only by you" : ""
    return .init("Saved to \(copy.path)\(note); nothing was applied.", role: .success)
  }

  /// Returns the message that the app can't offer the values of a setting.
  static func cannotOffer(_ failure: Refusal) -> Message {
    .init("The app can't offer values: \(failure.reason)", role: .problem)
  }
}

extension ApplyOutcome {
  /// The sentence, without its period, about stored content that might not be durable.
  package static let notDurableText = "the system did not confirm that it would survive a crash"
}

extension FormProblem.Severity {
  var role: Style.Role { self == .error ? .problem : .changed }
}

extension FormProblem {
  /// Returns the message for the place of a value. The path precedes it if the problem is about a part of the value.
  func message(at path: SettingPath) -> String {
    self.path == path ? message : "\(shownPath): \(message)"
  }
}

extension SettingsHistoryEntry {
  /// Returns the summary of the version, with a word for the stored version.
  func changesText(isNow: Bool) -> String {
    [summary, isNow ? "now" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A sentence for a version without listed changes.
  var noChangesText: String {
    kind == .outside ? "No change of a setting is known." : "No settings were changed."
  }
}

extension SettingChange {
  /// The setting's title, or its path if it has none.
  var name: String { title.isEmpty ? path.description : title }
}

extension FormReview {
  /// A sentence about the rules over changed settings that aren't evaluated; `nil` if there are none.
  package var missingContextText: String? {
    missingContext.isEmpty
      ? nil : Self.text(ofMissingContext: missingContext, rules: "Rules about these settings")
  }

  /// Returns a sentence about rules that aren't evaluated without these values.
  package static func text(ofMissingContext names: [String], rules: String) -> String {
    let list = Phrase.enumeration(names.map { "‘\($0)’" })
    return "\(rules) weren't checked, because they read \(list), which only the app knows."
  }

  /// A sentence, without its period, about the errors that the changes don't affect; `nil` if there are none.
  package var remainingText: String? {
    let count = remainingErrors.count
    return count == 0
      ? nil : Phrase.count(count, noun: "existing error remains", nouns: "existing errors remain")
  }
}

extension SettingChange {
  /// Why the change has no effect, in a few words; `nil` if it has one.
  package var overriddenText: String? { overriddenBy.map { "no effect now; \($0) overrides it" } }
}
