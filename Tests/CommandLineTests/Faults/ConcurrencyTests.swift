import Foundation
import TestSupport
import Testing

/// Many processes on one file: no acknowledged change is lost, and no reader sees partial content.
///
/// `SETTINGS_APPLIES` sets the number of applies of each process.
@Suite struct ConcurrencyTests {
  private static let processes = 8
  /// The number of processes that use the library; the others use the command line.
  private static let libraryProcesses = 4
  private static let applies =
    ProcessInfo.processInfo.environment["SETTINGS_APPLIES"].flatMap { Int($0) } ?? 12

  /// A form with a number for each process, and one that all of them set.
  private static var form: String {
    let numbers = (["shared"] + (0..<processes).map { "own\($0)" })
      .map { #""\#($0)": {"type": "integer", "title": "\#($0)", "default": -1}"# }
    return #"{"type": "object", "title": "Numbers", "properties": {\#(numbers.joined(separator: ", "))}}"#
  }

  /// The script of a process: every second time it sets the shared number to a unique one. Each line of its output is
  /// `KEY VALUE STATUS`.
  private static func script(_ process: Int) -> String {
    guard process >= libraryProcesses else {
      return """
        '\(BuiltPrograms.applyLoop)' numbers.form.json numbers.json \(process) \(applies) \
          >results\(process) 2>errors\(process)
        """
    }
    return """
      i=0; while [ $i -lt \(applies) ]; do
        if [ $((i % 2)) = 0 ]; then key=own\(process) value=$i; else key=shared value=$((\(process) * 100000 + i)); fi
        "$0" set numbers.json $key=$value --yes >/dev/null 2>>errors\(process); echo "$key $value $?" >>results\(process)
        i=$((i + 1))
      done
      """
  }

  /// Reads the file as fast as it can while the processes apply, and stores what isn't a whole document in `torn`.
  private static let race = """
    (reads=0; while [ ! -e done ]; do
      content=$(cat numbers.json; echo x); reads=$((reads + 1))
      case $content in '{'*'// keep me'*'}
    x') ;; *) printf '%s' "$content" >>torn ;; esac
    done; echo $reads >reads) &
    pids=; for p in \((0..<processes).map(String.init).joined(separator: " ")); do
      sh -c "$(cat script$p)" '\(BuiltPrograms.settingsTUI)' & pids="$pids $!"
    done
    wait $pids; touch done; wait
    """

  /// What one process reported about an apply. After the status, processes that use the library add times.
  private struct Report {
    let key: String
    let value: Int
    let status: Int

    init(_ line: Substring) throws {
      let words = line.split(separator: " ")
      try #require(words.count >= 3)
      (key, value, status) = (String(words[0]), try #require(Int(words[1])), try #require(Int(words[2])))
    }

    /// Whether the change was stored, or not for a reason that such a race may have: 75 means “try again”, and 1 is the
    /// conflict about the shared number.
    var isExpected: Bool { status == 0 || status == 75 || (status == 1 && key == "shared") }
  }

  @Test(
    "Eight processes apply at the same time: each acknowledged change is stored, each other one is reported")
  func applies() throws {
    let workspace = try Workspace(content: nil)
    try prepare(workspace)
    let result = try Run("/bin/sh", ["-c", Self.race], in: workspace.folder)
    #expect(result.signal == nil)
    #expect(workspace.text(of: "torn") == nil)

    let document = try #require(workspace.text(of: "numbers.json"))
    let stored = Dictionary(
      uniqueKeysWithValues: document.matches(of: /"(own\d|shared)": (-?\d+)/).compactMap { match in
        Int(match.2).map { (String(match.1), $0) }
      })
    #expect(stored.count == Self.processes + 1)
    var acknowledged: Set<Int> = []
    for process in 0..<Self.processes {
      let reports = try check(process, in: workspace)
      let lastOwn = reports.last { $0.key == "own\(process)" && $0.status == 0 }
      #expect(stored["own\(process)"] == lastOwn?.value)
      acknowledged.formUnion(reports.filter { $0.key == "shared" && $0.status == 0 }.map(\.value))
    }
    #expect(try acknowledged.contains(#require(stored["shared"])))
    let left = try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
      .filter { $0.hasPrefix(".") }
    #expect(left == [".numbers.json.history"], "No temporary file is left.")
  }

  private func prepare(_ workspace: Workspace) throws {
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
    }
    try write(Self.form, "numbers.form.json")
    try write("{\n  \"$schema\": \"numbers.form.json\" // keep me\n}\n", "numbers.json")
    for process in 0..<Self.processes { try write(Self.script(process), "script\(process)") }
  }

  /// Checks what a process reported about each of its applies, and returns it.
  private func check(_ process: Int, in workspace: Workspace) throws -> [Report] {
    let reports = try #require(workspace.text(of: "results\(process)")).split(separator: "\n").map(
      Report.init)
    let errors = workspace.text(of: "errors\(process)") ?? ""
    #expect(reports.count == Self.applies)
    let unexpected = reports.filter { !$0.isExpected }
    #expect(unexpected.isEmpty, "\(errors)")
    // The library's processes print no errors; the commands print one line for each apply that failed.
    let failures = process < Self.libraryProcesses ? 0 : reports.filter { $0.status != 0 }.count
    #expect(errors.split(separator: "\n").count == failures, "\(errors)")
    return reports
  }
}
