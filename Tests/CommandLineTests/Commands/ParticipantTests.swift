import Foundation
import TestSupport
import Testing

/// `--prepare` and `--commit`: shell commands that participate in an apply.
@Suite struct ParticipantTests {
  private let workspace: Workspace
  private let new = Workspace.content.replacing("9000", with: "9001")

  init() throws {
    workspace = try Workspace()
  }

  /// Sets the port with options.
  private func set(_ options: String..., assignments: [String] = ["network.port=9001"]) throws -> Run {
    try Run(
      BuiltPrograms.settingsTUI, ["set", "settings.json"] + assignments + ["--yes"] + options,
      in: workspace.folder)
  }

  private func file(_ name: String) -> String? {
    FileManager.default.contents(atPath: workspace.folder + "/" + name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("Both commands get the new content; --prepare sees the old file, and --commit the new one")
  func order() throws {
    let result = try set(
      "--prepare", "cp \"$SETTINGS_CANDIDATE\" candidate; cp settings.json before",
      "--commit", "cmp \"$SETTINGS_CANDIDATE\" settings.json && cp settings.json after")
    #expect(result.status == 0, "\(result.errors)")
    #expect(file("candidate") == new)
    #expect(file("before") == Workspace.content)
    #expect(file("after") == new)
  }

  @Test("The standard input is the review as JSON, with secrets masked")
  func review() throws {
    let result = try set(
      "--prepare", "cat >review", assignments: ["network.port=9001", "network.token=n3w-s3cret"])
    #expect(result.status == 0, "\(result.errors)")
    let text = try #require(file("review"))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let changes = try #require(json["changes"] as? [[String: Any]])
    #expect(changes.map { $0["path"] as? String } == ["network.port", "network.token"])
    #expect(json["file"] as? String == "settings.json")
    #expect(!text.contains("s3cret"))
  }

  @Test("The candidate is private, named like the file, and removed afterwards")
  func privacy() throws {
    let result = try set(
      "--prepare",
      "ls -l \"$SETTINGS_CANDIDATE\" >mode; ls -ld \"${SETTINGS_CANDIDATE%/*}\" >>mode; "
        + "echo \"$SETTINGS_CANDIDATE\" >path; touch \"${SETTINGS_CANDIDATE%/*}/left-over\"",
      assignments: ["network.port=9001"])
    #expect(result.status == 0, "\(result.errors)")
    let modes = try #require(file("mode")).split(separator: "\n")
    #expect(modes.first?.hasPrefix("-rw------- ") == true && modes.last?.hasPrefix("drwx------ ") == true)
    let path = try #require(file("path")).trimmingCharacters(in: .newlines)
    #expect(path.hasSuffix("/settings.json"))
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("A failed --prepare is a veto: exit status 1, its output is shown, the file isn't changed")
  func veto() throws {
    let result = try set("--prepare", "echo no such upstream >&2; exit 3", "--commit", "touch committed")
    #expect(result.status == 1)
    #expect(result.errors.contains("no such upstream\n"))
    #expect(result.errors.contains("settings.json: ") && result.errors.contains("exit status 3"))
    #expect(result.output.isEmpty)
    #expect(workspace.content == Workspace.content)
    #expect(file("committed") == nil)
  }

  @Test("A failed --commit restores the old content and exits with 1")
  func rollback() throws {
    let result = try set("--commit", "cp settings.json seen-$SETTINGS_PHASE; echo cannot reload >&2; false")
    #expect(result.status == 1)
    #expect(result.errors.contains("cannot reload\n"))
    #expect(result.errors.contains("The old settings are restored."))
    #expect(file("seen-commit") == new)
    #expect(file("seen-revert") == Workspace.content)
    #expect(workspace.content == Workspace.content)
    let log = try workspace.run("log", "settings.json").output.split(separator: "\n")
    #expect(log.count == 4)
    // The reversion and the apply each have changed one setting.
    #expect(log[1].contains(" 1  network.port  (rolled back, commit failed)"), "\(log[1])")
    #expect(log[2].contains(" 1  network.port") && !log[2].contains("("), "\(log[2])")
  }

  /// Returns a command that records its phase, content and changes in the file `phases`, and fails in some phases.
  private func listener(_ name: String, failingIn phases: String...) -> String {
    let failing = phases.map { "[ $SETTINGS_PHASE != \($0) ]" }.joined(separator: " && ")
    return """
      printf '%s %s %s %s\\n' \(name) "$SETTINGS_PHASE" "$(grep -o '"port": [0-9]*' "$SETTINGS_CANDIDATE")" \
        "$(tr -d ' \\n' | grep -o '"old":[0-9]*,"new":[0-9]*')" >>phases; \(failing.isEmpty ? "true" : failing)
      """
  }

  @Test("A failed --commit runs again for the old content, with the review of the reversal")
  func revert() throws {
    let result = try set("--prepare", listener("check"), "--commit", listener("reload", failingIn: "commit"))
    #expect(result.status == 1)
    let forward = #""port": 9001 "old":9000,"new":9001"#
    let back = #""port": 9000 "old":9001,"new":9000"#
    #expect(file("phases") == "check prepare \(forward)\nreload commit \(forward)\nreload revert \(back)\n")
    #expect(!result.errors.contains("run again"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("A --commit that also fails for the old content is reported with both reasons")
  func failingRevert() throws {
    let result = try set(
      "--commit", "echo $SETTINGS_PHASE >>phases; [ $SETTINGS_PHASE = commit ] && exit 3; exit 4")
    #expect(result.status == 1)
    #expect(file("phases") == "commit\nrevert\n")
    #expect(
      result.errors.contains("exit status 3; ")
        && result.errors.contains(
          "failed: run again with the old content: exit status 4. The old settings are")
    )
  }

  @Test("A --commit that wasn't started or that succeeded doesn't run again")
  func noRevert() throws {
    #expect(try set("--prepare", "false", "--commit", "echo $SETTINGS_PHASE >>phases").status == 1)
    #expect(file("phases") == nil)
    #expect(try set("--prepare", "true", "--commit", "echo $SETTINGS_PHASE >>phases").status == 0)
    #expect(file("phases") == "commit\n")
  }

  @Test("cancel runs the commands once, for the reversal")
  func cancel() throws {
    #expect(try set("--confirm-within", "600").status == 0)
    let cancelled = try workspace.run(
      "cancel", "settings.json", "--prepare", listener("check"), "--commit", listener("reload"))
    #expect(cancelled.status == 0, "\(cancelled.errors)")
    let back = #""port": 9000 "old":9001,"new":9000"#
    #expect(file("phases") == "check prepare \(back)\nreload commit \(back)\n")
  }

  @Test("cancel runs --commit although --prepare fails, because the old content comes back in any case")
  func cancelDespitePrepare() throws {
    #expect(try set("--confirm-within", "600").status == 0)
    let cancelled = try workspace.run(
      "cancel", "settings.json", "--prepare", "false", "--commit", "echo $SETTINGS_PHASE >>phases")
    #expect(cancelled.errors.contains("“false” failed: exit status 1"), "\(cancelled.errors)")
    #expect(file("phases") == "commit\n" && workspace.content == Workspace.content)
  }

  @Test("Output of a command isn't mixed with the JSON of the result")
  func output() throws {
    let result = try set("--json", "--prepare", "echo checking", "--commit", "echo reloading")
    #expect(result.errors == "checking\nreloading\n")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(json?["isApplied"] as? Bool == true)
  }

  @Test("A command doesn't fail because it doesn't read a long review")
  func unreadInput() throws {
    let long = String(repeating: "x", count: 1 << 18)
    let input = workspace.folder + "/plan"
    try "network.host=\(long)".write(toFile: input, atomically: false, encoding: .utf8)
    let result = try Run(
      "/bin/sh",
      [
        "-c", #"exec xargs "$0" set settings.json --prepare true --commit true <plan"#,
        BuiltPrograms.settingsTUI,
      ],
      in: workspace.folder)
    // xargs may refuse the long line, but no signal may end it.
    #expect(result.signal == nil)
    let short = try set(
      "--prepare", "exec <&-", "--commit", "exec <&-",
      assignments: (0..<50).map { _ in "network.host=" + long.prefix(2000) })
    #expect(short.status == 0, "\(short.errors)")
  }

  @Test(
    "A veto is a veto, whatever the program that has started this one does with SIGCHLD",
    arguments: [
      "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
      "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])",
      "signal.signal(signal.SIGCHLD, lambda number, frame: os.waitpid(-1, 0))",
    ])
  func childSignal(action: String) throws {
    let start = "import os, signal, sys; \(action); os.execv(sys.argv[1], sys.argv[1:])"
    for (options, expected) in [
      (["--prepare", "exit 1"], 1), (["--commit", "test $SETTINGS_PHASE = revert"], 1),
      (["--prepare", "kill -9 $$"], 1), (["--prepare", "sleep 60", "--time-limit", "1"], 1),
      (["--prepare", "true", "--commit", "true"], 0),
    ] {
      let words = ["set", "settings.json", "network.port=9001", "--yes"] + options
      let run = try Run(
        "/usr/bin/env", ["python3", "-c", start, BuiltPrograms.settingsTUI] + words, in: workspace.folder)
      #expect(run.status == Int32(expected), "\(options): \(run.errors)")
      #expect(workspace.content == (expected == 0 ? new : Workspace.content), "\(options)")
    }
  }

  @Test("A command that exceeds its time limit fails and is ended with its child processes")
  func timeLimit() throws {
    let start = ContinuousClock.now
    let result = try set(
      "--prepare", "trap '' TERM; (trap '' TERM; sleep 30 & echo $! >pid; wait) ; sleep 30", "--time-limit",
      "1")
    #expect(result.status == 1)
    #expect(result.errors.contains("longer than 1 s"))
    #expect(ContinuousClock.now - start < .seconds(20))
    let pid = try #require(file("pid")).trimmingCharacters(in: .newlines)
    #expect(
      try Run("/bin/sh", ["-c", "kill -0 \(pid) 2>/dev/null && ! grep -q '^State:.Z' /proc/\(pid)/status"])
        .status != 0)
    #expect(workspace.content == Workspace.content)
  }

  @Test(
    "While the program is stopped, a command continues and its time limit is suspended",
    arguments: [
      // The command ends while the program is stopped, or afterwards.
      "touch go; until [ -e ended ]; do sleep 0.01; done; kill -CONT $program",
      "kill -CONT $program; sleep 0.1; touch go",
    ])
  func stopped(end: String) throws {
    // A stopped process can't read a clock of the test, so the limit has to pass: two seconds, because the command needs part of
    // it to start and to end on a busy machine. `RunningTimeTests` has the other cases.
    let script = """
      "$0" set settings.json network.port=9001 --yes --time-limit 2 --prepare \
        'touch begun; until [ -e go ]; do sleep 0.05; done; touch ended' &
      program=$!
      until [ -e begun ]; do sleep 0.01; done
      kill -STOP $program; sleep 2.2; \(end)
      wait $program
      """
    let result = try Run("/bin/sh", ["-c", script, BuiltPrograms.settingsTUI], in: workspace.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.content == new)
  }

  @Test(
    "A signal during --prepare or --commit ends the command, keeps the old content and ends the program",
    arguments: ["--prepare", "--commit"], ["TERM", "INT", "HUP"])
  func signal(option: String, name: String) throws {
    let script = """
      trap '' PIPE
      "$0" set settings.json network.port=9001 --yes \(option) 'echo $$ >child; kill -\(name) $PPID; sleep 30' 2>errors
      """
    let result = try Run(
      "/bin/sh",
      [
        "-c", "exec sh -c '" + script.replacing("'", with: "'\\''") + "; exit $?' \"$0\"",
        BuiltPrograms.settingsTUI,
      ],
      in: workspace.folder)
    let number = ["TERM": 15, "INT": 2, "HUP": 1][name] ?? 0
    #expect(result.status == 128 + Int32(number) || result.signal == Int32(number))
    #expect(workspace.content == Workspace.content)
    #expect(file("errors")?.contains("settings.json: ") == true)
    let pid = try #require(file("child")).trimmingCharacters(in: .newlines)
    #expect(try Run("/bin/kill", ["-0", pid]).status != 0)
  }

  @Test("After a signal during --commit the command runs for the old content")
  func signalThenRevert() throws {
    let script = """
      "$0" set settings.json network.port=9001 --yes --commit \
        'echo $SETTINGS_PHASE >>phases; if [ $SETTINGS_PHASE = commit ]; then kill -TERM $PPID; sleep 30; fi; echo ended >>phases'
      """
    let result = try Run(
      "/bin/sh", ["-c", script + "; exit $?", BuiltPrograms.settingsTUI], in: workspace.folder)
    #expect(result.status == 128 + 15 || result.signal == 15)
    #expect(file("phases") == "commit\nrevert\nended\n")
    #expect(workspace.content == Workspace.content)
  }

  @Test("A daemon that --commit starts keeps running")
  func daemon() throws {
    let result = try set("--commit", "sleep 30 >/dev/null 2>&1 & echo $! >pid")
    #expect(result.status == 0, "\(result.errors)")
    let pid = try #require(file("pid")).trimmingCharacters(in: .newlines)
    #expect(try Run("/bin/kill", [pid]).status == 0)
  }

  @Test(
    "The editor runs --prepare and shows the command's output",
    .enabled(if: Screen.isAvailable, "tmux is missing"))
  func editor() async throws {
    try "echo line one; echo no such upstream >&2; false"
      .write(toFile: workspace.folder + "/check", atomically: false, encoding: .utf8)
    let screen = try Screen(
      "cd '\(workspace.folder)'; '\(BuiltPrograms.settingsTUI)' edit settings.json --prepare 'sh check'; cat")
    try await screen.wait(for: "Port")
    try screen.press("/")
    try screen.type("verbose")
    try await screen.wait(for: "1 found")
    try screen.press("Enter")
    try await screen.wait(for: "Enter Change")
    try screen.press("Space")
    try await screen.wait(for: "1 change")
    try screen.press("s")
    try await screen.wait(for: "Review")
    try screen.press("s")
    let text = try await screen.wait(for: "no such upstream")
    #expect(!text.contains("line one"))
    #expect(workspace.content == Workspace.content)
  }

  @Test("Without changes no command runs")
  func nothing() throws {
    let result = try set("--prepare", "touch called", assignments: ["network.port=9000"])
    #expect(result.status == 0)
    #expect(file("called") == nil)
  }

  @Test("A dry run runs no command")
  func dryRun() throws {
    let result = try set("--prepare", "touch called", "--dry-run")
    #expect(result.status == 0)
    #expect(file("called") == nil)
    #expect(workspace.content == Workspace.content)
  }
}
