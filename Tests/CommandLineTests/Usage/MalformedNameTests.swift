import Foundation
import TestSupport
import Testing

/// Names that are not UTF-8. A repaired name would be the name of another file.
@Suite struct MalformedNameTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Runs a shell script with the program as `$0`. It writes bytes as `$(printf '\377')`.
  private func shell(_ script: String) throws -> Run {
    try Run("/bin/sh", ["-c", script, BuiltPrograms.settingsTUI], in: workspace.folder)
  }

  @Test(
    "An argument that is not UTF-8 is refused, and no file is created",
    arguments: [
      #"set "$(printf 'a\351.json')" verbose=true --yes --schema server.form.json"#,
      #"get "$(printf 'a\351.json')" verbose"#,
      #"set settings.json "network.host=$(printf '\377')" --yes"#,
      #"list settings.json --schema "$(printf 'a\351.json')""#,
      #"set settings.json verbose=true --plan "$(printf 'p\351')""#,
      #"apply settings.json "$(printf 'p\351')""#,
      #""$(printf 'a\351.json')""#,
    ])
  func arguments(words: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: workspace.folder).sorted()
    let result = try shell(
      "touch \"$(printf 'a\\351.json')\"; before=$(ls -A); \"$0\" \(words); s=$?; [ \"$before\" = \"$(ls -A)\" ] || exit 99; rm a*; exit $s"
    )
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("is not valid UTF-8"))
    #expect(result.errors.contains("\\xE9") || result.errors.contains("\\xFF"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder).sorted() == before)
    #expect(workspace.content == Workspace.content)
  }

  @Test("An environment variable that is not UTF-8 is an error only in commands that use it as a path")
  func variables() throws {
    let bad = #"$(printf '/tmp/a\351')"#
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TMPDIR", "VISUAL", "EDITOR"] {
      let edit = try shell(#"\#(name)="\#(bad)" "$0" edit --plain settings.json </dev/null"#)
      #expect(edit.status == 64 && edit.errors.contains("\(name) is not valid UTF-8"), "\(edit.errors)")
      let get = try shell(#"\#(name)="\#(bad)" "$0" get settings.json verbose"#)
      #expect(get.status == 0, "\(get.errors)")
    }
    let set = try shell(#"TMPDIR="\#(bad)" "$0" set settings.json verbose=true --yes --prepare true"#)
    #expect(set.status == 64 && workspace.content == Workspace.content)
  }

  @Test("Participating commands get environment variables byte for byte")
  func passedOn() throws {
    let result = try shell(
      #"BYTES="$(printf 'a\351\377')" "$0" set settings.json verbose=true --yes --prepare 'printf %s "$BYTES" | od -An -tx1 >bytes'"#
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(workspace.text(of: "bytes")?.split(separator: " ").joined(separator: " ") == "61 e9 ff\n")
  }
}
