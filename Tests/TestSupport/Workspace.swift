import Foundation

/// A temporary folder for one test with a form and a settings file.
///
///     settings.json        as people write it, with comments, a secret and a member that names the form
///     server.form.json     network.port, network.host, network.token, verbose, level
///
/// It is the usual ground of tests of commands, in the process (`SettingsCommandsTests`) and with the built program (`CommandLineTests`):
/// both add a function `run` that takes the words of a command. The folder is removed with the object, so keep it while a program uses it.
public final class Workspace: Sendable {
  /// The folder's path.
  public let folder: String
  /// The settings file's path.
  public var file: String { folder + "/settings.json" }

  /// The form in `server.form.json`.
  public static let form = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-form": 1,
      "type": "object",
      "title": "Server",
      "properties": {
        "network": {
          "type": "object",
          "title": "Network",
          "description": "How the server is reached.",
          "properties": {
            "port": {
              "type": "integer", "title": "Port", "description": "Where the server listens.", "default": 8080,
              "minimum": 1, "maximum": 65535, "x-setting": { "requiresRestart": true }
            },
            "host": { "type": "string", "title": "Host", "default": "localhost" },
            "token": { "type": "string", "title": "Token", "default": "", "writeOnly": true }
          }
        },
        "verbose": { "type": "boolean", "title": "Verbose", "description": "Says more.", "default": false },
        "level": {
          "title": "Level", "type": "string", "default": "info",
          "oneOf": [
            { "const": "info", "title": "Info" }, { "const": "debug", "title": "Debug" }
          ]
        }
      }
    }
    """#

  /// A settings file as people write it.
  public static let content = """
    {
      "$schema": "server.form.json",
      // Where people find us.
      "network": {
        "port": 9000, // behind the proxy
        "token": "hunter2-s3cret"
      },
      "verbose": false
    }

    """

  /// Creates the folder.
  ///
  /// - Parameter content: The settings file's content; `nil` for no file.
  public init(content: String? = Workspace.content) throws {
    folder = NSTemporaryDirectory() + "settings-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Workspace.form.write(toFile: folder + "/server.form.json", atomically: false, encoding: .utf8)
    if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: file)) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The settings file's content as text; `nil` if there is no file.
  public var content: String? {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the text of a file in the folder; `nil` if there is no such file.
  public func text(of name: String) -> String? {
    FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }
}
