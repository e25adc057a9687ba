import Foundation
import TestSupport
import Testing

/// Files of the history that are deleted or replaced while they are in use.
@Suite struct DeletedHistoryTests {
  /// Runs processes that set one number each, and a script at the same time; expects every acknowledged change in the file.
  private func expectAcknowledged(
    beside script: String, in workspace: Workspace, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try workspace.shell(
      """
      (while [ ! -e done ]; do \(script); sleep 0.01; done) >/dev/null 2>&1 &
      pids=
      for p in 0 1 2; do
        (i=1; while [ $i -le 12 ]; do
          "$0" set settings.json own$p=$i --yes >/dev/null 2>>errors$p; echo "$i $?" >>results$p; i=$((i + 1))
        done) & pids="$pids $!"
      done
      wait $pids; touch done; wait
      """)
    #expect(run.status == 0 && run.signal == nil, sourceLocation: sourceLocation)
    let document = try #require(workspace.content)
    var statuses: [String: Int] = [:]
    for process in 0..<3 {
      let results = try #require(workspace.text(of: "results\(process)")).split(separator: "\n")
        .map { $0.split(separator: " ") }
      let errors = workspace.text(of: "errors\(process)") ?? ""
      for line in results { statuses[String(line[1]), default: 0] += 1 }
      #expect(
        results.allSatisfy { ["0", "75"].contains($0[1]) }, "\(errors)",
        sourceLocation: sourceLocation)
      let last = try #require(
        results.last { $0[1] == "0" }, "\(errors)", sourceLocation: sourceLocation)
      #expect(
        document.contains("\"own\(process)\": \(last[0])"), "\(last[0]): \(document) \(errors)",
        sourceLocation: sourceLocation)
    }
    let next = try workspace.run("set", "settings.json", "own0=99", "--yes")
    #expect(next.status == 0, "\(next.errors)", sourceLocation: sourceLocation)
  }

  private func workspace() throws -> Workspace {
    let workspace = try Workspace(content: "{\"$schema\": \"server.form.json\"}\n")
    let numbers = (0..<3).map { #""own\#($0)": {"type": "integer", "default": 0}"# }
    try #"{"type": "object", "properties": {\#(numbers.joined(separator: ", "))}}"#
      .write(toFile: workspace.folder + "/server.form.json", atomically: false, encoding: .utf8)
    return workspace
  }

  @Test(
    "`git clean -xfd` while commands run loses the history, but no change",
    .enabled(if: BuiltPrograms.tool("git") != nil, "git is missing"))
  func gitClean() throws {
    let workspace = try workspace()
    let git = "git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main"
    let made = try workspace.shell(
      "\(git) init -q && \(git) add settings.json server.form.json && \(git) commit -qm start")
    try #require(made.status == 0, "\(made.errors)")
    _ = try workspace.run("set", "settings.json", "own0=1", "--yes")
    #expect(try workspace.shell("git status --porcelain").output == " M settings.json\n")
    try expectAcknowledged(beside: "git clean -xfdq -e 'results*' -e 'errors*' -e done", in: workspace)
  }

  @Test("With a lock that is deleted repeatedly every apply succeeds, and no change is lost")
  func deletedLock() throws {
    try expectAcknowledged(beside: "rm -f .settings.json.history/lock", in: workspace())
  }

  @Test("A history that is replaced repeatedly loses old versions, but no change")
  func replacedHistory() throws {
    try expectAcknowledged(
      beside: "rm -rf away; mv .settings.json.history away; mkdir -m 700 .settings.json.history",
      in: workspace())
  }

  @Test(
    "A lock that is deleted while another program holds it doesn't block an apply",
    .enabled(if: BuiltPrograms.tool("flock") != nil, "flock is missing"),
    arguments: ["rm .settings.json.history/lock", "mv .settings.json.history away"])
  func deletedWhileHeld(command: String) throws {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    // The holder ends after the set, so the set must not wait for it.
    let run = try workspace.shell(
      """
      mkfifo end
      flock .settings.json.history/lock sh -c 'touch held; read line <end' &
      while [ ! -e held ]; do sleep 0.01; done
      (sleep 0.3; \(command)) &
      "$0" set settings.json level=debug --yes; status=$?
      echo >end; wait; exit $status
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content?.contains("debug") == true)
  }
}
