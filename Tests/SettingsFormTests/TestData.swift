#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Public suites and real files that stand beside the repository.
enum TestData {
  /// The folder; `nil` if it is not there.
  static let folder: String? = {
    var path = #filePath
    for _ in 0..<3 { path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
    let folder = path + "/../shared/testdata"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + path)))
  }

  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (folder ?? "") + "/" + path).sorted()
  }
}
