import SettingsEditing
import SettingsTUI

/// The steps of every command that changes settings: review, ask, apply, report.
///
///     init      every contradiction between the options; whether the file can be written
///     run       review ─▶ refused? ─▶ --plan: save it │ --dry-run: print it │ ask ─▶ apply ─▶ report
///
/// The order matters. Whatever can be wrong with the options is found in `init`, before the user answers a question. The review is made and
/// checked before the question. Nobody should confirm what is refused anyway. With `--plan` or `--dry-run`, it ends after the review.
///
/// What a change is about (a draft, a plan, a version) is an ``Intent``, so `set`, `apply` and `rollback` differ only in that.
///
///     standard output   the review: before the question on a terminal, otherwise after the apply; with --json, an object at the end
///     standard error    problems that don't prevent the apply
///     exit status       0 if applied, planned or unchanged; 1 if refused, also by a "no"; with --detailed-exitcode, 2 if something changes
///
/// For a filter, the standard output is the document, so the review goes to the standard error.
struct ApplyWorkflow {
  /// The options that all these commands have.
  static let options: [Option] = [
    .schema, .layer, .context, .yes, .dryRun, .plan, .message, .confirmWithin, .noHistory, .noInPlace,
    .prepare, .commit, .timeLimit, .json, .detailedExitCode,
  ]

  /// The options that have an effect only while changes are applied, so `--plan`, which applies nothing, refuses them.
  private static let optionsOfApply: [Option] = [.confirmWithin, .prepare, .commit]

  private let arguments: Arguments
  /// The file for the plan; `nil` to apply.
  private let plan: PlanFile?
  private let options: ApplyOptions
  private let console: Console
  /// The commands that take part in the apply.
  let commands: ParticipantCommands
  /// Whether a terminal is asked for confirmation before an apply.
  var asks = true

  /// Checks the options of the command against each other.
  ///
  /// Throws a usage failure for options that contradict each other or would have no effect: silently ignoring `--message` could make
  /// somebody believe that it is in the log. Throws the storage's failure if the file can't be written, as far as that can be known without
  /// writing.
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
    // Options that need the history can't be used without it.
    if options.history == .skip, options.confirmWithin != nil {
      throw .usage("--confirm-within needs the history to restore the old content; leave out --no-history.")
    }
    if options.history == .skip, options.message != nil {
      throw .usage("--message is stored in the history; leave out --message or --no-history.")
    }
    if options.confirmWithin != nil, arguments.hasFormInStream {
      throw .usage("--confirm-within needs the form later, too; save it and name the file with --schema.")
    }
    // A plan is applied later, so it has no use for what only an apply does.
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
      try checkIsWritable(arguments.operands[0])
    }
  }

  /// Throws if a commit to the file would be refused anyway, such as in a folder without the right to write. Only built-in storages can
  /// tell in advance.
  private func checkIsWritable(_ path: String) throws(Failure) {
    guard !path.isEmpty else { return }
    let place = SettingsPlace(path, allowsWritingInPlace: !arguments.has(.noInPlace))
    if let error = place.storage.commitRefusal() { throw Failure(error) }
  }

  private var isJSON: Bool { arguments.has(.json) }

  /// Reviews the changes, asks if necessary, and applies them.
  ///
  /// Throws if the review is refused, if the answer is no, if a participant vetoes, or if the content can't be stored. Then nothing has
  /// changed, or the old content is restored; the message says which.
  func run(_ intent: Intent, in store: StoreEngine) async throws(Failure) {
    // A refused review ends everything: no question, no plan, no apply. Scripts get it as JSON nevertheless, with the reasons in it.
    let review = try intent.review(in: store)
    guard review.isApplicable else {
      if isJSON { print(ApplyReport(review)) }
      throw Failure(.invalid(review.obstacles), file: store.name)
    }
    // What follows doesn't prevent the apply, but should be known before the question.
    for comment in review.comments {
      console.report(
        "\(store.name): \(comment.path) \(comment.text.isEmpty ? "loses its" : "gets a") comment.")
    }
    for link in review.foreignLinks { console.report("\(store.name): \(link).") }
    reportProblems(of: review)
    if let sentence = review.missingContextText {
      console.report("\(store.name): \(sentence) Give a value with --context KEY=VALUE.")
    }
    // A plan is saved without a question, because it changes nothing.
    let isEmpty = intent.isEmpty(review)
    if let plan {
      try plan.checkIsApart(from: [store.name, arguments[.schema]].compactMap(\.self))
      try save(intent, as: plan, of: store, review: review)
      return try end(isEmpty: isEmpty)
    }

    var report = ApplyReport(review, isEmpty: isEmpty, removesFile: intent.removesFile)
    if arguments.has(.dryRun) {
      print(report)
      return try end(isEmpty: isEmpty)
    }
    // A filter isn't asked, because its input is the document; nor is a script, which has no terminal.
    let mustAsk =
      asks && !arguments.has(.yes) && console.isInteractive && !isEmpty && arguments.filtered == nil
    if mustAsk {
      // The answer needs the text; JSON describes the result.
      console.print(report.text)
      guard console.confirms("Apply? [y/N] ") else {
        throw Failure(.refused, message: "\(store.name): nothing was changed.")
      }
    }
    do throws(ApplyError) {
      report.outcome = try await apply(intent, to: store, review: review)
    } catch {
      if case .conflicts(let conflicts) = error { report.take(conflicts) }
      if isJSON { print(report) }
      // The failure carries the signal, so the process ends by it.
      throw Failure(error, file: store.name, signal: commands.receivedSignal)
    }
    // The changed document of a filter, also if nothing has changed: the next program in the pipe waits for it.
    if let filtered = arguments.filtered { console.print(document: filtered.read()?.bytes ?? []) }
    if report.outcome?.isDurable == false {
      console.report("\(store.name): applied, but \(ApplyOutcome.notDurableText).")
    }
    if isJSON || !mustAsk { print(report) }
    if !isJSON, let pending = report.outcome?.confirmation { console.tell(pending.notice(arguments)) }
    try end(isEmpty: isEmpty)
  }

  /// Ends with 2 if something changes and the status is to say so, as that of `terraform plan -detailed-exitcode` does. Lost output is told
  /// first.
  private func end(isEmpty: Bool) throws(Failure) {
    guard !isEmpty, arguments.has(.detailedExitCode), console.outputError == nil else { return }
    throw Failure(.changed, message: "")
  }

  /// Reports the problems that don't prevent an apply: warnings, and errors that the file had before and that the changes don't concern.
  private func reportProblems(of review: FormReview) {
    for problem in review.problems { console.report(StyledText(problem.line(in: review.file))) }
    if let sentence = review.remainingText { console.report("\(review.file): \(sentence).") }
  }

  /// Saves a plan and prints the review, unless the plan itself goes to the standard output.
  private func save(
    _ intent: Intent, as file: PlanFile, of store: StoreEngine, review: FormReview
  ) throws(Failure) {
    try file.write(intent.plan(for: store, review), console: console)
    if intent.isVersion {
      console.report(
        "\(store.name): the plan restores values; the file's comments and layout stay as they are.")
    }
    guard !file.isStandardStream else { return }
    print(ApplyReport(review, isEmpty: intent.isEmpty(review)))
    if !isJSON { console.tell("Saved as \(file.path); nothing was changed.") }
  }

  /// Applies the changes. A signal ends the running command and restores the old content first; without commands, it ends the process at
  /// once.
  private func apply(
    _ intent: Intent, to store: StoreEngine, review: FormReview
  ) async throws(ApplyError) -> ApplyOutcome {
    commands.beginToCatchSignals()
    let reminding = reminders(of: store)
    defer { reminding?.cancel() }
    return try await intent.apply(to: store, reviewed: review, options)
  }

  /// Tells a user at a terminal what the apply waits for, if a participant takes long. Without a terminal, there is nobody to tell.
  private func reminders(of store: StoreEngine) -> Task<Void, Never>? {
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
      (arguments.has(.dryRun) ? console.print : console.tell)(report.text)
    }
  }
}
