import SettingsForm

/// The documents before and after changes, with the values of all layers and what rules derive, so that an app can decode them.
///
/// They are made when they are requested, because only few participants and side effects need them. It is a class, because a program
/// that Swift 6.3 optimizes crashes if a task-local value contains a closure.
final class ContentTransition: Sendable {
  /// The transition whose side effects the current task runs.
  @TaskLocal static var current: (transition: ContentTransition, changes: [SettingChange])?

  private let oldDocument: @Sendable () -> JSONDocument
  private let newDocument: @Sendable () -> JSONDocument

  /// Creates a transition to a document that is made on demand.
  init(
    from old: Snapshot, toDocument new: @escaping @Sendable () -> JSONDocument,
    in index: @autoclosure @escaping @Sendable () -> FormIndex
  ) {
    oldDocument = { old.complete(in: index()) }
    newDocument = new
  }

  /// Creates a transition to content that has been read.
  convenience init(
    from old: Snapshot, to new: Snapshot, in index: @autoclosure @escaping @Sendable () -> FormIndex
  ) {
    self.init(from: old, toDocument: { new.complete(in: index()) }, in: index())
  }

  /// Creates a transition to a document in the place of the old one, for which rules have been evaluated.
  convenience init(
    from old: Snapshot, to new: JSONDocument, with rules: RuleState,
    in index: @autoclosure @escaping @Sendable () -> FormIndex
  ) {
    self.init(
      from: old, toDocument: { new.withEffectiveValues(of: old.layers, rules, in: index()) }, in: index())
  }

  /// The document before the changes. Cost: linear in the size of the document if there are layers or rules.
  var old: JSONDocument { oldDocument() }

  /// The document after the changes. Cost: as before.
  var new: JSONDocument { newDocument() }
}

extension ContentTransition: Equatable {
  /// Any two are equal: reviews are compared by their changes, to which the documents add nothing.
  static func == (_: ContentTransition, _: ContentTransition) -> Bool { true }
}
