import Settings

/// What the app has reported for the rows and choices that it provides, by the names of its hooks.
///
///     Action:  start ─▶ running ──cancel──▶ canceling
///                          │                    │        ended(…) of the app decides which
///                          └────────┬───────────┘
///                                   ▼
///                        done · canceled · failed
///
/// It is a plain value without tasks; ``AppRowTasks`` has these. That an action was canceled here doesn't mean that it has ended: an app's
/// function that ignores the cancellation goes on and can even succeed, and the row then says "done".
struct AppRowStates {
  /// An action that was run.
  struct Action: Hashable {
    enum State {
      case running
      /// A person has canceled it, but it hasn't ended yet.
      case canceling
      case done
      case canceled
      case failed
    }

    var state = State.running
    /// The last progress, or the error; can be empty.
    var text = ""

    var isRunning: Bool { state == .running || state == .canceling }
  }

  /// The text of each detail.
  private(set) var details: [String: String] = [:]
  /// The requested details that the app hasn't provided yet.
  private(set) var loading: Set<String> = []
  private(set) var actions: [String: Action] = [:]
  /// The values that the app offers, or why it doesn't offer any.
  private(set) var choices: [String: Result<[FormChoice], Refusal>] = [:]
  /// The requested choices that the app hasn't provided yet.
  private(set) var loadingChoices: Set<String> = []
  /// How many times choices were provided.
  ///
  /// A screen with a list of choices compares it with the number that it was drawn for.
  private(set) var choicesCount = 0

  /// Records that details are being loaded; returns which to load. A detail is never loaded twice at the same time, or a slow app would get
  /// more and more requests.
  ///
  /// - Parameter again: Whether to load known details again.
  mutating func startLoading(_ names: [String], again: Bool) -> [String] {
    names.filter { name in
      (again || details[name] == nil) && loading.insert(name).inserted
    }
  }

  /// Records that choices are being loaded; returns which to load.
  mutating func startLoadingChoices(_ names: [String], again: Bool) -> [String] {
    names.filter { name in
      (again || choices[name] == nil) && loadingChoices.insert(name).inserted
    }
  }

  /// Returns the values that a hook offers; `nil` if they aren't known.
  func offered(by hook: String) -> [FormChoice]? { try? choices[hook]?.get() }

  /// Records the start of an action; returns `false` if it is already running.
  mutating func start(_ action: String) -> Bool {
    if actions[action]?.isRunning ?? false { return false }
    actions[action] = Action()
    return true
  }

  /// Records that an action is being canceled.
  mutating func cancel(_ action: String) {
    if actions[action]?.state == .running { actions[action]?.state = .canceling }
  }

  /// The running actions that weren't canceled.
  var running: [String] { actions.filter { $0.value.state == .running }.keys.sorted() }

  /// Whether an action runs, canceled or not.
  var isAnyRunning: Bool { actions.values.contains(where: \.isRunning) }

  /// Progress that arrives after the end is dropped: the function might have left a task behind that goes on to report.
  mutating func take(_ event: AppRowEvent) {
    switch event {
    case .detail(let name, let text):
      loading.remove(name)
      details[name] = text
    case .choices(let name, let result):
      loadingChoices.remove(name)
      choices[name] = result
      choicesCount += 1
    case .progress(let name, let text):
      if actions[name]?.isRunning ?? false { actions[name]?.text = text }
    case .ended(let name, let ending):
      switch ending {
      case .done: actions[name]?.state = .done
      case .canceled: actions[name]?.state = .canceled
      case .failed(let reason): actions[name] = Action(state: .failed, text: reason)
      }
    }
  }
}

/// A report of the app about a row that it provides, by the name of its hook.
enum AppRowEvent: Hashable, Sendable {
  /// The text of a detail.
  case detail(String, text: String)
  /// The values that the app offers.
  case choices(String, Result<[FormChoice], Refusal>)
  /// The progress of an action.
  case progress(String, text: String)
  /// An action has ended.
  case ended(String, Ending)

  enum Ending: Hashable, Sendable {
    case done
    case canceled
    case failed(reason: String)
  }
}

/// Requests the text of rows from the app, and runs its actions, without blocking the editor's loop.
///
/// An app's function is foreign code: it can block its thread, never return, or report after it was canceled. So each request is a detached
/// task, and its answer comes back as an ``AppRowEvent`` in the queue of the loop, like a key. The editor never waits for a request, not
/// even when it ends.
@MainActor
final class AppRowTasks {
  private let hooks: (any SettingsHooks)?
  private let report: @Sendable (AppRowEvent) -> Void
  /// What was requested last, by the kind of the request and the name of the hook.
  private var tasks: [String: Task<Void, Never>] = [:]

  /// - Parameter report: Receives what the app reports, from any thread.
  init(_ hooks: (any SettingsHooks)?, report: @escaping @Sendable (AppRowEvent) -> Void) {
    self.hooks = hooks
    self.report = report
  }

  /// Starts a request. A detached task doesn't block the main actor, even if the app's function blocks its thread.
  private func start(
    _ request: String,
    running body:
      @escaping @Sendable (any SettingsHooks, @escaping @Sendable (AppRowEvent) -> Void) async -> Void
  ) {
    guard let hooks else { return }
    tasks[request] = Task.detached { [report] in await body(hooks, report) }
  }

  /// Requests the text of a detail.
  func load(_ detail: String) {
    start("detail \(detail)") { hooks, report in
      report(.detail(detail, text: await hooks.detail(for: detail) ?? ""))
    }
  }

  /// Requests the values that the app offers.
  func loadChoices(_ name: String) {
    start("choices \(name)") { hooks, report in
      do {
        let choices = try await hooks.choices(for: name) ?? []
        let offered = choices.map { FormChoice(value: $0.value, title: $0.title, help: $0.help) }
        report(.choices(name, .success(offered)))
      } catch {
        report(.choices(name, .failure(Refusal(reason: String(describing: error)))))
      }
    }
  }

  /// Runs an action. Its end is always reported, whether it succeeds, fails or is canceled.
  func run(_ action: String) {
    start("action \(action)") { hooks, report in
      do {
        try await hooks.perform(action, ActionProgress { report(.progress(action, text: $0)) })
        report(.ended(action, .done))
      } catch {
        // Canceled functions throw errors of many types.
        report(
          .ended(action, Task.isCancelled ? .canceled : .failed(reason: String(describing: error))))
      }
    }
  }

  /// Cancels an action. It has ended only when it reports that.
  func cancel(_ action: String) { tasks["action \(action)"]?.cancel() }

  /// Cancels everything that runs.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }
}

extension EditorCore {
  /// Whether the running app provides rows and choices.
  var hasApp: Bool { model.store.hooks != nil }

  /// Returns the values that the app offers for a setting; `nil` if they aren't known, or if a choice can be a secret.
  func offered(for setting: FormSetting) -> [FormChoice]? {
    setting.holdsSecrets ? nil : setting.choicesHook.flatMap { appRows.offered(by: $0) }
  }

  /// Returns the choice for a value of a setting; `nil` if the app doesn't offer the value.
  func offeredChoice(_ value: JSONValue?, of setting: FormSetting) -> FormChoice? {
    offered(for: setting)?.first { $0.value == value }
  }

  /// Records the start of an action, or returns why it can't start.
  func start(_ row: AppRow) -> Message? {
    appRows.start(row.name) ? nil : .init("\(row.title) is running already.", role: .secondary)
  }

  /// Handles what the app reports; returns a sentence about the end of an action.
  func take(_ event: AppRowEvent) -> Message? {
    appRows.take(event)
    guard case .ended(let name, _) = event, let action = appRows.actions[name] else { return nil }
    let title = outline.appRows.first { $0.isAction && $0.name == name }?.title ?? name
    return Message("\(title): \(Self.text(of: action))", role: Self.role(of: action))
  }

  /// Returns the state of an action in words.
  static func text(of action: AppRowStates.Action) -> String {
    switch action.state {
    case .running: action.text.isEmpty ? "running" : action.text
    case .canceling: "is being canceled"
    case .done: action.text.isEmpty ? "done" : action.text
    case .canceled: "canceled"
    case .failed: action.text.isEmpty ? "failed" : action.text
    }
  }

  static func role(of action: AppRowStates.Action) -> Style.Role {
    switch action.state {
    case .running, .canceling: .sideEffect
    case .done: .success
    case .canceled: .secondary
    case .failed: .problem
    }
  }
}
