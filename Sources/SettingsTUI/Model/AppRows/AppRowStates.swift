import Settings

/// What the app has reported for the rows and choices that it provides, by the names of its hooks.
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
    /// The last progress, or the error; may be empty.
    var text = ""

    var isRunning: Bool { state == .running || state == .canceling }
  }

  /// The text of each detail.
  private(set) var details: [String: String] = [:]
  /// The requested details that the app hasn't provided yet.
  private(set) var loading: Set<String> = []
  private(set) var actions: [String: Action] = [:]
  /// The values that the app offers, or why it doesn't offer any.
  private(set) var choices: [String: Result<[FormChoice], AppRowEvent.Failure>] = [:]
  /// The requested choices that the app hasn't provided yet.
  private(set) var loadingChoices: Set<String> = []
  /// How many times choices were provided.
  private(set) var choicesCount = 0

  /// Records that details are being loaded; returns the ones to load. A detail is never loaded twice at the same time, so that
  /// a slow app doesn't get more and more requests.
  ///
  /// - Parameter again: Whether to load known details again.
  mutating func startLoading(_ names: [String], again: Bool) -> [String] {
    names.filter { name in
      (again || details[name] == nil) && loading.insert(name).inserted
    }
  }

  /// Records that choices are being loaded; returns the ones to load.
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
  case choices(String, Result<[FormChoice], Failure>)
  /// The progress of an action.
  case progress(String, text: String)
  /// An action has ended.
  case ended(String, Ending)

  /// Why the app can't provide something.
  struct Failure: Error, Hashable, Sendable {
    let reason: String
  }

  enum Ending: Hashable, Sendable {
    case done
    case canceled
    case failed(reason: String)
  }
}
