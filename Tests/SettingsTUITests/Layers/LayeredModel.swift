import Foundation
import SettingsEditing
import SettingsSchemas

/// A view model on the files of some layers in a temporary folder.
///
///     system      width 100, network.port 3128 and locked
///     drop-in     network.proxy
///     user        width 120: the file that is edited
///     variables   TREND_TOKEN
///
/// The paths are long, so screens have to cut them. The random part has always the same length, and ``masking`` replaces it in golden
/// screens.
@MainActor
final class LayeredModel {
  private static let form = """
    {"title": "Trend", "type": "object", "properties": {
      "width": {"type": "integer", "title": "Width", "description": "The width of the plot.", "default": 80},
      "token": {"type": "string", "title": "Token", "default": "", "writeOnly": true},
      "network": {"type": "object", "title": "Network", "properties": {
        "proxy": {"type": "string", "title": "Proxy", "default": ""},
        "port": {"type": "integer", "title": "Port", "default": 8080}}}}}
    """

  static let system = "srv/configuration/of/all/machines/etc/xdg/trend/settings.json"
  static let dropIn = "srv/configuration/of/all/machines/etc/xdg/trend/settings.d/50-proxy.json"
  static let user = "home/.config/trend/settings.json"

  let folder: URL
  let model: FormViewModel

  init() throws {
    // Screens either show the whole random name or nothing of it, and its length is the same in each run.
    folder = URL(filePath: "/tmp/settings-of-tests/\(UUID().uuidString.prefix(8))")
    for inner in ["srv/configuration/of/all/machines/etc/xdg/trend/settings.d", "home/.config/trend"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: inner), withIntermediateDirectories: true)
    }
    try Self.write(
      #"{"$locked": ["network.port"], "network": {"port": 3128}, "width": 100}"#, folder, Self.system)
    try Self.write(#"{"network": {"proxy": "proxy.example"}}"#, folder, Self.dropIn)
    try Self.write(#"{"width": 120}"#, folder, Self.user)
    let layers = SettingsLayers(
      below: [
        .file(folder.appending(path: Self.system).path),
        .folder(folder.appending(path: "srv/configuration/of/all/machines/etc/xdg/trend/settings.d").path),
      ],
      file: folder.appending(path: Self.user).path,
      above: [.environment(prefix: "TREND", variables: ["TREND_TOKEN": "secret-of-the-environment"])])
    model = FormViewModel(
      try StoreEngine(
        form: FormIndex(parsingSchema: Array(Self.form.utf8)), layers: layers,
        options: StoreOptions(refresh: .manual)))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  func write(_ text: String, _ name: String) throws { try Self.write(text, folder, name) }

  private static func write(_ text: String, _ folder: URL, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
  }

  /// The part of the paths that differs between runs, and what screens have instead of it.
  var masking: (String, String) { (String(folder.lastPathComponent.suffix(8)), "00000000") }
}
