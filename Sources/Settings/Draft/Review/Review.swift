/// The changes and problems of a draft before it is applied.
public struct Review: Equatable, Sendable {
  /// A comment above a member or an element; an empty one is removed.
  package struct Comment: Hashable, Sendable {
    package let path: SettingPath
    package let text: String

    package init(_ text: String, above path: SettingPath) {
      self.path = path
      self.text = text
    }
  }

  /// The name of the settings file.
  public let file: String
  /// The identity of the stored content that the changes are based on; `nil` if nothing is stored.
  public let revision: Revision?
  /// The changes, in form order.
  public let changes: [SettingChange]
  /// The changes that rules derive in settings that aren't set, in form order. They aren't stored.
  public internal(set) var derivedChanges: [SettingChange] = []
  /// The problems of the document with the changes, and whether they prevent the apply, in form order.
  public internal(set) var findings: [ReviewFinding]
  /// The settings that another process has changed, too, in form order. They prevent the apply.
  public let conflicts: [Conflict]
  /// The symbolic links of other users on the path of the file, in the order in which they are followed: their owners decide
  /// which file is changed. Empty in the review of a draft without a store.
  package internal(set) var foreignLinks: [ForeignLink] = []
  /// The comments that change, in the order of their paths.
  package internal(set) var comments: [Comment] = []
  /// The parts of the patch, in order.
  let patchSteps: [PatchStep]
  /// The content that the apply stores, secrets included, for participants that check it as a whole; `nil` outside an apply.
  ///
  /// It is the text of the settings file, which can contain comments and lacks the settings that have their defaults, so `JSONDecoder`
  /// doesn't read it. For the app's values, see ``SettingsReview``.
  public internal(set) var candidate: [UInt8]?
  /// The lines that a rollback to content that isn't JSON changes, so that there are no changes of settings to list; otherwise `nil`.
  package internal(set) var changedLines: ClosedRange<Int>?
  /// The confirmation that the changes wait for, in the review that participants commit; `nil` in any other review. Its time
  /// runs while they commit.
  public internal(set) var confirmation: PendingConfirmation?

  /// The documents before and after the changes, for the app's types; `nil` in a review without a store.
  var transition: ContentTransition?

  /// The operations that make the changes in the stored document, in order.
  ///
  /// Cost: compares the values of the changed lists and objects.
  var patch: [PatchOperation] { patchSteps.flatMap(\.operations) }

  /// Whether a change takes effect only after a restart of the process.
  public var requiresRestart: Bool { (changes + derivedChanges).contains(where: \.requiresRestart) }

  /// The names of the side effects that the changes trigger, each once, in the order of the changes.
  public var sideEffects: [String] { (changes + derivedChanges).sideEffects }

  /// The problems of the document with the changes, in form order.
  public var problems: [FormProblem] { findings.map(\.problem) }

  /// The errors that prevent the apply, in form order.
  package var obstacles: [FormProblem] {
    findings.compactMap { if case .obstacle(let problem) = $0 { problem } else { nil } }
  }

  /// The errors that the stored content has already and that the apply doesn't change, in form order.
  package var remainingErrors: [FormProblem] {
    findings.compactMap { if case .remaining(let problem) = $0 { problem } else { nil } }
  }

  /// Whether no problem or conflict prevents the apply.
  public var isApplicable: Bool { conflicts.isEmpty && obstacles.isEmpty }
}
