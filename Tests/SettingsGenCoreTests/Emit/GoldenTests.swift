import Foundation
import Testing

@testable import SettingsGenCore

/// The outputs for the sources that other test targets compile and run, compared with those that were checked in.
///
/// After a change that is meant, `SETTINGS_GEN_UPDATE=1 swift test --filter GoldenTests` writes them anew.
@Suite struct GoldenTests {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("The outputs are as checked in", arguments: ["GeneratedFixtureTests", "PublicFixtureTests"])
  func goldens(target: String) throws {
    let sources = Self.tests.appending(path: target).path
    let goldens = Self.tests.appending(path: "SettingsGenCoreTests/Goldens")
    for (option, file) in [("--schema", "\(target).schema.json"), ("--swift", "\(target).swift.txt")] {
      let result = GeneratorCommand.run(arguments: [option, "-", sources])
      #expect(result.exitCode == .done, "\(result.errors)")
      // The code has the places that its parts come from.
      let output = result.output.replacing(sources, with: target)
      let golden = goldens.appending(path: file)
      if ProcessInfo.processInfo.environment["SETTINGS_GEN_UPDATE"] != nil {
        try Data(output.utf8).write(to: golden)
      }
      #expect(try String(contentsOf: golden, encoding: .utf8) == output)
    }
  }
}
