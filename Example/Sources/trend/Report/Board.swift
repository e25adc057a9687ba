import Settings
import Synchronization
import TrendCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of measurements and its results, kept up to date by the hooks of the settings.
///
/// The protocols have one requirement for each side effect, injected text, detail, action and list of choices of `TrendSettings`.
final class Board: TrendSideEffects, TrendEditorHooks {
  private struct State {
    var settings: TrendSettings
    var analysis: Analysis
    /// The readings of the file, until it or the format changes.
    var cached: CachedReadings
  }

  private struct CachedReadings {
    var readings: [Reading]
    var format: CSVFormat
    var modified: Date?
  }

  private let file: MeasurementsFile?
  private let state: Mutex<State>

  /// Reads and calculates for the first time. Without a file there are no measurements.
  init(_ file: MeasurementsFile?, settings: TrendSettings) throws(Failure) {
    self.file = file
    let cached = try Self.read(file, settings)
    state = Mutex(
      State(settings: settings, analysis: Analysis(cached.readings, settings: settings), cached: cached))
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

  /// Adopts settings, reads the file again if it has changed, and calculates; on a failure nothing changes.
  func recalculate(with settings: TrendSettings) throws(Failure) {
    var cached = state.withLock(\.cached)
    if cached.format != settings.input.format || cached.modified != file?.modified {
      cached = try Self.read(file, settings)
    }
    adopt(cached, settings)
  }

  private func adopt(_ cached: CachedReadings, _ settings: TrendSettings) {
    let analysis = Analysis(cached.readings, settings: settings)
    state.withLock { $0 = State(settings: settings, analysis: analysis, cached: cached) }
  }

  private static func read(
    _ file: MeasurementsFile?, _ settings: TrendSettings
  ) throws(Failure) -> CachedReadings {
    let format = settings.input.format
    let modified = file?.modified
    return CachedReadings(
      readings: try file?.readings(format: format) ?? [], format: format, modified: modified)
  }

  // MARK: - Hooks

  func recalculate(_ changes: [SettingChange]) async throws {
    try recalculate(with: SettingsFile.open().saved)
  }

  func fileSize() -> String { file?.size.map { "\($0) bytes" } ?? "no file" }

  func lastReading() -> String {
    let now = state.withLock { $0 }
    guard let last = now.cached.readings.max(by: { $0.day < $1.day }) else { return "none" }
    let value = decimal(last.value, places: now.settings.display.places)
    return "\(value) \(now.settings.display.unit) on \(last.day)"
  }

  func columns() throws -> [SettingsChoice] {
    guard let file else { return [] }
    let format = state.withLock(\.settings.input.format)
    return format.columns(in: try file.text()).map { SettingsChoice($0) }
  }

  func forgetCachedData(_ progress: ActionProgress) async throws {
    progress("reading \(file?.path ?? "nothing")")
    let settings = state.withLock(\.settings)
    let cached = try Self.read(file, settings)
    try Task.checkCancellation()
    adopt(cached, settings)
    progress("read \(cached.readings.count) measurements again")
  }

  func displayHeader() -> String {
    let now = state.withLock { $0 }
    guard let last = now.analysis.trend.readings.last else { return "There are no measurements yet." }
    let value = decimal(last.value, places: now.settings.display.places)
    return "\(sparkline(of: now.analysis.trend, columns: 40)) \(value) \(now.settings.display.unit)"
  }
}
