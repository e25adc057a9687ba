#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public suites and real files that some tests read. CONTRIBUTING.md says where each comes from.
///
/// A test asks `TestData.has("JSONTestSuite")` in its condition and is skipped without the suite, which isn't a part of the repository;
/// `Scripts/fetch-test-data` fetches all of them.
package enum TestData {
  /// The folder: `$SETTINGS_TEST_DATA`, else `Tests/Data`, else `shared/testdata` beside the checkout; `nil` if none of them exists.
  package static let folder: String? = {
    var root = #filePath
    for _ in 0..<3 { root = String(root[..<(root.lastIndex(of: "/") ?? root.startIndex)]) }
    let named = ProcessInfo.processInfo.environment["SETTINGS_TEST_DATA"].map { [$0] }
    return (named ?? [root + "/Tests/Data", root + "/../shared/testdata"])
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// Whether a suite is there.
  package static func has(_ suite: String) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: $0 + "/" + suite) } ?? false
  }

  package static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + path)))
  }

  package static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (folder ?? "") + "/" + path).sorted()
  }
}
