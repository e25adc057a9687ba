import Foundation
import TestSupport
import Testing

@Suite("The editor, byte by byte", .serialized)
struct EditorBytesTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func open(_ environment: [String: String] = [:]) throws -> Pty {
    let pty = try Pty(
      BuiltPrograms.settingsTUI, ["edit", "settings.json"], in: workspace.folder,
      environment: environment.merging(["XDG_STATE_HOME": workspace.folder + "/state"]) { $1 })
    try pty.wait(for: "Leave")
    pty.readUntilQuiet(50)
    return pty
  }

  /// Reviews, applies and leaves.
  private func applyAndLeave(_ pty: Pty) throws {
    try pty.send("s")
    try pty.wait(for: "Apply")
    try pty.send("s")
    try pty.wait(for: "Applied")
    try pty.send("q")
    try pty.waitForEnd()
    #expect(pty.status == 0)
    #expect(pty.hasModesBack)
  }

  @Test("Arrow keys split at every byte with pauses of up to 20 ms are arrow keys", arguments: [0, 5, 20])
  func splitSequences(_ pause: Int) throws {
    // The editor waits 40 ms by default. This test sets a longer time, since 20 ms can become 100 ms on a busy machine.
    let pty = try open(["ESCDELAY": "1000"])
    let downs = ["\u{1B}[B", "\u{1B}OB", "\u{1B}[1;1B"]
    let ups = ["\u{1B}[A", "\u{1B}OA", "\u{1B}[1;1A"]
    for (down, up) in zip(downs, ups) {
      for cut in 1..<down.utf8.count {
        for keys in [down, up] {
          let bytes = Array(keys.utf8)
          try pty.send(String(decoding: bytes[..<cut], as: UTF8.self))
          // The pause itself is tested. A sleeping task could wait longer for a thread that other tests use.
          usleep(UInt32(pause) * 1000)
          try pty.send(String(decoding: bytes[cut...], as: UTF8.self))
        }
      }
    }
    // One step down from the first setting, which is then changed.
    pty.readUntilQuiet(100)
    try pty.send("\u{1B}[B+")
    try pty.wait(for: "1 change")
    try applyAndLeave(pty)
    let expected = Workspace.content.replacing(
      "\"verbose\": false\n", with: "\"verbose\": false,\n  \"level\": \"debug\"\n")
    #expect(workspace.content == expected)
  }

  @Test("A thousand keys in one write are a thousand keys")
  func manyKeys() throws {
    let pty = try open()
    try pty.send("/host\r")
    try pty.wait(for: "Host")
    pty.readUntilQuiet(100)
    try pty.send("\r")
    pty.readUntilQuiet(100)
    let typed = String((0..<1000).map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
    try pty.send("\u{15}" + typed)
    pty.readUntilQuiet(200)
    try pty.send("\r")
    try pty.wait(for: "1 change")
    try applyAndLeave(pty)
    #expect(workspace.content?.contains("\"host\": \"\(typed)\"") ?? false)
  }

  @Test("Pasted text has no effect on a list and is literal in a field")
  func paste() throws {
    let pty = try open()
    try pty.send("\u{1B}[200~q\rs+ d\u{3}\u{1B}[A\u{1B}[201~")
    pty.readUntilQuiet(150)
    try pty.send("/host\r")
    try pty.wait(for: "Host")
    #expect(!pty.text.contains("1 change"))
    pty.readUntilQuiet(100)
    try pty.send("\r\u{15}")
    pty.readUntilQuiet(100)
    try pty.send("\u{1B}[200~q\t\u{1B}[A?\u{1B}[201~")
    pty.readUntilQuiet(150)
    try pty.send("\r")
    try pty.wait(for: "1 change")
    try applyAndLeave(pty)
    #expect(workspace.content?.contains(#""host": "q\t\u001b[A?""#) ?? false, "\(workspace.content ?? "")")
  }

  @Test("Esc alone is handled, and a key after it isn't lost")
  func loneEscape() throws {
    let pty = try open()
    try pty.send("/")
    pty.readUntilQuiet(100)
    try pty.send("\u{1B}")
    try pty.wait(for: "Leave")
    try pty.send("q")
    try pty.waitForEnd()
    #expect(pty.status == 0)
  }

  @Test("An idle editor writes nothing")
  func idle() throws {
    let pty = try open()
    #expect(pty.readUntilQuiet(1500) == 0)
    try pty.send("j")
    pty.readUntilQuiet(100)
    #expect(pty.readUntilQuiet(1000) == 0)
  }

  @Test(
    "Given help with a link, when its setting has the focus, then a terminal that shows links gets the address",
    arguments: ["1", "0"])
  func links(_ isForced: String) throws {
    let form = Workspace.form.replacing("Says more.", with: "Says more: [guide](https://example.org/guide).")
    try Data(form.utf8).write(to: URL(filePath: workspace.folder + "/server.form.json"))
    let pty = try open(["FORCE_HYPERLINK": isForced])
    let opening = pty.text.firstMatch(of: /\u{1B}\]8;id=[0-9a-z]+;https:\/\/example.org\/guide\u{1B}\\/)
    #expect((opening != nil) == (isForced == "1"))
    // Without a change of the row, it is not written again.
    try pty.send("u")
    #expect(pty.readUntilQuiet(200) > 0)
    let count = pty.text.components(separatedBy: "8;id=").count
    try pty.send("u")
    pty.readUntilQuiet(200)
    #expect(pty.text.components(separatedBy: "8;id=").count == count)
    try pty.send("q")
    try pty.waitForEnd()
    #expect(pty.status == 0 && pty.hasModesBack)
  }

  @Test("A step through a section with visible help writes at most 200 bytes")
  func step() throws {
    let pty = try open()
    // To the first setting of another section.
    try pty.send("jjj")
    pty.readUntilQuiet(100)
    for key in ["j", "j", "k", "k"] {
      try pty.send(key)
      let count = pty.readUntilQuiet(100)
      #expect((1...200).contains(count))
    }
  }

  @Test("After many changes of the window size the screen has the last size")
  func resizeStorm() throws {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let pty = try open()
    try pty.send("y")
    pty.readUntilQuiet(100)
    for _ in 0..<300 {
      pty.resize(columns: .random(in: 1...400, using: &random), rows: .random(in: 1...120, using: &random))
    }
    pty.readUntilQuiet(200)
    pty.resize(columns: 80, rows: 24)
    pty.readUntilQuiet(200)
    try pty.send("\u{C}")
    try pty.wait("the whole screen, SETTINGS_SEED=\(seed)") {
      $0.contains("1 change") && $0.contains("Leave")
    }
    try applyAndLeave(pty)
  }

  @Test(
    "The editor starts, reads keys and restores the terminal on every kind of terminal",
    arguments: ["xterm-256color", "xterm", "screen", "tmux", "linux", "vt100"], ["C.UTF-8", "C"])
  func terminals(_ type: String, _ locale: String) throws {
    let pty = try open(["TERM": type, "LC_ALL": locale])
    for key in ["\u{1B}[B", "\u{1B}OA", "\u{1B}[6~", "\u{1B}[5~", "\u{1B}[H"] { try pty.send(key) }
    pty.readUntilQuiet(100)
    try pty.send("y")
    try pty.wait(for: "1 change")
    try applyAndLeave(pty)
    #expect(workspace.content == Workspace.content.replacing("\"verbose\": false", with: "\"verbose\": true"))
    if locale == "C" { #expect(pty.output.allSatisfy { $0 < 0x80 }) }
    if type == "vt100" { #expect(!pty.text.contains(/\u{1B}\[[0-9;]*[34][0-9]m/)) }
  }

  @Test(
    "Terminals without cursor positioning and missing terminals are refused with a hint",
    arguments: ["dumb", "", "nonsuch"])
  func unsuitable(_ type: String) throws {
    let pty = try Pty(
      BuiltPrograms.settingsTUI, ["edit", "settings.json"], in: workspace.folder, environment: ["TERM": type])
    try pty.waitForEnd()
    #expect(pty.status == 69)
    #expect(pty.text.contains("--plain"))
    #expect(pty.hasModesBack)
  }
}
