/// What applying a draft would do, for a person or a script to look at first.
public struct Review: Equatable, Sendable {
  /// What the settings file is called.
  public let file: String
  /// The identity of the stored content that the changes are based on; `nil` if nothing is stored.
  public let revision: Revision?
  /// The changes, in form order.
  public let changes: [SettingChange]
  /// What rules change on account of the changes, in settings that are not set themselves, in form order: nothing of
  /// that is stored.
  public internal(set) var derivedChanges: [SettingChange] = []
  /// What is wrong with the document as it would be, and what that means for the apply, in form order.
  public let findings: [ReviewFinding]
  /// The settings that somebody else has changed meanwhile, in form order. They stop an apply.
  public let conflicts: [Conflict]
  /// The symbolic links of other users that lead to the file, in the order in which they are followed: their owners decide
  /// which file is changed. Empty in a review that no store has made.
  public internal(set) var foreignLinks: [ForeignLink] = []
  /// The operations on the document, in the order to take them.
  let patch: [PatchOperation]
  /// The content that an apply is about to store, or has stored, secrets included: for participants that check it as a
  /// whole; `nil` in a review that nobody has asked to apply.
  public internal(set) var candidate: [UInt8]?
  /// What takes the changes back unless it is confirmed, for participants that commit: it counts from then on, however
  /// long they take; `nil` in any other review.
  public internal(set) var confirmation: PendingConfirmation?

  /// Whether a change waits for the process to be started again.
  public var requiresRestart: Bool { (changes + derivedChanges).contains(where: \.requiresRestart) }

  /// The actions that the changes trigger, each once, in the order of the first change that does.
  public var sideEffects: [String] {
    var seen: Set<String> = []
    return (changes + derivedChanges).flatMap(\.sideEffects).filter { seen.insert($0).inserted }
  }

  /// What is wrong with the document as it would be, in form order.
  public var problems: [FormProblem] { findings.map(\.problem) }

  /// The errors that stop the apply, in form order.
  public var obstacles: [FormProblem] {
    findings.compactMap { if case .obstacle(let problem) = $0 { problem } else { nil } }
  }

  /// The errors that the stored content has as well and that an apply leaves as they are, in form order.
  public var remainingErrors: [FormProblem] {
    findings.compactMap { if case .remaining(let problem) = $0 { problem } else { nil } }
  }

  /// Whether nothing stops the changes from being applied.
  public var isApplicable: Bool { conflicts.isEmpty && obstacles.isEmpty }
}
