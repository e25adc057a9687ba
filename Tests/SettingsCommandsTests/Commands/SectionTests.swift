import Foundation
import TestSupport
import Testing

/// Commands about whole sections: what is in the file in their place, what nobody can change, and what the form doesn't know.
@Suite("Commands about sections")
struct SectionTests {
  private let workspace: Workspace

  private static let form = #"""
    {
      "x-form": 1, "title": "App", "type": "object",
      "properties": {
        "n": {"type": "integer", "default": 1},
        "servers": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "port": {"type": "integer", "title": "Port"},
              "pw": {"type": "string", "title": "Password", "writeOnly": true}
            }
          }
        },
        "ui": {
          "type": "object", "title": "View",
          "properties": {"size": {"type": "integer", "title": "Size", "default": 12}}
        },
        "net": {
          "type": "object", "title": "Net",
          "properties": {
            "port": {"type": "integer", "title": "Port", "default": 80},
            "key": {"type": "string", "title": "Key", "writeOnly": true},
            "ro": {"type": "string", "title": "Fixed", "default": "r", "readOnly": true}
          }
        }
      }
    }
    """#

  init() throws {
    workspace = try Workspace(content: nil)
    try Self.form.write(toFile: workspace.folder + "/f.schema.json", atomically: false, encoding: .utf8)
  }

  private func write(_ text: String, to name: String = "f.json") throws {
    try text.write(toFile: workspace.folder + "/" + name, atomically: false, encoding: .utf8)
  }

  private func content() throws -> String {
    try String(contentsOfFile: workspace.folder + "/f.json", encoding: .utf8)
  }

  @Test("A value in place of a section is shown by get and list, and is an error")
  func misplaced() async throws {
    try write(#"{"n": 4, "ui": 5}"#)
    let all = await workspace.run("get", "f.json")
    #expect(all.status == 1)
    #expect(all.output.contains(#""ui": 5"#), "\(all.output)")
    let one = await workspace.run("get", "f.json", "ui")
    #expect(one.output == "5\n")
    #expect(one.status == 1)
    #expect(one.errors.contains("f.json:1:"), "\(one.errors)")
    let list = await workspace.run("list", "f.json", "--changed")
    #expect(
      list.output.split(separator: "\n").contains { $0.hasPrefix("ui") && $0.contains("5") },
      "\(list.output)")
  }

  @Test("A string in place of a section with secrets is masked, since it might be one of them")
  func misplacedSecret() async throws {
    try write(#"{"net": "hunter2"}"#)
    for command in [["get", "f.json"], ["get", "f.json", "net"], ["list", "f.json"], ["show", "f.json"]] {
      let result = await workspace.run(command)
      #expect(
        !(result.output + result.errors).contains("hunter2"), "\(command): \(result.output)\(result.errors)")
      #expect(result.output.contains("********"), "\(command): \(result.output)")
    }
  }

  @Test("A value that another author's schema allows in place of a section is shown, and is no error")
  func otherAuthor() async throws {
    try write(
      #"{"properties": {"a": {"properties": {"x": {"type": "integer"}}}, "b": {}}}"#, to: "q.schema.json")
    try write(#"{"a": "hello", "b": 1}"#, to: "q.json")
    let result = await workspace.run("get", "q.json")
    #expect(result.output.contains(#""a": "hello""#), "\(result.output)")
    #expect(result.status == 0)
  }

  @Test(
    "A reset and a patch of a section keep what is read-only",
    arguments: [["reset", "f.json", "net"], ["merge", "f.json", "patch.json"]])
  func readOnly(_ command: [String]) async throws {
    try write(#"{"n": 4, "net": {"port": 7, "ro": "stored"}}"#)
    try write(#"{"net": null}"#, to: "patch.json")
    let result = await workspace.run(command + ["--yes"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try content() == #"{"n": 4, "net": {"ro": "stored"}}"#)
  }

  @Test("A patch may have read-only values as they are, and no others")
  func mergedReadOnly() async throws {
    try write(#"{"net": {"port": 7, "ro": "stored"}}"#)
    try write(#"{"net": {"port": 8, "ro": "stored"}}"#, to: "same.json")
    #expect(await workspace.run("merge", "f.json", "same.json", "--yes").status == 0)
    #expect(try content() == #"{"net": {"port": 8, "ro": "stored"}}"#)
    try write(#"{"net": {"ro": "other"}}"#, to: "other.json")
    let result = await workspace.run("merge", "f.json", "other.json", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("net.ro is read-only"), "\(result.errors)")
  }

  @Test("A patch with null at a section removes what the form doesn't know, too; a reset keeps it")
  func undescribed() async throws {
    try write(#"{"n": 4, "net": {"port": 7, "more": {"x": 1}}}"#)
    #expect(await workspace.run("reset", "f.json", "net", "--yes").status == 0)
    #expect(try content() == #"{"n": 4, "net": {"more": {"x": 1}}}"#)
    try write(#"{"net": null}"#, to: "patch.json")
    #expect(await workspace.run("merge", "f.json", "patch.json", "--yes").status == 0)
    #expect(try content() == #"{"n": 4, "net": {}}"#)
  }

  @Test("Values that aren't secret are shown again after one of another type was corrected or converted")
  func corrected() async throws {
    // A value that is to become a list is masked as a whole, as long as it is no list.
    try write(#"{"servers": {"port": 5}, "net": 5}"#)
    let set = await workspace.run("set", "f.json", #"net:={"port": 9}"#, "n=3", "--yes")
    #expect(set.status == 0, "\(set.errors)")
    let port = await workspace.run("get", "f.json", "servers.0.port")
    #expect(port.output == "5\n", "\(port.errors)")
    #expect(await workspace.run("get", "f.json", "net.port").output == "9\n")
  }

  @Test("A misspelled secret is masked in versions, differences and records")
  func misspelled() async throws {
    try write(#"{"n": 1, "net": {"kye": "SEKRIT2"}}"#)
    #expect(await workspace.run("set", "f.json", "n=2", "--yes").status == 0)
    try write(#"{"n": 2, "net": {"kye": "SEKRIT4"}}"#)
    #expect(await workspace.run("set", "f.json", "n=3", "--yes").status == 0)
    for command in [
      ["show", "f.json"], ["show", "f.json", "1"], ["diff", "f.json", "1"], ["log", "f.json", "0"],
    ] {
      let result = await workspace.run(command)
      #expect(!result.output.contains("SEKRIT"), "\(command): \(result.output)")
    }
    let history = workspace.folder + "/.f.json.history"
    var headers = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: history) {
      guard let data = FileManager.default.contents(atPath: history + "/" + name) else { continue }
      // A header is a line of its own; the content of a version is kept as it is.
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      for line in lines where line.contains(#""changes""#) || line.contains(#""secrets""#) {
        headers += 1
        #expect(!line.contains("SEKRIT"), "\(name): \(line)")
      }
    }
    #expect(headers > 1)
    // The form is gone, but the record knows the path.
    try FileManager.default.removeItem(atPath: workspace.folder + "/f.schema.json")
    #expect(await workspace.run("show", "f.json").output.contains("SEKRIT") == false)
  }

  @Test("The paths of notices in a list with secrets have the positions of elements")
  func notices() async throws {
    let form = Self.form.replacing(
      #""title": "Port"}"#, with: #""title": "Port", "x-setting": {"was": ["prt"]}}"#)
    try write(form, to: "f.schema.json")
    try write(#"{"servers": [{"prt": 80, "pw": "x"}]}"#)
    let result = await workspace.run("check", "f.json")
    #expect(result.errors.contains("servers.0.prt"), "\(result.errors)")
    #expect(!result.errors.contains("****"), "\(result.errors)")
  }

  @Test("insert says that a setting is no list")
  func noList() async throws {
    try write("{}")
    let result = await workspace.run("insert", "f.json", "net.port=5", "--yes")
    #expect(result.status == 1)
    #expect(result.errors.contains("net.port is no element of a list"), "\(result.errors)")
  }
}
