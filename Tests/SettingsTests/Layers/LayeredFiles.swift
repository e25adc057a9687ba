import Foundation
import Testing

@testable import Settings

/// Layers in a temporary folder, and stores on them.
///
///     let files = try LayeredFiles()
///     try files.write("site.json", #"{"width": 100}"#)
///     let store = try files.store(below: [.file(files.path("site.json"))])
///     store.effective(["width"])    100
///
/// The written file is `user.json`. The form has a rule, a list and a dictionary, because values of layers are merged by member, and rules
/// run over the result.
final class LayeredFiles {
  static let form = #"""
    {"type": "object", "properties": {
      "width": {"type": "integer", "title": "Width", "default": 80, "minimum": 1, "maximum": 200},
      "tags": {"type": "array", "title": "Tags", "items": {"type": "string"}, "default": []},
      "token": {"type": "string", "title": "Token", "default": "", "writeOnly": true},
      "limits": {"type": "object", "title": "Limits", "additionalProperties": {"type": "integer"}, "default": {}},
      "network": {"type": "object", "title": "Network", "properties": {
        "useProxy": {"type": "boolean", "title": "Use proxy", "default": false},
        "proxyPort": {"type": "integer", "title": "Proxy port", "default": 8080, "x-setting": {"requiresRestart": true}},
        "ratio": {"type": "number", "title": "Ratio", "default": 0.5}}}},
      "x-rules": [
        {"when": {"==": [{"var": "network.useProxy"}, true]}, "set": "network.ratio", "to": 0.25}]}
    """#

  let folder: URL
  let index: FormIndex

  init(form: String = LayeredFiles.form) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    index = FormIndex(try FormSchema(written: Array(form.utf8)))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
    return url.path
  }

  func store(
    below: [SettingsLayer] = [], above: [SettingsLayer] = [], refresh: SettingsRefreshPolicy = .manual
  ) throws -> StoreEngine {
    try StoreEngine(
      form: index, layers: SettingsLayers(below: below, file: path("user.json"), above: above),
      options: StoreOptions(refresh: refresh))
  }
}

extension StoreEngine {
  /// The effective value at a dotted path.
  func effective(_ path: SettingPath) -> JSONValue? { draft().effectiveValue(at: path) }

  /// The errors of layers without which the store can't be opened.
  static func layerErrors(_ open: () throws -> StoreEngine) throws -> [String] {
    let error = try #require(throws: SettingsStoreError.self) { _ = try open() }
    guard case .layers(let problems) = error else {
      Issue.record("\(error)")
      return []
    }
    return problems.map(\.description)
  }
}
