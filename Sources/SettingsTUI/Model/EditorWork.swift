import SettingsEditing

/// An event of an editor's loop: everything that can happen, in one order.
///
/// The loop handles one event completely before it takes the next. So an editor never has a half-finished state, and needs no lock. Work that
/// takes long runs in tasks (``EditorWork``); each of them ends with an event.
enum EditorEvent: Sendable {
  /// An event of the terminal or the system. In the line-by-line editor only the signals, because lines have events of their own.
  case terminal(TerminalEvent)
  /// A person typed a line; without its line break.
  case line(String)
  /// A person typed a line that didn't arrive as it was typed, for a reason that is a sentence.
  case unusableLine(String)
  /// There are no more lines.
  case inputEnded
  /// The report of a request that changed, or should have changed, the stored content.
  case stored(StoreRequest.Report)
  /// This process or another changed the stored content.
  case changed([SettingChange])
  /// The problems of other layers changed.
  case layers([SettingsLayerProblem])
  /// A participant or side effect of an apply runs, or reports its progress.
  case progress(ApplyProgress)
  /// The app reports something about a row that it provides.
  case app(AppRowEvent)
  /// The app has taken too long to provide the text in a list.
  case late
  /// Something on the screen has to be updated because time has passed.
  case tick
  /// The question on top was on the screen before the next key.
  case questionSeen
  /// All earlier events have been handled, so there is time to prepare for the next events.
  case spareTime
  /// The draft couldn't be saved for recovery.
  case notKept(SystemCallError)
}

/// What both editors do besides talking with a person: change the stored content, run functions of the app, save the draft for recovery, and
/// hear of what happens to the store.
///
///     effects ─▶ perform ─▶ tasks ─┐
///     store ───────────────────────┼─▶ events of the loop
///     time ────────────────────────┘
@MainActor
final class EditorWork {
  private let core: EditorCore
  private let events: EventQueue<EditorEvent>
  let keeper: RecoveryKeeper?
  private let appRows: AppRowTasks
  /// The request that changes the stored content.
  private var storing: Task<Void, Never>?
  /// The tasks that report what happens to the store.
  private var reports: [Task<Void, Never>] = []
  private var ticking: Task<Void, Never>?
  /// What was kept for recovery last, or will be soon.
  private var kept: (revision: Int, choices: ReviewChoices, text: UnstagedText?)?

  init(_ core: EditorCore, options: EditorOptions, events: EventQueue<EditorEvent>) {
    self.core = core
    self.events = events
    keeper = RecoveryKeeper(
      options.recovery.folder, settingsFile: core.model.store.identity,
      record: { core.recoveryRecord(file: $0, time: $1) },
      onFailure: { events.add(.notKept($0)) })
    appRows = AppRowTasks(core.model.store.editorHooks) { events.add(.app($0)) }
  }

  /// Cancels everything that runs.
  func cancel() {
    appRows.cancelAll()
    for report in reports { report.cancel() }
    ticking?.cancel()
  }

  // MARK: - Effects

  /// Performs an effect; returns `false` for an effect that needs the terminal.
  func perform(_ effect: EditorEffect) -> Bool {
    switch effect {
    case .store(let request):
      // The loop isn't blocked, so the window can still be resized and the process stopped.
      storing = Task { [model = core.model, events] in
        events.add(.stored(await request.perform(on: model)))
      }
    case .cancelStoring: storing?.cancel()
    case .load(let requests): requests.forEach(appRows.load)
    case .run(let action): appRows.run(action)
    case .cancel(let action): appRows.cancel(action)
    case .removeRecovery(let leftovers):
      if let keeper, keeper.saveNow() { leftovers.forEach(keeper.remove) }
    case .edit, .copy, .suspend, .repaint, .close: return false
    }
    return true
  }

  /// Whether a request changes the stored content.
  var hasRequest: Bool { storing != nil }
  /// Whether a request changes the stored content and wasn't canceled.
  var isStoring: Bool { storing.map { !$0.isCancelled } ?? false }

  /// Notes that the request has ended.
  func finishStoring() { storing = nil }

  // MARK: - Recovery

  /// Saves the draft soon if it has changed since it was saved last.
  func keepChanges() {
    let state = core.recoveryState
    if let kept, kept != state { keeper?.noteChange() }
    kept = state
  }

  /// Saves what is left, and returns the outcome with the result.
  func keeping(_ outcome: EditorOutcome) -> EditorOutcome {
    var outcome = outcome
    let isSafe = keeper?.saveNow() ?? false
    outcome.isKept = isSafe && (core.model.hasChanges || core.unstagedText != nil)
    return outcome
  }

  // MARK: - Events

  /// Reports what happens to the store from now on.
  ///
  /// - Parameter progressOnly: Whether only the steps of applies are reported. The line-by-line editor looks for other changes before it
  ///   answers a line, and prints nothing in between.
  func observeStore(progressOnly: Bool = false) {
    let store = core.model.store
    reports = [report(store.applyProgress()) { .progress($0) }]
    guard !progressOnly else { return }
    reports += [
      report(store.contentChanges()) { .changed($0) },
      // Content that can't be read doesn't change the stored content.
      report(store.rejections()) { _ in .changed([]) },
      report(store.layerProblemChanges()) { .layers($0) },
    ]
  }

  /// Sends an event for each element of a stream.
  ///
  /// The stream begins with the call, before the first frame, and not when the task first runs, which is after it. So a change that
  /// happens in between has an event, too.
  private func report<Element: Sendable>(
    _ stream: AsyncStream<Element>, as event: @escaping @Sendable (Element) -> EditorEvent
  ) -> Task<Void, Never> {
    Task { [events] in
      for await element in stream { events.add(event(element)) }
    }
  }

  /// Sends an event after a pause; `nil` sends none. A pause that has begun goes on, or a held key would put the tick off forever.
  func tick(after pause: Duration?) {
    if pause == nil { stopTicking() }
    if ticking == nil { ticking = pause.map { send(.tick, after: $0) } }
  }

  /// Ends the pause, because it is over, or because another pause takes its place.
  func stopTicking() {
    ticking?.cancel()
    ticking = nil
  }

  @discardableResult
  func send(_ event: EditorEvent, after pause: Duration) -> Task<Void, Never> {
    Task { [events] in
      guard (try? await Task.sleep(for: pause)) != nil, !Task.isCancelled else { return }
      events.add(event)
    }
  }
}
