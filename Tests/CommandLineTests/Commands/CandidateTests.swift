import Foundation
import TestSupport
import Testing

/// Candidates for `--prepare` that a killed process leaves in the temporary folder.
@Suite struct CandidateTests {
  private let workspace: Workspace
  private var temporary: String { workspace.folder + "/tmp" }

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
  }

  private func run(_ words: String...) throws -> Run { try run(words) }

  private func run(_ words: [String]) throws -> Run {
    try Run(
      "/bin/sh", ["-c", #"TMPDIR=$PWD/tmp exec "$0" "$@""#, BuiltPrograms.settingsTUI] + words,
      in: workspace.folder)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func makeFolder(_ name: String, mode: Int) throws {
    try FileManager.default.createDirectory(
      atPath: temporary + "/" + name, withIntermediateDirectories: false,
      attributes: [.posixPermissions: mode])
  }

  /// Leaves a candidate and returns its path.
  private func leaveCandidate() throws -> String {
    let killed = try run(
      "set", "settings.json", "network.port=9001", "--yes", "--prepare",
      #"echo "$SETTINGS_CANDIDATE" >path; kill -9 $PPID"#)
    #expect(killed.signal == 9)
    let path = try #require(workspace.text(of: "path")).trimmingCharacters(in: .newlines)
    #expect(path.hasPrefix(temporary + "/settings-candidate-"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("s3cret"))
    return path
  }

  @Test(
    "The next command removes them",
    arguments: [["get", "settings.json"], ["list", "settings.json"], ["edit", "settings.json", "--plain"]])
  func swept(words: [String]) throws {
    let path = try leaveCandidate()
    let other = try leaveCandidate()
    // The second run has removed the first candidate.
    #expect(!exists(path) && exists(other))
    #expect(try run(words).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    #expect(workspace.content == Workspace.content)
  }

  @Test("A candidate in use is kept")
  func inUse() throws {
    let result = try run(
      "set", "settings.json", "network.port=9001", "--yes", "--prepare",
      #"'\#(BuiltPrograms.settingsTUI)' get settings.json verbose && test -f "$SETTINGS_CANDIDATE""#)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test("Links aren't followed, and only private folders are removed, with what is in them")
  func planted() throws {
    let precious = workspace.folder + "/precious"
    try FileManager.default.createDirectory(
      atPath: precious, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try "1".write(toFile: precious + "/file", atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: temporary + "/settings-candidate-link", withDestinationPath: precious)
    try makeFolder("settings-candidate-open", mode: 0o755)
    try "1".write(toFile: temporary + "/settings-candidate-open/file", atomically: false, encoding: .utf8)
    try "1".write(toFile: temporary + "/settings-candidate-file", atomically: false, encoding: .utf8)
    #expect(mkfifo(temporary + "/settings-candidate-pipe", 0o600) == 0)
    try makeFolder("settings-candidate-odd", mode: 0o700)
    try FileManager.default.createSymbolicLink(
      atPath: temporary + "/settings-candidate-odd/link", withDestinationPath: precious + "/file")
    try makeFolder("settings-candidate-odd/inner", mode: 0o700)
    try makeFolder("settings-text", mode: 0o700)
    try "1".write(toFile: temporary + "/settings-text/value.txt", atomically: false, encoding: .utf8)
    #expect(try run("get", "settings.json").status == 0)
    for name in ["link/file", "open/file", "file", "pipe"] {
      #expect(exists(temporary + "/settings-candidate-" + name), "\(name)")
    }
    #expect(!exists(temporary + "/settings-candidate-odd"))
    #expect(exists(precious + "/file") && exists(temporary + "/settings-text/value.txt"))
  }
}
