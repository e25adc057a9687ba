import Settings
import Synchronization
import TrendCore

/// A file of measurements and its results, kept up to date by the hooks of the settings.
///
/// The protocol has one requirement for each side effect and each injected text of `TrendSettings`.
final class Board: TrendSettingsHooks {
  private struct State {
    var settings: TrendSettings
    var analysis: Analysis
  }

  private let file: MeasurementsFile?
  private let state: Mutex<State>

  /// Reads and calculates for the first time. Without a file there are no measurements.
  init(_ file: MeasurementsFile?, settings: TrendSettings) throws(Failure) {
    self.file = file
    let readings = try file?.readings(format: settings.input.format) ?? []
    state = Mutex(State(settings: settings, analysis: Analysis(readings, settings: settings)))
  }

  /// The current report.
  func report(columns: Int) -> Report {
    let now = state.withLock { $0 }
    return Report(analysis: now.analysis, settings: now.settings, columns: columns)
  }

  /// Adopts settings that only affect the display.
  func show(_ settings: TrendSettings) {
    state.withLock { $0.settings = settings }
  }

  /// Adopts settings, reads the file again and calculates; on a failure nothing changes.
  func recalculate(with settings: TrendSettings) throws(Failure) {
    let readings = try file?.readings(format: settings.input.format) ?? []
    let analysis = Analysis(readings, settings: settings)
    state.withLock { $0 = State(settings: settings, analysis: analysis) }
  }

  // MARK: - Hooks

  func recalculate(_ changes: [SettingChange]) async throws {
    try recalculate(with: SettingsFile.open().saved)
  }

  func displayHeader() -> String {
    let now = state.withLock { $0 }
    guard let last = now.analysis.trend.readings.last else { return "There are no measurements yet." }
    let value = decimal(last.value, places: now.settings.display.places)
    return "\(sparkline(of: now.analysis.trend, columns: 40)) \(value) \(now.settings.display.unit)"
  }
}
