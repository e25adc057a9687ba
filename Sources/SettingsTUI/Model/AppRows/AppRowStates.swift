import Settings

/// What the app has reported for the rows and choices that it provides, by the names of its hooks.
struct AppRowStates {
  /// An action that was run.
  struct Action: Hashable {
    enum State {
      case running
      /// A person has canceled it, and it has not ended yet.
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

  /// The texts of details.
  private(set) var details: [String: String] = [:]
  /// The details that the app was asked for and has not provided yet.
  private(set) var loading: Set<String> = []
  private(set) var actions: [String: Action] = [:]
  /// The values that the app offers, or why it offers none.
  private(set) var choices: [String: Result<[FormChoice], AppRowEvent.Failure>] = [:]
  /// The choices that the app was asked for and has not provided yet.
  private(set) var loadingChoices: Set<String> = []
  /// The number of times that choices were provided.
  private(set) var choicesCount = 0

  /// Takes note that details are loaded, and returns those to load: none twice at the same time, so that a slow app isn't
  /// asked again and again.
  ///
  /// - Parameter again: Whether to load those that are known, too.
  mutating func startLoading(_ names: [String], again: Bool) -> [String] {
    names.filter { name in
      (again || details[name] == nil) && loading.insert(name).inserted
    }
  }

  /// Takes note that choices are loaded, and returns those to load.
  mutating func startLoadingChoices(_ names: [String], again: Bool) -> [String] {
    names.filter { name in
      (again || choices[name] == nil) && loadingChoices.insert(name).inserted
    }
  }

  /// The values that a hook offers; `nil` if they aren't known.
  func offered(by hook: String) -> [FormChoice]? { try? choices[hook]?.get() }

  /// Takes note that an action starts; `false` if it is running already.
  mutating func start(_ action: String) -> Bool {
    if actions[action]?.isRunning ?? false { return false }
    actions[action] = Action()
    return true
  }

  /// Takes note that an action is being canceled.
  mutating func cancel(_ action: String) {
    if actions[action]?.state == .running { actions[action]?.state = .canceling }
  }

  /// The actions that run and weren't canceled.
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
