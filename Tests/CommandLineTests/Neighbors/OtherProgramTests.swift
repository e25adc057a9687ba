import Foundation
import Synchronization
import TestSupport
import Testing

/// How long programs change one file: for a number of seconds, and until each command has stored something between two saves of the editors.
/// That takes longer on a busy machine.
final class OtherProgramRace: Sendable {
  private let end: ContinuousClock.Instant
  private let limit: ContinuousClock.Instant
  /// The commands that have stored nothing.
  private let unlucky: Mutex<Set<Int>>

  init(seconds: Int, setters: Range<Int>) {
    end = .now + .seconds(seconds)
    limit = end + .seconds(60)
    unlucky = Mutex(Set(setters))
  }

  var goesOn: Bool {
    let now = ContinuousClock.now
    return now < end || now < limit && unlucky.withLock { !$0.isEmpty }
  }

  func hasStored(_ setter: Int) { unlucky.withLock { _ = $0.remove(setter) } }
}

/// Commands and independent editors that change one file at the same time.
///
/// `SETTINGS_RACE_SECONDS=600` sets the duration.
@Suite struct OtherProgramTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["SETTINGS_RACE_SECONDS"].flatMap { Int($0) } ?? 6
  /// The number of processes of each kind: programs that use the library, and scripts that use the command line.
  private static let setters = 2

  /// The form declares the markers of some of the editors.
  private static var form: String {
    let numbers = (["shared"] + (0..<(2 * setters)).map { "own\($0)" })
      .map { #""\#($0)": {"type": "integer", "default": -1}"# }
    let texts = [OtherEditor.Style.rename, .truncate].map { #""\#($0.rawValue)": {"type": "string"}"# }
    return #"{"type": "object", "properties": {\#((numbers + texts).joined(separator: ", "))}}"#
  }

  private static var content: String {
    let lines = OtherEditor.Style.allCases.map { "  \(OtherEditor.line($0, 0)),\n" }
    return "{\n  \"$schema\": \"race.form.json\",\n\(lines.joined())  \"comment\": \"\" // keep me\n}\n"
  }

  /// A change of a process: the line in the file and the exit status.
  private struct SetResult {
    var line: String
    var status: Int
  }

  @Test("Whichever way other programs save, neither their saves nor acknowledged changes are lost")
  func race() throws {
    let workspace = try Workspace(content: nil)
    let path = workspace.folder + "/race.json"
    try Self.form.write(toFile: workspace.folder + "/race.form.json", atomically: false, encoding: .utf8)
    try Self.content.write(toFile: path, atomically: false, encoding: .utf8)

    // Without a history, an emptied file would be a valid empty file.
    let first = try workspace.run("set", "race.json", "own0=-2", "--yes")
    try #require(first.status == 0, "\(first.errors)")

    let race = OtherProgramRace(seconds: Self.seconds, setters: Self.setters..<(2 * Self.setters))
    let editors = OtherEditor.Style.allCases.map { OtherEditor($0, of: "race.json", in: workspace.folder) }
    let collector = VersionCollector(of: path)
    let (ours, others) = (DispatchGroup(), DispatchGroup())
    func start(_ group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
      group.enter()
      let thread = Thread {
        body()
        group.leave()
      }
      thread.start()
    }
    for editor in editors { start(ours) { editor.run(in: race) } }
    for setter in 0..<Self.setters {
      let script = """
        '\(BuiltPrograms.applyLoop)' race.form.json race.json \(setter) \(Self.seconds)s >results\(setter) 2>errors\(setter)
        """
      start(ours) { [folder = workspace.folder] in _ = try? Run("/bin/sh", ["-c", script], in: folder) }
    }
    for setter in Self.setters..<(2 * Self.setters) {
      start(ours) { [folder = workspace.folder] in Self.set(setter, in: folder, race) }
    }
    start(others) { collector.run() }
    ours.wait()
    collector.stop()
    others.wait()
    // Another change records the content that the last ones displaced.
    let last = try workspace.run("set", "race.json", "own0=-3", "--yes")
    #expect(last.status == 0, "\(last.errors)")
    collector.collect()

    let results = try (0..<(2 * Self.setters)).flatMap { try self.results(of: $0, in: workspace) }
    let versions = collector.versions
    try expectSaves(of: editors, versions)
    expectChanges(results, versions, final: workspace.text(of: "race.json") ?? "")
    expectChain(versions)
    let left = try FileManager.default.contentsOfDirectory(atPath: workspace.folder).filter {
      $0.hasPrefix(".")
    }
    #expect(left == [".race.json.history"])
  }

  /// Sets numbers with the command line and records the results.
  private static func set(_ setter: Int, in folder: String, _ race: OtherProgramRace) {
    var (results, errors) = ("", "")
    var turn = 0
    while race.goesOn {
      let (key, value) = turn % 2 == 0 ? ("own\(setter)", turn) : ("shared", setter * 1_000_000 + turn)
      guard
        let run = try? Run(
          BuiltPrograms.settingsTUI, ["set", "race.json", "\(key)=\(value)", "--yes"], in: folder)
      else { continue }
      results += "\(key) \(value) \(run.status)\n"
      errors += run.errors
      if run.status == 0 { race.hasStored(setter) }
      turn += 1
    }
    try? results.write(toFile: folder + "/results\(setter)", atomically: false, encoding: .utf8)
    try? errors.write(toFile: folder + "/errors\(setter)", atomically: false, encoding: .utf8)
  }

  private func results(of setter: Int, in workspace: Workspace) throws -> [SetResult] {
    let text = try #require(workspace.text(of: "results\(setter)"))
    let errors = (workspace.text(of: "errors\(setter)") ?? "").split(separator: "\n")
      .filter { !$0.contains("warning:") }.joined(separator: "\n")
    let results = text.split(separator: "\n").compactMap { line -> SetResult? in
      let words = line.split(separator: " ")
      guard words.count >= 3, let status = Int(words[2]) else { return nil }
      return SetResult(line: "\"\(words[0])\": \(words[1])", status: status)
    }
    #expect(results.contains { $0.status == 0 }, "setter \(setter): \(errors)")
    // 1 is a conflict about a number that another process has changed, or an editor has overwritten; 65 and 66 are a file that
    // another program is writing; 75 means "try again".
    let isExpected = results.allSatisfy { [0, 1, 65, 66, 75].contains($0.status) }
    #expect(isExpected, "setter \(setter): \(errors)")
    return results
  }

  /// Checks that each save of an editor is in the file, or is a version if another editor has overwritten it.
  private func expectSaves(of editors: [OtherEditor], _ versions: [Int: VersionCollector.Version]) throws {
    for editor in editors {
      let report = editor.report
      let lost = report.missing.filter { missing in
        !versions.values.contains { $0.content.contains(missing.marker) }
      }
      #expect(lost.isEmpty, "\(editor.style): \(lost.map(\.marker))")
      #expect(report.torn.isEmpty, "\(editor.style): \(report.torn)")
      #expect(report.saves > 0)
    }
  }

  /// Checks that every acknowledged change is a version.
  private func expectChanges(
    _ results: [SetResult], _ versions: [Int: VersionCollector.Version], final: String
  ) {
    var stored: Set<Substring> = []
    for content in versions.values.map(\.content) + [final] {
      for match in content.matches(of: /"(own[0-9]+|shared)": -?[0-9]+/) { stored.insert(match.0) }
    }
    let acknowledged = results.filter { $0.status == 0 }
    let lost = acknowledged.filter { !stored.contains(Substring($0.line)) }
    let numbers = versions.keys.sorted()
    let gaps = (numbers.last ?? 0) - (numbers.first ?? 0) + 1 - numbers.count
    #expect(lost.count <= gaps, "\(lost.map(\.line)), \(gaps) versions not seen")
  }

  /// Checks that each version of an apply differs from the previous version in one number only.
  private func expectChain(_ versions: [Int: VersionCollector.Version]) {
    var checked = 0
    for (number, version) in versions where version.kind == "apply" {
      guard let former = versions[number - 1] else { continue }
      guard version.content.contains("keep me") else {
        // Another program had renamed the file.
        continue
      }
      let (old, new) = (lines(former.content), lines(version.content))
      let changed = new.subtracting(old).union(old.subtracting(new))
      #expect(
        changed.allSatisfy { $0.contains(/^"(own[0-9]+|shared)"/) } && changed.count <= 2,
        "\(number): \(changed)")
      checked += 1
    }
    #expect(checked > 0)
  }

  private func lines(_ content: String) -> Set<String> {
    Set(
      content.replacing(",", with: "").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
  }
}
