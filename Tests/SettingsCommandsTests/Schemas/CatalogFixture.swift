import Foundation
import TestSupport

@testable import SettingsCommands

extension Workspace {
  /// Writes a file in the folder, and the folders around it.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: folder + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Removes the settings file.
  func removeFile() throws {
    try FileManager.default.removeItem(atPath: file)
  }

  /// Returns the catalogs in folders of the workspace. They count as named by the user, so a folder without a catalog is an error.
  func catalogs(_ names: String...) -> SchemaCatalogs {
    let folders = names.map { SchemaCatalogFolders.Folder(path: folder + "/" + $0, isNamed: true) }
    return SchemaCatalogs { folders }
  }

  /// Returns a path without the folder, whose name is another one in each run.
  func name(_ path: String?) -> String? { path?.replacing(folder + "/", with: "") }
}

/// Returns the text of a catalog with entries of a name, an address and patterns.
func catalogText(_ entries: (name: String, url: String, patterns: [String])...) -> String {
  let list = entries.map { entry in
    let patterns = entry.patterns.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"{"name": "\#(entry.name)", "url": "\#(entry.url)", "fileMatch": [\#(patterns)]}"#
  }
  return #"{"version": 1, "schemas": [\#(list.joined(separator: ",\n"))]}"#
}
