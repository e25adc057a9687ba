import Foundation
import PollerCore
import Settings
import Testing

/// The folders of one test, with the daemon's and the editor's files.
final class Home: Sendable {
  let folder: String
  /// Variables in addition to those that all tests have.
  let variables: [String: String]

  /// Creates the folders, and a settings file with some overrides.
  init(
    variables: [String: String] = [:], _ overrides: @Sendable (inout PollerSettings) -> Void = { _ in }
  ) async throws {
    self.variables = variables
    folder = NSTemporaryDirectory() + "poller-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/poller", withIntermediateDirectories: true)
    try await change { settings in
      settings.log.level = .polls
      settings.polling.jitter = 0
      overrides(&settings)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var file: String { folder + "/poller/settings.json" }

  var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder + "/state", "LC_ALL": "C.UTF-8",
      "XDG_CONFIG_DIRS": folder + "/system", "PATH": "/usr/bin:/bin",
    ].merging(variables) { $1 }
  }

  /// The bytes of the settings file.
  var bytes: Data? { FileManager.default.contents(atPath: file) }

  /// Changes the settings in this process, which isn't the daemon's.
  @discardableResult
  func change(_ body: @Sendable (inout PollerSettings) -> Void) async throws -> ApplyOutcome {
    try await SettingsStore<PollerSettings>(file: file, hooks: nil, options: StoreOptions(refresh: .manual))
      .update(body)
  }

  /// Writes the settings file as an editor of text does.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}

extension PollerSettings.Target {
  /// A target whose name and address matter to a test.
  init(_ name: String, _ url: String) {
    self.init()
    (self.name, self.url) = (name, url)
  }
}
