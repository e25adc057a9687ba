import Foundation
import TestSupport
import Testing

/// A system that lacks what programs usually have: open files, memory, `/proc`, `HOME`, a user's name.
@Suite("Scarcity")
struct ScarcityTests {
  private let workspace: Workspace
  private let changed = Workspace.content.replacing("false", with: "true")

  init() throws { workspace = try Workspace() }

  @Test(
    "With too few open files a command is refused with one sentence, and nothing is changed",
    arguments: ["get settings.json verbose", "set settings.json verbose=true --yes", "log settings.json"])
  func openFiles(command: String) throws {
    for count in [8, 16, 31] {
      let run = try workspace.shell("ulimit -n \(count); \"$0\" \(command)")
      expectRefusal(run, 74, "only \(count) files", "ulimit -n 32")
    }
    #expect(workspace.content == Workspace.content)
    #expect(workspace.historyNames == nil)
  }

  @Test(
    "A low limit of open files that may be raised, and the least number, are enough",
    arguments: ["-S -n 8", "-n 32"])
  func fewOpenFiles(limit: String) throws {
    let run = try workspace.shell(
      """
      ulimit \(limit)
      "$0" set settings.json verbose=true --yes && "$0" set settings.json level=debug --yes --confirm-within 3600 \
        && "$0" cancel settings.json && "$0" log settings.json && "$0" check settings.json
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content == changed)
  }

  @Test(
    "With too little memory a command is refused or ends, a change is done or not done, and nothing is left in the way"
  )
  func memory() throws {
    var statuses: Set<Bool> = []
    var isRefused = false
    // Where it is just enough to start, a thread that can't be created must not be waited for.
    let limits =
      Array(stride(from: 40_000, to: 100_000, by: 3_000))
      + stride(from: 100_000, through: 400_000, by: 30_000)
    for kilobytes in limits {
      let before = workspace.content
      let value = "\(kilobytes / 10)"
      let run = try workspace.shell(
        "ulimit -c 0; ulimit -v \(kilobytes); SWIFT_BACKTRACE=enable=no timeout 60 \"$0\" set settings.json network.port=\(value) --yes"
      )
      #expect(run.status != 124, "With \(kilobytes) kB, it waits.")
      let isDone = workspace.content?.contains(value) == true
      #expect(isDone || workspace.content == before)
      if run.status == 0 && run.signal == nil { #expect(isDone) }
      if run.errors.contains("ulimit -v") {
        isRefused = true
        expectRefusal(run, 74, "enough memory")
      }
      statuses.insert(isDone)
    }
    #expect(statuses == [true, false] && isRefused)
    #expect(try workspace.run("set", "settings.json", "network.port=1", "--yes").status == 0)
    #expect(try workspace.run("log", "settings.json").output.contains("damaged") == false)
  }

  @Test(
    "Without /proc a command is refused with one sentence",
    .enabled(if: OtherUser.isRoot && BuiltPrograms.tool("unshare") != nil))
  func processes() throws {
    let run = try Run(
      try #require(BuiltPrograms.tool("unshare")),
      [
        "-m", "/bin/sh", "-c",
        "mount -t tmpfs none /proc || exit 99; \"$0\" set settings.json verbose=true --yes",
        BuiltPrograms.settingsTUI,
      ], in: workspace.folder)
    expectRefusal(run, 74, "mount -t proc proc /proc")
    #expect(workspace.content == Workspace.content)
  }

  @Test("Without HOME and other variables, commands and the editor work")
  func environment() throws {
    let run = try workspace.shell(
      """
      env -i "$0" set settings.json verbose=true --yes && env -i "$0" log settings.json \
        && env -i "$0" schemas settings.json && echo q | env -i "$0" edit --plain settings.json
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(workspace.content == changed)
  }

  @Test(
    "A user without an entry in the list of users is named by number", .enabled(if: OtherUser.canRunPrograms))
  func userWithoutName() throws {
    let setpriv = try #require(BuiltPrograms.tool("setpriv"))
    #expect(try Run("/bin/chown", ["-R", "54321:54321", workspace.folder]).status == 0)
    for words in [["set", "settings.json", "verbose=true", "--yes"], ["log", "settings.json"]] {
      let run = try Run(
        setpriv,
        [
          "--reuid", "54321", "--regid", "54321", "--clear-groups", "env", "-u", "HOME",
          BuiltPrograms.settingsTUI,
        ] + words,
        in: workspace.folder)
      #expect(run.status == 0, "\(run.errors)")
      if words[0] == "log" { #expect(run.output.contains("user 54321"), "\(run.output)") }
    }
    #expect(workspace.content == changed)
  }
}
