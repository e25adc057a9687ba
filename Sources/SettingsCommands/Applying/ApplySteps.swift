import Settings

/// What every command that changes settings does with them: review, ask, apply, report.
struct ApplySteps {
  /// The options that all these commands know.
  static let options: [Option] = [
    .schema, .yes, .dryRun, .plan, .message, .confirmWithin, .noHistory, .prepare, .commit, .timeLimit, .json,
  ]

  private let isDryRun: Bool
  private let isAgreed: Bool
  private let isJSON: Bool
  private let plan: PlanFile?
  private let options: ApplyOptions
  private let watcher: Watcher
  /// The commands that take part.
  let commands: ParticipantCommands

  /// - Parameter file: the settings file's path, which a confirmation names.
  init(_ file: String, _ arguments: Arguments) throws(Failure) {
    isDryRun = arguments.has(.dryRun)
    isAgreed = arguments.has(.yes)
    isJSON = arguments.has(.json)
    plan = arguments[.plan].map(PlanFile.init)
    options = ApplyOptions(
      message: arguments[.message], confirmWithin: try arguments.seconds(.confirmWithin),
      history: arguments.has(.noHistory) ? .skip : .record)
    watcher = Watcher(file: file, arguments)
    commands = try ParticipantCommands(arguments, watcher: watcher)
    if options.history == .skip, options.confirmWithin != nil {
      throw .usage(
        "--confirm-within needs the history to bring the old content back; leave --no-history out.")
    }
    if options.history == .skip, options.message != nil {
      throw .usage("--message is kept in the history; leave it or --no-history out.")
    }
    if plan != nil, isDryRun { throw .usage("--plan and --dry-run both apply nothing; give one of them.") }
    if plan?.isStandardOutput == true, isJSON {
      throw .usage("--json and --plan - would both print to the standard output; give one of them.")
    }
  }

  func run(_ intent: Intent, in store: UntypedStore) async throws(Failure) {
    let review = try intent.review(in: store)
    guard review.isApplicable else {
      if isJSON { Output.print(ApplyReport(review).json) }
      throw Failure(.invalid(review.obstacles), file: store.name)
    }
    for link in review.foreignLinks { Output.complain("\(store.name): \(link).") }
    tellProblems(of: review)
    if let plan { return try save(intent.plan(for: store, review), as: plan, review) }

    let isEmpty = intent.isEmpty(review)
    let mustAsk = !isAgreed && !isDryRun && Output.isTerminal && !isEmpty
    if isDryRun { return print(ApplyReport(review, isEmpty: isEmpty)) }
    // A person reads text; the JSON is of what was done.
    if mustAsk { Output.print(ApplyReport(review, isEmpty: isEmpty).text) }
    if mustAsk, !Output.asks("Apply? [y/N] ") {
      throw Failure(.refused, "\(store.name): nothing was changed.")
    }

    var report = ApplyReport(review, isEmpty: isEmpty)
    do throws(Failure) {
      report.outcome = try await apply(intent, to: store, review)
    } catch {
      if isJSON { Output.print(report.json) }
      throw error
    }
    if report.outcome?.isDurable == false {
      Output.complain("\(store.name): applied, but the system did not confirm that it would survive a crash.")
    }
    if isJSON || !mustAsk { print(report) }
    if !isJSON, let pending = report.outcome?.confirmation { Output.print(watcher.notice(of: pending)) }
  }

  /// Names what stays wrong, which stops nothing.
  private func tellProblems(of review: Review) {
    for problem in review.problems { Output.complain(StyledText(problem.line(in: review.file))) }
    let count = review.remainingErrors.count
    guard count > 0 else { return }
    let errors = count == 1 ? "1 error is" : "\(count) errors are"
    Output.complain("\(review.file): \(errors) in the file already and \(count == 1 ? "remains" : "remain").")
  }

  private func save(_ plan: SettingsPlan, as file: PlanFile, _ review: Review) throws(Failure) {
    try file.write(plan)
    guard !file.isStandardOutput else { return }
    print(ApplyReport(review, isEmpty: review.changes.isEmpty))
    if !isJSON { Output.print("Saved as \(file.path); nothing was changed.") }
  }

  /// Applies, and does not leave a command running or half an apply behind when a signal comes.
  private func apply(
    _ intent: Intent, to store: UntypedStore, _ review: Review
  ) async throws(Failure) -> ApplyOutcome {
    commands.beginToCatchSignals()
    do throws(ApplyError) {
      return try await intent.apply(to: store, reviewed: review, options)
    } catch {
      throw Failure(error, file: store.name, signal: commands.receivedSignal)
    }
  }

  private func print(_ report: ApplyReport) {
    if isJSON { Output.print(report.json) } else { Output.print(report.text) }
  }
}
