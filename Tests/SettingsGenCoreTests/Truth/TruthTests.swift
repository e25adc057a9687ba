import Foundation
import SettingsForm
import TestSupport
import Testing

@testable import SettingsGenCore

/// Compares forms with the behavior of compiled programs.
@Suite struct TruthTests {
  private static let isReady = Compiler() != nil

  @Test("The form has the defaults, keys and verdicts of the running program", .enabled(if: isReady))
  func truth() throws {
    #expect(try judge(TruthProgram.all, options: []) >= 450)
  }

  @Test("The generated code handles conditions that the build decides", .enabled(if: isReady))
  func conditions() throws {
    try judge(TruthProgram.conditions, options: ["-D", "DEBUG", "-D", "FLAG", "-swift-version", "5"])
  }

  @Test("The generated code compiles with main-actor isolation by default", .enabled(if: isReady))
  func isolation() throws {
    try judge(TruthProgram.names, options: ["-default-isolation", "MainActor"])
  }

  @Test(
    "Types of other modules have the defaults, keys and verdicts of the running program",
    .enabled(if: isReady))
  func modules() throws {
    try judge(TruthProgram.imports, options: [], modules: TruthProgram.modules)
  }

  /// Judges programs, and returns the number of their settings.
  @discardableResult
  private func judge(
    _ programs: [TruthProgram], options: [String], modules: [(name: String, source: String)] = []
  ) throws -> Int {
    let run = try TruthRun(
      programs, compiler: try #require(Compiler()), options: options, modules: modules)
    for item in run.judged {
      let faults = try TruthFaults(item, run).all
      #expect(faults == [], "\(item.program): \(item.messages)")
    }
    return run.judged.reduce(0) { $0 + ($1.form?.schema.settingCount ?? 0) }
  }
}
