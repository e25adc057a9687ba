import Settings
import TrendCore

/// `trend watch`: prints the report after each change of the measurements or the settings.
struct WatchCommand {
  private let store: SettingsStore<TrendSettings>
  private let file: MeasurementsFile
  private let board: Board

  init(file: String?) throws(Failure) {
    try SettingsFile.makeFolder()
    store = try SettingsFile.open()
    self.file = try MeasurementsFile(file, settings: store.values)
    board = try Board(self.file, settings: store.values)
  }

  func run() async throws {
    draw()
    try await withThrowingTaskGroup { group in
      group.addTask { await followSettings() }
      group.addTask { try await followFile() }
      try await group.waitForAll()
    }
  }

  /// Handles changes that this process or another one has applied.
  private func followSettings() async {
    for await changes in store.changes() {
      var notes = changes.filter { !$0.requiresRestart }.map { "\($0.title): \($0.oldText) → \($0.newText)" }
      if changes.contains(where: { $0.sideEffects.contains("recalculate") }) {
        notes += recalculate()
      } else {
        board.show(store.values)
      }
      draw(notes)
    }
  }

  private func followFile() async throws {
    var known = file.modified
    while true {
      try await Task.sleep(for: .seconds(max(0.05, store.values.pollInterval)))
      let modified = file.modified
      if modified != known {
        known = modified
        draw(recalculate())
      }
    }
  }

  /// Calculates with the current settings; returns what is wrong if that fails.
  private func recalculate() -> [String] {
    do {
      try board.recalculate(with: store.values)
      return []
    } catch {
      return ["\(error.message); the report is unchanged"]
    }
  }

  private func draw(_ notes: [String] = []) {
    let waiting = store.pendingRestart.map { path in
      "\(store.title(at: path) ?? "\(path)"): waits until you start `trend watch` again"
    }
    Terminal.clear()
    Terminal.write(board.report(columns: Terminal.columns).text(inColors: Terminal.hasColors))
    Terminal.write((notes + waiting).map { "\n\($0)\n" }.joined())
  }
}
