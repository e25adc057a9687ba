import Foundation
import SettingsSystem
import Testing

@testable import SettingsGenCore

/// Compares the outputs for the sources of other test targets, which compile and run them, with golden files.
///
/// After an intended change, `SETTINGS_GEN_UPDATE=1 swift test --filter GoldenTests` updates the golden files.
@Suite struct GoldenTests {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("The outputs equal the golden files", arguments: ["GeneratedFixtureTests", "PublicFixtureTests"])
  func goldens(target: String) throws {
    let sources = Self.tests.appending(path: target).path
    let goldens = Self.tests.appending(path: "SettingsGenCoreTests/Goldens")
    for (option, file) in [("--schema", "\(target).schema.json"), ("--swift", "\(target).swift.txt")] {
      let result = GeneratorCommand.run(arguments: [option, "-", sources])
      #expect(result.exitStatus == .done, "\(result.errors)")
      // The code contains the paths of its sources.
      let output = result.output.replacing(sources, with: target)
      let golden = goldens.appending(path: file)
      if ProcessInfo.processInfo.environment["SETTINGS_GEN_UPDATE"] != nil {
        try Data(output.utf8).write(to: golden)
      }
      #expect(try String(contentsOf: golden, encoding: .utf8) == output)
    }
  }
}
