import Settings
import SettingsTUI

/// The steps of every command that changes settings: review, ask, apply, report.
///
/// The order matters. Whatever can be wrong with the options is found in `init`, before a person answers a question. The review is made and
/// checked before the question. Nobody should confirm what is refused anyway. With `--plan` or `--dry-run`, it ends after the review.
struct ApplyWorkflow {
  /// The options that all these commands have.
  static let options: [Option] = [
    .schema, .context, .yes, .dryRun, .plan, .message, .confirmWithin, .noHistory, .prepare, .commit,
    .timeLimit, .json,
  ]

  /// The options that have an effect only while changes are applied.
  private static let optionsOfApply: [Option] = [.confirmWithin, .prepare, .commit]

  private let arguments: Arguments
  private let plan: PlanFile?
  private let options: ApplyOptions
  private let console: Console
  /// The commands that take part in the apply.
  let commands: ParticipantCommands

  init(_ arguments: Arguments, console: Console) throws(Failure) {
    self.arguments = arguments
    self.console = console
    plan = arguments[.plan].map(PlanFile.init)
    options = ApplyOptions(
      message: arguments[.message], confirmWithin: try arguments.seconds(.confirmWithin),
      history: arguments.has(.noHistory) || arguments.filtered != nil ? .skip : .record)
    if arguments.filtered != nil,
      let option = [Option.plan, .confirmWithin, .message].first(where: { arguments[$0] != nil })
    {
      throw .usage("The standard input has no history, so \(option.rawValue) has no effect; leave it out.")
    }
    commands = try ParticipantCommands(arguments, after: Watcher(arguments, console: console))
    if options.history == .skip, options.confirmWithin != nil {
      throw .usage("--confirm-within needs the history to restore the old content; leave out --no-history.")
    }
    if options.history == .skip, options.message != nil {
      throw .usage("--message is stored in the history; leave out --message or --no-history.")
    }
    if options.confirmWithin != nil, arguments.hasFormInStream {
      throw .usage("--confirm-within needs the form later, too; save it and name the file with --schema.")
    }
    if plan != nil, arguments.has(.dryRun) {
      throw .usage("--plan and --dry-run both apply nothing; give one of them.")
    }
    if plan != nil, let option = Self.optionsOfApply.first(where: { arguments[$0] != nil }) {
      throw .usage("--plan only saves the changes; give \(option.rawValue) to \"apply\" instead.")
    }
    if plan?.isStandardStream == true, isJSON {
      throw .usage("--json and --plan - would both print to the standard output; give one of them.")
    }
    // Check this before anybody has to answer a question, and before commands run.
    if plan == nil, !arguments.has(.dryRun), arguments.filtered == nil {
      try Self.checkIsWritable(arguments.operands[0])
    }
  }

  private static func checkIsWritable(_ path: String) throws(Failure) {
    guard !path.isEmpty else { return }
    if let error = SettingsPlace(path).storage.commitRefusal() { throw Failure(error) }
  }

  private var isJSON: Bool { arguments.has(.json) }

  func run(_ intent: Intent, in store: UntypedStore) async throws(Failure) {
    let review = try intent.review(in: store)
    guard review.isApplicable else {
      if isJSON { print(ApplyReport(review)) }
      throw Failure(.invalid(review.obstacles), file: store.name)
    }
    for link in review.foreignLinks { console.report("\(store.name): \(link).") }
    reportProblems(of: review)
    if let sentence = review.missingContextText {
      console.report("\(store.name): \(sentence) Give a value with --context KEY=VALUE.")
    }
    if let plan {
      try plan.checkIsApart(from: [store.name, arguments[.schema]].compactMap(\.self))
      return try save(intent.plan(for: store, review), as: plan, review: review)
    }

    let isEmpty = intent.isEmpty(review)
    var report = ApplyReport(review, isEmpty: isEmpty, removesFile: intent.removesFile)
    if arguments.has(.dryRun) { return print(report) }
    let mustAsk = !arguments.has(.yes) && console.isInteractive && !isEmpty && arguments.filtered == nil
    if mustAsk {
      // A person needs the text for the answer; JSON describes the result.
      console.print(report.text)
      guard console.confirms("Apply? [y/N] ") else {
        throw Failure(.refused, message: "\(store.name): nothing was changed.")
      }
    }
    do throws(Failure) {
      report.outcome = try await apply(intent, to: store, review: review)
    } catch {
      if isJSON { print(report) }
      throw error
    }
    if let filtered = arguments.filtered { console.print(document: filtered.read()?.bytes ?? []) }
    if report.outcome?.isDurable == false {
      console.report("\(store.name): applied, but \(ApplyOutcome.notDurableText).")
    }
    if isJSON || !mustAsk { print(report) }
    if !isJSON, let pending = report.outcome?.confirmation { console.print(pending.notice(arguments)) }
  }

  /// Reports the problems that don't prevent an apply.
  private func reportProblems(of review: Review) {
    for problem in review.problems { console.report(StyledText(problem.line(in: review.file))) }
    if let sentence = review.remainingText { console.report("\(review.file): \(sentence).") }
  }

  private func save(_ plan: SettingsPlan, as file: PlanFile, review: Review) throws(Failure) {
    try file.write(plan, console: console)
    guard !file.isStandardStream else { return }
    print(ApplyReport(review, isEmpty: review.changes.isEmpty))
    if !isJSON { console.print("Saved as \(file.path); nothing was changed.") }
  }

  /// Applies the changes. A signal ends the running command and restores the old content first.
  private func apply(
    _ intent: Intent, to store: UntypedStore, review: Review
  ) async throws(Failure) -> ApplyOutcome {
    commands.beginToCatchSignals()
    let reminding = reminders(of: store)
    defer { reminding?.cancel() }
    do throws(ApplyError) {
      return try await intent.apply(to: store, reviewed: review, options)
    } catch {
      throw Failure(error, file: store.name, signal: commands.receivedSignal)
    }
  }

  /// Tells a person at a terminal what the apply waits for.
  private func reminders(of store: UntypedStore) -> Task<Void, Never>? {
    guard console.streams.isTerminal(.error) else { return nil }
    let steps = store.applyProgress()
    return Task { @MainActor [console] in
      let reminders = ApplyReminders(sleep: console.sleep) { console.report(StyledText($0)) }
      for await step in steps { reminders.take(step) }
      reminders.stop()
    }
  }

  /// Prints a report; a filter's standard output is only for the document.
  private func print(_ report: ApplyReport) {
    if arguments.filtered != nil {
      console.report(isJSON ? StyledText(lines: report.json.text(.pretty(indent: 2))) : report.text)
    } else if isJSON {
      console.print(report.json)
    } else {
      console.print(report.text)
    }
  }
}

/// The changes that a command applies.
enum Intent {
  /// Staged changes.
  case draft(Draft)
  /// The changes of a saved review.
  case plan(SettingsPlan)
  /// A rollback to a version of the history.
  case version(HistoryEntry)

  /// Returns the review of the changes.
  func review(in store: UntypedStore) throws(Failure) -> Review {
    do throws(ApplyError) {
      return switch self {
      case .draft(let draft): store.review(draft)
      case .plan(let plan): try store.review(plan)
      case .version(let entry): try store.review(restoring: entry)
      }
    } catch {
      throw Failure(error, file: store.name)
    }
  }

  /// Whether the file stays unchanged, according to the review.
  func isEmpty(_ review: Review) -> Bool {
    switch self {
    case .draft(let draft): review.changes.isEmpty && !draft.changesComments
    case .plan: review.changes.isEmpty
    // Versions can differ in comments only.
    case .version(let entry): entry.revision == review.revision
    }
  }

  var removesFile: Bool {
    switch self {
    case .draft, .plan: false
    case .version(let entry): entry.revision == nil
    }
  }

  /// Applies the changes.
  func apply(
    to store: UntypedStore, reviewed review: Review, _ options: ApplyOptions
  ) async throws(ApplyError) -> ApplyOutcome {
    switch self {
    case .draft(let draft): try await store.apply(draft, options: options)
    case .plan(let plan): try await store.apply(plan, options: options)
    case .version(let entry): try await store.rollback(to: entry, reviewed: review, options: options)
    }
  }

  /// Returns a plan to apply the changes later.
  func plan(for store: UntypedStore, _ review: Review) throws(Failure) -> SettingsPlan {
    var draft = store.draft()
    switch self {
    case .draft(let staged): draft = staged
    case .plan(let plan): return plan
    case .version:
      // A plan describes changes of settings. Without the other ones, it would promise a rollback that it isn't.
      guard review.changedLines == nil, review.changes.allSatisfy({ store.index[$0.path] != nil }) else {
        throw Failure(
          .refused,
          message:
            "\(store.name): the rollback changes members that no form describes, so it can't be a plan; leave out --plan."
        )
      }
      draft.stage(
        review.changes.compactMap { change in
          store.index[change.path].map { StagedValue($0, value: change.kind == .remove ? nil : change.new) }
        })
    }
    do throws(PlanError) { return try SettingsPlan(draft, for: store) } catch {
      throw Failure(.plan(error), file: store.name)
    }
  }
}
