import Foundation
import TestSupport
import Testing

/// The background processes that roll back applies that aren't confirmed in time.
enum Watchers {
  /// Returns the identifiers of the running processes for a confirmation.
  static func processes(of id: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int(name) != nil, let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      let text = String(decoding: words, as: UTF8.self)
      return text.contains("__watch") && text.contains(id)
    }
  }

  /// Kills the process for a confirmation, as if the machine had been switched off.
  static func end(of id: String) async throws {
    try await waitUntil("the watcher") { try !processes(of: id).isEmpty }
    for process in try processes(of: id) { _ = try Run("/bin/kill", ["-9", process]) }
    try await waitUntil("the end of the watcher") { try processes(of: id).isEmpty }
  }
}
