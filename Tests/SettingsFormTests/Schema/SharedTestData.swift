import Foundation

@testable import SettingsForm

/// Test data that lies beside the package.
enum SharedTestData {
  static let folder = URL(filePath: #filePath).appending(path: "../../../../../shared/testdata").standardized

  static let schemaSuite = folder.appending(path: "JSON-Schema-Test-Suite/tests/draft2020-12")

  static let hasSchemaSuite = FileManager.default.fileExists(atPath: schemaSuite.path)

  static func json(_ url: URL) throws -> JSONValue {
    try JSONValue(parsing: String(decoding: Data(contentsOf: url), as: UTF8.self))
  }
}
