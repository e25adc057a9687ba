import Foundation
import SettingsForm
import TestSupport
import Testing

@testable import SettingsGenCore

/// Tests with all Swift files of the packages in a folder of bare repositories.
@Suite struct CorpusTests {
  @Test(
    "Real packages are parsed without problems, and every type ends at its closing brace",
    .enabled(if: !CorpusPackage.all.isEmpty, "there are no repositories in /opt/swift-packages"))
  func realSources() throws {
    let names = [
      "swift-argument-parser", "swift-collections", "swift-algorithms", "swift-system", "swift-nio", "yams",
      "swift-numerics", "swift-subprocess",
    ]
    var count = 0
    for package in CorpusPackage.all where CorpusPackage.isComplete || names.contains(package.name) {
      for file in try package.files() where file.count > 0 {
        let found = Parser.parse(file)
        #expect(found.problems == [], "\(package.name) \(file.path)")
        for type in found.types where type.keyword != .protocol {
          #expect(type.end > type.name.end && file.bytes[type.end - 1] == Byte.rightBrace, "\(file.path)")
          if let parent = type.parent { #expect(type.end <= found.types[parent].end, "\(file.path)") }
        }
        count += 1
      }
    }
    #expect(count > 500)
  }

  @Test(
    "Structs of settings in real packages become roots by the conformance alone, or by what the generator says",
    .enabled(
      if: !CorpusPackage.all.isEmpty && Compiler() != nil, "there are no repositories in /opt/swift-packages")
  )
  func realSettings() throws {
    let compiler = try #require(Compiler())
    let isolated = try CorpusStruct.isolated(
      try CorpusPackage.all.flatMap { try CorpusStruct.all(in: $0) }, compiler)
    var programs: [TruthProgram] = []
    var refused: [String] = []
    for item in isolated {
      switch item.adopting() {
      case .success(let program): programs.append(program)
      case .failure(let refusal): refused.append("\(item.name): \(refusal.description)")
      }
    }
    #expect(isolated.count > 20)
    // What the program itself decides, such as its own 'encode(to:)', is no fault of the generator.
    let unfounded = refused.filter { text in
      !["writes itself", "computed by 'stringValue'", "have the same name as an environment variable"]
        .contains {
          text.contains($0)
        }
    }
    #expect(unfounded.count * 20 <= isolated.count, "\(unfounded)")
    // Every other program is compiled and judged, unless all packages are read.
    let judged = programs.enumerated().filter { CorpusPackage.isComplete || $0.offset.isMultiple(of: 2) }
    let run = try TruthRun(judged.map(\.element), compiler: compiler)
    // Most settings are like others but for their names and defaults. The verdict is the same, so it is asked for once.
    var probed: Set<String> = []
    for item in run.judged {
      let faults = try TruthFaults(item, run) { setting in
        var like = setting
        (like.key, like.title, like.help, like.defaultValue) = ("", "", "", nil)
        let schema = FormSection(key: "", title: "", items: [.setting(like)]).schema
        return probed.insert(JSONValue.object(schema.object).text(.compact)).inserted
      }.all
      #expect(faults == [], "\(item.program): \(item.messages)")
    }
  }
}

/// A package in the folder of repositories.
struct CorpusPackage {
  let name: String
  let repository: URL

  /// Whether tests read all packages.
  static let isComplete = ProcessInfo.processInfo.environment["SETTINGS_CORPUS"] == "all"

  /// All packages, each once: some repositories are there under several spellings of their names.
  static let all: [CorpusPackage] = {
    let files = FileManager.default
    func content(of url: URL) -> [URL] {
      ((try? files.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []).sorted {
        $0.path < $1.path
      }
    }
    var names: Set<String> = []
    return content(of: URL(filePath: "/opt/swift-packages")).flatMap(content).compactMap { url in
      let name = url.deletingPathExtension().lastPathComponent.lowercased()
      guard url.pathExtension == "git", names.insert(name).inserted else { return nil }
      return CorpusPackage(name: name, repository: url)
    }
  }()

  /// Whether a file at the head matches a regular expression of Git.
  func contains(_ pattern: String) throws -> Bool {
    try !output(of: ["grep", "-lE", pattern, "HEAD", "--", "*.swift"]).isEmpty
  }

  /// The Swift files at the head, read from a tar archive.
  func files() throws -> [SourceFile] {
    let archive = try output(of: ["archive", "HEAD"])
    var files: [SourceFile] = []
    var offset = 0
    while offset + 512 <= archive.count, archive[offset] != 0 {
      func field(_ start: Int, _ length: Int) -> String {
        let bytes = archive[(offset + start)..<(offset + start + length)].prefix { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
      }
      let size = Int(field(124, 11), radix: 8) ?? 0
      let path = field(0, 100)
      if archive[offset + 156] == UInt8(ascii: "0"), path.hasSuffix(".swift") {
        let text = Array(archive[(offset + 512)..<(offset + 512 + size)])
        files.append(SourceFile(path: path, text: text))
      }
      offset += 512 + (size + 511) / 512 * 512
    }
    return files
  }

  private func output(of arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", repository.path] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }
}
