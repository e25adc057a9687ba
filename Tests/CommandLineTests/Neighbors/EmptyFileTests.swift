import Foundation
import TestSupport
import Testing

/// A file of length 0 whose last version wasn't empty is another program's save in progress.
@Suite struct EmptyFileTests {
  private static let edited = Workspace.content.replacing("9000", with: "9005")

  /// A file with a history whose last version isn't empty.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    #expect(try workspace.run("set", "settings.json", "verbose=true", "--yes").status == 0)
    return workspace
  }

  @Test(
    "A command waits for an emptied file to be written, and then exits with 75",
    arguments: [
      ["get", "settings.json"], ["list", "settings.json"], ["set", "settings.json", "level=debug", "--yes"],
    ])
  func emptied(words: [String]) throws {
    let workspace = try workspace()
    _ = try workspace.shell(": >settings.json")
    let start = ContinuousClock.now
    let run = try Run(BuiltPrograms.settingsTUI, words, in: workspace.folder)
    #expect(ContinuousClock.now - start >= .milliseconds(1_500))
    expectRefusal(run, 75, "settings.json", "try again")
    #expect(workspace.content == "")
    // Another program empties the file on purpose.
    _ = try workspace.shell("echo '{}' >settings.json")
    #expect(
      try workspace.run("get", "settings.json", "level", "--schema", "server.form.json").output == "info\n")
  }

  @Test("A file that was emptied by mistake can be looked up in the log, and rolled back")
  func mistake() throws {
    let workspace = try workspace()
    let good = try #require(workspace.content)
    _ = try workspace.shell(": >settings.json")
    let log = try workspace.run("log", "settings.json")
    #expect(log.status == 0, "\(log.errors)")
    let versions = log.output.split(separator: "\n").dropFirst()
    #expect(versions.count == 3 && versions.first?.contains("(another program)") == true, "\(log.output)")
    #expect(try workspace.run("show", "settings.json", "1", "--show-secrets").output == good)
    #expect(try workspace.run("diff", "settings.json").output.contains("verbose: true → "))
    #expect(workspace.content == "")

    let restored = try workspace.run("rollback", "settings.json", "--yes")
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(workspace.content == good)
    // The empty file is a version, too.
    #expect(try workspace.run("rollback", "settings.json", "1", "--yes").status == 0)
    #expect(workspace.content == "")
    #expect(
      try workspace.run("get", "settings.json", "level", "--schema", "server.form.json").output == "info\n")
  }

  @Test("A confirmed apply can be canceled although somebody has emptied the file since")
  func canceled() throws {
    let workspace = try workspace()
    let good = try #require(workspace.content)
    let applied = try workspace.run("set", "settings.json", "level=debug", "--yes", "--confirm-within", "600")
    #expect(applied.status == 0, "\(applied.errors)")
    _ = try workspace.shell(": >settings.json")
    let canceled = try workspace.run("cancel", "settings.json")
    #expect(canceled.status == 0, "\(canceled.errors)")
    #expect(workspace.content == good)
  }

  @Test("A command waits for a program that empties the file and writes it half a second later")
  func saving() throws {
    let workspace = try workspace()
    try Self.edited.write(toFile: workspace.folder + "/edited", atomically: false, encoding: .utf8)
    let script = """
      (: >settings.json; touch emptied; sleep 0.5; cat edited >settings.json) &
      while [ ! -e emptied ]; do sleep 0.01; done
      "$0" get settings.json network.port
      """
    let read = try workspace.shell(script)
    #expect(read.status == 0 && read.output == "9005\n", "\(read.errors)")

    _ = try workspace.shell("rm emptied")
    let changed = try workspace.shell(
      script.replacing("get settings.json network.port", with: "set settings.json level=debug --yes; wait"))
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(workspace.content?.contains("9005") == true)
    #expect(workspace.content?.contains("debug") == true)
  }

  @Test("A command waits for a program that keeps the file open while it writes")
  func writing() throws {
    let workspace = try workspace()
    try Self.edited.write(toFile: workspace.folder + "/edited", atomically: false, encoding: .utf8)
    let run = try workspace.shell(
      """
      (exec 3<>settings.json; touch opened; sleep 0.5; cat edited >&3) &
      while [ ! -e opened ]; do sleep 0.01; done
      "$0" set settings.json level=debug --yes; status=$?; wait; exit $status
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content?.contains("9005") == true)
    #expect(workspace.content?.contains("debug") == true)
  }

  @Test("A command waits for a program that renames the file before it writes a new one")
  func backup() throws {
    let workspace = try workspace()
    try Self.edited.write(toFile: workspace.folder + "/edited", atomically: false, encoding: .utf8)
    for _ in 0..<10 {
      let run = try workspace.shell(
        """
        rm -f moved
        (mv settings.json settings.json~; touch moved; sleep 0.05; cat edited >settings.json) &
        while [ ! -e moved ]; do :; done
        "$0" set settings.json level=debug --yes; status=$?; wait; exit $status
        """)
      #expect(run.status == 0, "\(run.errors)")
      #expect(workspace.content?.contains("9005") == true)
      #expect(workspace.content?.contains("debug") == true)
    }
  }

  @Test("An empty file without a history is valid")
  func firstTime() throws {
    let workspace = try Workspace(content: "")
    let start = ContinuousClock.now
    let run = try workspace.run("list", "settings.json", "--schema", "server.form.json")
    #expect(ContinuousClock.now - start < .milliseconds(1_500))
    #expect(run.status != 75)
    #expect(workspace.content == "")
  }
}
