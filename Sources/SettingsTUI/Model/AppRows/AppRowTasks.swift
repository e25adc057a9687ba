import Settings

/// Requests the text of rows from the app, and runs its actions, without blocking the editor's loop.
@MainActor
final class AppRowTasks {
  private let hooks: (any SettingsHooks)?
  private let report: @Sendable (AppRowEvent) -> Void
  private var tasks: [Request: Task<Void, Never>] = [:]

  /// A request to the app, with the name of its hook.
  private enum Request: Hashable {
    case detail(String)
    case choices(String)
    case action(String)
  }

  /// - Parameter report: Receives what the app reports, from any thread.
  init(_ hooks: (any SettingsHooks)?, report: @escaping @Sendable (AppRowEvent) -> Void) {
    self.hooks = hooks
    self.report = report
  }

  /// Requests the text of a detail.
  func load(_ detail: String) {
    guard let hooks else { return }
    // A detached task doesn't block the main actor, even if the app's function blocks its thread.
    tasks[.detail(detail)] = Task.detached { [report] in
      report(.detail(detail, text: await hooks.detail(for: detail) ?? ""))
    }
  }

  /// Requests the values that the app offers.
  func loadChoices(_ name: String) {
    guard let hooks else { return }
    tasks[.choices(name)] = Task.detached { [report] in
      do {
        let choices = try await hooks.choices(for: name) ?? []
        let offered = choices.map { FormChoice(value: $0.value, title: $0.title, help: $0.help) }
        report(.choices(name, .success(offered)))
      } catch {
        report(.choices(name, .failure(.init(reason: String(describing: error)))))
      }
    }
  }

  /// Runs an action.
  func run(_ action: String) {
    guard let hooks else { return }
    tasks[.action(action)] = Task.detached { [report] in
      report(.ended(action, await Self.run(action, of: hooks, report)))
    }
  }

  private nonisolated static func run(
    _ action: String, of hooks: any SettingsHooks, _ report: @escaping @Sendable (AppRowEvent) -> Void
  ) async -> AppRowEvent.Ending {
    do {
      try await hooks.perform(action, ActionProgress { report(.progress(action, text: $0)) })
      return .done
    } catch {
      // Canceled functions throw errors of many types.
      return Task.isCancelled ? .canceled : .failed(reason: String(describing: error))
    }
  }

  /// Cancels an action. It has ended only when it reports that.
  func cancel(_ action: String) { tasks[.action(action)]?.cancel() }

  /// Cancels everything that runs.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
  }
}
