import SettingsEditing

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
  /// What was requested and isn't there yet.
  private(set) var loading: Set<AppRequest> = []
  private(set) var actions: [String: Action] = [:]
  /// The values that the app offers, or why it doesn't offer any.
  private(set) var choices: [String: Result<[FormChoice], Refusal>] = [:]
  /// How many times choices were provided.
  ///
  /// A screen with a list of choices compares it with the number that it was drawn for.
  private(set) var choicesCount = 0

  /// Records what is being loaded; returns what to load. Nothing is loaded twice at the same time, or a slow app would get more and more
  /// requests.
  ///
  /// - Parameter again: Whether to load again what is known.
  mutating func startLoading(_ requests: [AppRequest], again: Bool) -> [AppRequest] {
    requests.filter { request in (again || !isKnown(request)) && loading.insert(request).inserted }
  }

  private func isKnown(_ request: AppRequest) -> Bool {
    switch request {
    case .detail(let name): details[name] != nil
    case .choices(let name): choices[name] != nil
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
      loading.remove(.detail(name))
      details[name] = text
    case .choices(let name, let result):
      loading.remove(.choices(name))
      choices[name] = result
      choicesCount += 1
    case .progress(let name, let text):
      if actions[name]?.isRunning ?? false { actions[name]?.text = text }
    case .ended(let name, let state, let error):
      actions[name]?.state = state
      if let error { actions[name]?.text = error }
    }
  }
}

/// What the app is asked to provide, by the name of its hook.
enum AppRequest: Hashable, Sendable {
  /// The text of a detail.
  case detail(String)
  /// The values that the app offers.
  case choices(String)
}

/// A report of the app about a row that it provides, by the name of its hook.
enum AppRowEvent: Hashable, Sendable {
  /// The text of a detail.
  case detail(String, text: String)
  /// The values that the app offers.
  case choices(String, Result<[FormChoice], Refusal>)
  /// The progress of an action.
  case progress(String, text: String)
  /// An action has ended: done, canceled, or failed with an error.
  case ended(String, AppRowStates.Action.State, error: String? = nil)
}

/// Requests the text of rows from the app, and runs its actions, without blocking the editor's loop.
///
/// An app's function is foreign code: it can block its thread, never return, or report after it was canceled. So each request is a detached
/// task, and its answer comes back as an ``AppRowEvent`` in the queue of the loop, like a key. The editor never waits for a request, not
/// even when it ends.
@MainActor
final class AppRowTasks {
  private let hooks: (any SettingsEditorHooks)?
  private let report: @Sendable (AppRowEvent) -> Void
  private var requests: [AppRequest: Task<Void, Never>] = [:]
  private var actions: [String: Task<Void, Never>] = [:]

  /// - Parameter report: Receives what the app reports, from any thread.
  init(_ hooks: (any SettingsEditorHooks)?, report: @escaping @Sendable (AppRowEvent) -> Void) {
    self.hooks = hooks
    self.report = report
  }

  /// Starts a task. A detached one doesn't block the main actor, even if the app's function blocks its thread.
  private func start(
    _ body:
      @escaping @Sendable (any SettingsEditorHooks, @escaping @Sendable (AppRowEvent) -> Void) async -> Void
  ) -> Task<Void, Never>? {
    hooks.map { hooks in Task.detached { [report] in await body(hooks, report) } }
  }

  func load(_ request: AppRequest) {
    requests[request] = start { hooks, report in
      switch request {
      case .detail(let name): report(.detail(name, text: await hooks.detail(for: name) ?? ""))
      case .choices(let name):
        do {
          let choices = try await hooks.choices(for: name) ?? []
          let offered = choices.map { FormChoice(value: $0.value, title: $0.title, help: $0.help) }
          report(.choices(name, .success(offered)))
        } catch {
          report(.choices(name, .failure(Refusal(reason: String(describing: error)))))
        }
      }
    }
  }

  /// Runs an action. Its end is always reported, whether it succeeds, fails or is canceled.
  func run(_ action: String) {
    actions[action] = start { hooks, report in
      do {
        try await hooks.perform(action, ActionProgress { report(.progress(action, text: $0)) })
        report(.ended(action, .done))
      } catch {
        // Canceled functions throw errors of many types.
        report(
          Task.isCancelled
            ? .ended(action, .canceled) : .ended(action, .failed, error: String(describing: error)))
      }
    }
  }

  /// Cancels an action. It has ended only when it reports that.
  func cancel(_ action: String) { actions[action]?.cancel() }

  /// Cancels everything that runs.
  func cancelAll() {
    for task in Array(requests.values) + actions.values { task.cancel() }
  }
}

extension EditorCore {
  /// Whether the running app provides rows and choices.
  var hasApp: Bool { model.store.editorHooks != nil }

  /// Returns the values that the app offers for a setting; `nil` if they aren't known, or if a choice can be a secret.
  func offered(for setting: FormSetting) -> [FormChoice]? {
    setting.holdsSecrets ? nil : setting.choicesHook.flatMap { appRows.offered(by: $0) }
  }

  /// Returns the choice for a value of a setting; `nil` if the app doesn't offer the value.
  func offeredChoice(_ value: JSONValue?, of setting: FormSetting) -> FormChoice? {
    offered(for: setting)?.first { $0.value == value }
  }

  /// Handles what the app reports; returns a sentence about the end of an action.
  func take(_ event: AppRowEvent) -> Message? {
    appRows.take(event)
    guard case .ended(let name, _, _) = event, let action = appRows.actions[name] else { return nil }
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
