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

  @Test(
    "Eight processes apply at the same time: every acknowledged change is stored, and every other one was reported"
  )
  func applies() throws {
    let workspace = try Workspace(content: nil)
    func path(_ name: String) -> String { workspace.folder + "/" + name }
    try Self.form.write(toFile: path("numbers.form.json"), atomically: false, encoding: .utf8)
    let start = "{\n  \"$schema\": \"numbers.form.json\" // keep me\n}\n"
    try start.write(toFile: path("numbers.json"), atomically: false, encoding: .utf8)
    for process in 0..<Self.processes {
      try Self.script(process).write(toFile: path("script\(process)"), atomically: false, encoding: .utf8)
    }
    // The reader copies the file as fast as it can and keeps copies that are incomplete.
    let result = try Run(
      "/bin/sh",
      [
        "-c",
        """
        (reads=0; while [ ! -e done ]; do
          content=$(cat numbers.json; echo x); reads=$((reads + 1))
          case $content in '{'*'// keep me'*'}
        x') ;; *) printf '%s' "$content" >>torn ;; esac
        done; echo $reads >reads) &
        pids=; for p in \((0..<Self.processes).map(String.init).joined(separator: " ")); do
          sh -c "$(cat script$p)" '\(BuiltPrograms.settingsTUI)' & pids="$pids $!"
        done
        wait $pids; touch done; wait
        """,
      ], in: workspace.folder)
    #expect(result.signal == nil)
    #expect(!FileManager.default.fileExists(atPath: path("torn")))

    var final: [String: Int] = [:]
    let document = try String(contentsOfFile: path("numbers.json"), encoding: .utf8)
    for match in document.matches(of: /"(own\d|shared)": (-?\d+)/) { final[String(match.1)] = Int(match.2) }
    var sharedAcknowledged: Set<Int> = []
    for process in 0..<Self.processes {
      let results = try String(contentsOfFile: path("results\(process)"), encoding: .utf8).split(
        separator: "\n"
      )
      .map { $0.split(separator: " ") }
      #expect(results.count == Self.applies)
      let errors = (try? String(contentsOfFile: path("errors\(process)"), encoding: .utf8)) ?? ""
      // 75 means "try again"; 1 is the conflict about the shared number.
      #expect(
        results.allSatisfy { $0[2] == "0" || $0[2] == "75" || ($0[2] == "1" && $0[0] == "shared") },
        "\(errors)")
      if process >= Self.libraryProcesses {
        #expect(errors.split(separator: "\n").count == results.count { $0[2] != "0" })
      } else {
        #expect(errors.isEmpty)
      }
      let lastOwn = results.last { $0[0] == "own\(process)" && $0[2] == "0" }
      #expect(final["own\(process)"] == lastOwn.flatMap { Int($0[1]) })
      sharedAcknowledged.formUnion(
        results.filter { $0[0] == "shared" && $0[2] == "0" }.compactMap { Int($0[1]) })
    }
    #expect(final["shared"].map(sharedAcknowledged.contains) == true)
    #expect(final.count == Self.processes + 1)
    // Only the hidden folder is left.
    let left = try FileManager.default.contentsOfDirectory(atPath: workspace.folder).filter {
      $0.hasPrefix(".")
    }
    #expect(left == [".numbers.json.history"])
  }
}
