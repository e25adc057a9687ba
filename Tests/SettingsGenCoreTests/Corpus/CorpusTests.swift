import Foundation
import Testing

@testable import SettingsGenCore

/// Tests with all Swift files of the packages in a folder of bare repositories.
@Suite struct CorpusTests {
  private static let packages = URL(filePath: "/opt/swift-packages")

  private static let repositories: [URL] = {
    let files = FileManager.default
    let owners = (try? files.contentsOfDirectory(at: packages, includingPropertiesForKeys: nil)) ?? []
    return owners.flatMap { owner in
      ((try? files.contentsOfDirectory(at: owner, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "git" }
    }.sorted { $0.path < $1.path }
  }()

  /// The packages of the short run, or all with `SETTINGS_CORPUS=all`.
  private static var chosen: [URL] {
    if ProcessInfo.processInfo.environment["SETTINGS_CORPUS"] == "all" { return repositories }
    let names = [
      "swift-argument-parser", "swift-collections", "swift-algorithms", "swift-system", "swift-nio", "Yams",
      "swift-numerics", "swift-subprocess",
    ]
    return repositories.filter { names.contains($0.deletingPathExtension().lastPathComponent) }
  }

  @Test(
    "Real packages are parsed without problems, and every type ends at its closing brace",
    .enabled(if: !repositories.isEmpty, "there are no repositories in /opt/swift-packages"))
  func realSources() throws {
    var count = 0
    for repository in Self.chosen {
      for (path, text) in try sources(of: repository) {
        guard !text.isEmpty else { continue }
        let file = SourceFile(path: path, padded: text + [UInt8](repeating: 0, count: SourceFile.padding))
        let found = Parser.parse(file)
        #expect(found.problems == [], "\(repository.lastPathComponent) \(path)")
        for type in found.types where type.keyword != .protocol {
          #expect(type.end > type.name.end && file.bytes[type.end - 1] == Byte.rightBrace, "\(path)")
          if let parent = type.parent { #expect(type.end <= found.types[parent].end, "\(path)") }
        }
        count += 1
      }
    }
    #expect(count > 500)
  }

  /// The Swift files at a repository's head, read from a tar archive.
  private func sources(of repository: URL) throws -> [(path: String, text: [UInt8])] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", repository.path, "archive", "HEAD"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let archive = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    var files: [(String, [UInt8])] = []
    var offset = 0
    while offset + 512 <= archive.count, archive[offset] != 0 {
      func field(_ start: Int, _ length: Int) -> String {
        let bytes = archive[(offset + start)..<(offset + start + length)].prefix { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
      }
      let size = Int(field(124, 11), radix: 8) ?? 0
      let name = field(0, 100)
      if archive[offset + 156] == UInt8(ascii: "0"), name.hasSuffix(".swift") {
        files.append((name, Array(archive[(offset + 512)..<(offset + 512 + size)])))
      }
      offset += 512 + (size + 511) / 512 * 512
    }
    return files
  }
}
