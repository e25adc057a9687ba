import Foundation
import TestSupport
import Testing

/// Files that are huge or never end, in each place from which a command reads.
@Suite struct EndlessFileTests {
  /// What is in the place of a file.
  enum Kind: String, CaseIterable {
    /// Nothing writes to it. If the user has named it, something writes to it without an end: a command waits for what was named.
    case fifo
    case device
    /// 3 GB, of which the disk has nothing.
    case sparse

    func script(at place: String, isNamed: Bool) -> String {
      switch self {
      case .fifo: "mkfifo \(place)" + (isNamed ? "; cat /dev/zero >\(place) & true" : "")
      case .device: "mknod \(place) c 1 5 2>/dev/null || ln -s /dev/zero \(place)"
      case .sparse: "truncate -s 3G \(place)"
      }
    }
  }

  /// A place from which a command reads.
  struct Reader: CustomTestStringConvertible {
    var command: String
    var place = "bad.json"
    /// What is done before; `s.json` has `{"a": 1}`.
    var setup = ""
    /// Whether the user has named the file on the command line, so it may be a stream.
    var isNamed = false
    /// Whether the command goes on without the file, after a warning.
    var goesOn = false
    /// What the sentence contains.
    var sentence = "bad.json"

    var testDescription: String { "\(command) <- \(place)" }
  }

  private static let declared = #"echo '{"$schema": "bad.json", "a": 1}' >s.json"#
  private static let app = #"""
    mkdir -p xdg/app/settings.d secrets
    echo '{"x-form": 1, "title": "App", "properties": {"a": {"type": "integer", "title": "A"}}, "x-layers": {"app": "app"}}' \
      >s.schema.json
    mkdir -p home/app; mv s.schema.json home/app/settings.schema.json; mv s.json home/app/settings.json
    """#
  private static let catalog = #"""
    mkdir -p catalog; echo '{"schemas": [{"name": "A", "url": "bad.json", "fileMatch": ["s.json"]}]}' >catalog/catalog.json
    """#
  private static let history = "\"$0\" set s.json a=2 --yes >history.out 2>&1"

  static let readers = [
    Reader(command: "get bad.json a"),
    Reader(command: "set bad.json a=2 --yes"),
    Reader(command: "log bad.json"),
    Reader(command: "get s.json a --schema bad.json", isNamed: true),
    Reader(command: "get s.json a", setup: declared, goesOn: true),
    Reader(command: "get s.json a", place: "s.schema.json", goesOn: true, sentence: "s.schema.json"),
    Reader(
      command: "get s.json a", place: ".vscode/settings.json", setup: "mkdir .vscode", goesOn: true,
      sentence: ".vscode/settings.json"),
    Reader(
      command: "get s.json a",
      setup:
        #"mkdir .vscode; echo '{"json.schemas": [{"fileMatch": ["/s.json"], "url": "./bad.json"}]}' >.vscode/settings.json"#,
      goesOn: true),
    Reader(
      command: "get s.json a", place: "catalog/catalog.json", setup: "mkdir catalog", goesOn: true,
      sentence: "catalog/catalog.json"),
    Reader(command: "schemas s.json", place: "catalog/bad.json", setup: catalog, goesOn: true),
    Reader(
      command: "check s.json --verbose",
      setup: #"echo '{"properties": {"a": {"$ref": "bad.json"}}}' >s.schema.json"#, goesOn: true),
    Reader(command: "get s.json a --layer bad.json"),
    Reader(
      command: "get home/app/settings.json a", place: "xdg/app/settings.json", setup: app,
      sentence: "xdg/app/settings.json"),
    Reader(
      command: "get home/app/settings.json a", place: "xdg/app/settings.d/1.json", setup: app,
      sentence: "settings.d/1.json"),
    Reader(command: "get home/app/settings.json a", place: "secrets/a", setup: app, sentence: "secrets/a"),
    Reader(
      command: "get home/app/settings.json a", setup: app + "\nexport APP_A_FILE=bad.json"),
    Reader(command: "apply s.json bad.json --yes", isNamed: true),
    Reader(command: "merge s.json bad.json --yes", isNamed: true),
    Reader(command: "get - a <bad.json", isNamed: true, sentence: "The standard input"),
    Reader(command: "set s.json a --yes <bad.json", isNamed: true, sentence: "The standard input"),
    Reader(
      command: "edit --keys", place: "home/settings-tui/keys.json", setup: "mkdir -p home/settings-tui",
      sentence: "keys.json"),
    Reader(
      command: "log s.json", place: ".s.json.history/00000009", setup: history, goesOn: true,
      sentence: "damaged"),
    Reader(
      command: "show s.json 0", place: ".s.json.history/00000009", setup: history, sentence: "history"),
    Reader(
      command: "set s.json a=3 --yes", place: ".s.json.history/0123456789abcdef.none.none.tmp",
      setup: history, goesOn: true, sentence: "a: "),
    Reader(
      command: "set s.json a=3 --yes", place: ".s.json.history/00000009.0123456789abcdef.prepared",
      setup: history, goesOn: true, sentence: "a: "),
    Reader(
      command: "set s.json a=3 --yes", place: ".s.json.history/settings",
      setup: history + "; rm -f .s.json.history/settings", goesOn: true, sentence: "a: "),
  ]

  /// Each reader with one kind of file, and those of named files, which may be streams, with each. All files are opened by the same two
  /// functions (`make lint` checks that), so a kind and a reader are independent of each other.
  static let cases: [(Reader, Kind)] = readers.enumerated().flatMap { number, reader in
    let kinds = Kind.allCases
    return (reader.isNamed ? kinds : [kinds[number % kinds.count]]).map { (reader, $0) }
  }

  /// Runs a program and prints its processor time in milliseconds and its memory in MB behind its errors.
  private static let measuring = """
    import os, sys
    process = os.fork()
    if not process: os.execvp(sys.argv[1], sys.argv[1:])
    _, state, usage = os.wait4(process, 0)
    seconds = usage.ru_utime + usage.ru_stime
    print("\\nusage:", int(seconds * 1000), usage.ru_maxrss // 1024, file=sys.stderr)
    sys.exit(os.waitstatus_to_exitcode(state) & 255)
    """

  @Test(
    "A huge or endless file is refused within 1 s and 100 MB, with a sentence", arguments: cases)
  func refusal(reader: Reader, kind: Kind) throws {
    let workspace = try Workspace(content: nil)
    try Data(Self.measuring.utf8).write(to: URL(fileURLWithPath: workspace.folder + "/measure.py"))
    let run = try workspace.shell(
      """
      mkdir home; echo '{"a": 1}' >s.json
      export HOME=$PWD/home XDG_CONFIG_HOME=$PWD/home XDG_STATE_HOME=$PWD/home XDG_CONFIG_DIRS=$PWD/xdg XDG_DATA_HOME=$PWD/home \\
        XDG_DATA_DIRS=$PWD/home SETTINGS_CATALOGS=$PWD/catalog CREDENTIALS_DIRECTORY=$PWD/secrets
      \(reader.setup)
      \(kind.script(at: reader.place, isNamed: reader.isNamed))
      exec timeout 60 python3 measure.py "$0" \(reader.command)
      """)
    let usage = try #require(
      run.errors.split(separator: "\n").last { $0.hasPrefix("usage: ") }, "\(run.errors)")
    let numbers = usage.split(separator: " ").compactMap { Int($0) }
    #expect(numbers[0] < 1_000 && numbers[1] < 100, "\(usage)")
    #expect((run.status == 0) == reader.goesOn && run.status < 124, "\(run.status): \(run.errors)")
    #expect(
      (run.output + run.errors).contains(reader.sentence) && !run.errors.contains("Fatal"),
      "\(run.output)\(run.errors)")
  }

  @Test("A form that isn't a regular file stops no way back, and no completion", arguments: Kind.allCases)
  func waysBack(kind: Kind) throws {
    let workspace = try Workspace(content: #"{"$schema": "bad.json", "a": 1}"#)
    _ = try workspace.shell(kind.script(at: "bad.json", isNamed: false))
    for command in [
      "__complete get settings.json ''", "set settings.json a=2 --yes", "log settings.json",
      "show settings.json 1", "diff settings.json 0 1", "rollback settings.json --yes",
      "set settings.json a=3 --confirm-within 3600", "confirm settings.json",
      "set settings.json a=4 --confirm-within 3600", "cancel settings.json",
    ] {
      let run = try workspace.shell("exec timeout 60 \"$0\" \(command)")
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    #expect(workspace.content?.contains("3") == true)
    let named = try workspace.shell(
      "exec timeout 60 \"$0\" __complete get --schema bad.json settings.json ''")
    #expect(named.status == 0, "\(named.errors)")
  }

  @Test("What the user has named can be a stream")
  func streams() throws {
    let workspace = try Workspace()
    for (command, stream) in [
      ("get settings.json network.port --schema fifo", "cat server.form.json"),
      ("merge settings.json fifo --yes", #"echo '{"network": {"port": 9001}}'"#),
      ("apply settings.json fifo --yes", "\"$0\" set settings.json network.port=9002 --plan -"),
    ] {
      let run = try workspace.shell(
        "mkfifo fifo; { \(stream); } >fifo & timeout 60 \"$0\" \(command); status=$?; rm fifo; exit $status")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(workspace.content == Workspace.content.replacing("9000", with: "9002"))
  }

  @Test("A command that only reads takes its settings from a pipe")
  func pipes() throws {
    let workspace = try Workspace()
    for command in [
      "get /dev/stdin network.port", "get /dev/fd/0 network.port", "get /proc/self/fd/0 network.port",
    ] {
      let run = try workspace.shell("cat settings.json | timeout 60 \"$0\" \(command)")
      #expect(run.status == 0 && run.output == "9000\n", "\(command): \(run.errors)")
    }
    let check = try workspace.shell("echo '{\"a\":}' | timeout 60 \"$0\" check settings.json /dev/stdin")
    #expect(check.status == 65 && check.errors.contains("/dev/stdin:1:6"), "\(check.errors)")
    let set = try workspace.shell("cat settings.json | timeout 60 \"$0\" set /dev/stdin network.port=1")
    #expect(set.status == 73 && workspace.content == Workspace.content, "\(set.errors)")
  }
}
