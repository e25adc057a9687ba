import Foundation
import Settings
import SettingsSystem
import TestSupport
import Testing

@testable import SettingsGenCore

/// The options with which the plugins describe a target: its roots, and their exported forms.
@Suite struct PackageTargetTests {
  /// A package with a target of one file.
  private struct Package {
    let folder = FileManager.default.temporaryDirectory.appending(path: "settings-gen-\(UUID().uuidString)")

    init(_ source: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(source, "App.swift")
    }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func run(_ arguments: String...) -> ProgramResult {
      GeneratorCommand.run(
        arguments: arguments + ["--target", "app", "--package", folder.path, folder.path + "/App.swift"])
    }

    /// Generates code, and returns the messages without the folder.
    func generate(_ arguments: String...) -> String {
      let result = GeneratorCommand.run(
        arguments: arguments + [
          "--every-root", "--swift", folder.path + "/App.generated.swift", "--target", "app", "--package",
          folder.path, folder.path + "/App.swift",
        ])
      return result.errors.replacing(folder.path + "/", with: "")
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private static let command =
    "swift package --allow-writing-to-package-directory settings-schema --target app"

  @Test("Roots are listed with the names that the Swift runtime knows, and the files of their forms")
  func roots() throws {
    let package = try Package(
      """
      struct App: SettingsGroup { var a = 1 }
      enum Daemon { final class Inner {} }
      extension Daemon.Inner { struct Settings: SettingsGroup { var b = 1 } }
      """)
    defer { package.remove() }
    let result = package.run("--roots")
    #expect(
      result.output == """
        3AppV\tApp\tapp.App.schema.json
        6DaemonO5InnerC8SettingsV\tDaemon.Inner.Settings\tapp.Daemon.Inner.Settings.schema.json

        """)
    #expect(result.errors == "")
    try package.write(
      #"{"roots": [{"type": "App", "schema": "Forms/app.json"}]}"#, "settings-gen-config.json")
    let configured = package.run("--roots", "--config", package.folder.path + "/settings-gen-config.json")
    #expect(configured.output == "3AppV\tApp\tForms/app.json\n")
    try package.write("struct App: SettingsGroup { var a = 1 }", "App.swift")
    #expect(package.run("--roots").output == "3AppV\tApp\tapp.schema.json\n")
    // A target that only lends its types has no root.
    try package.write(#"{"roots": []}"#, "settings-gen-config.json")
    let lender = package.run("--roots", "--config", package.folder.path + "/settings-gen-config.json")
    #expect(lender.exitStatus == .done && lender.output == "")
    try package.write("struct Größe: SettingsGroup { var a = 1 }", "App.swift")
    let other = package.run("--roots")
    #expect(other.exitStatus == .refused)
    #expect(other.errors.hasPrefix("error: 'Größe' can't be exported: its name isn't ASCII"))
  }

  @Test(
    "A configuration file that isn't valid is an error at its place",
    arguments: [
      (#"{"roots": [}"#, "1:12: error: "),
      (#"[]"#, "1:1: error: this isn't an object, '{ … }'"),
      (#"{"root": []}"#, "1:2: error: the key 'root' is unknown; perhaps you mean 'roots'"),
      (#"{"roots": {}}"#, "1:11: error: 'roots' isn't a list of roots"),
      (#"{"roots": ["App"]}"#, "1:12: error: this isn't an object, '{ … }'"),
      (#"{"roots": [{}]}"#, "1:12: error: the root has no 'type', the name of its struct"),
      (
        #"{"roots": [{"type": "App", "title": ""}]}"#,
        "1:28: error: the key 'title' is unknown; the known keys are 'type' and 'schema'"
      ),
      (#"{"roots": [{"type": 1}]}"#, "1:21: error: 'type' isn't a line of text"),
      (#"{"roots": [{"type": "App"}, {"type": "App"}]}"#, "1:38: error: 'App' is listed twice"),
      (
        #"{"roots": [{"type": "A", "schema": "x"}, {"type": "B", "schema": "x"}]}"#,
        "1:51: error: 'x' is the schema of two roots"
      ),
      (
        #"{"roots": [{"type": "Ap"}]}"#,
        "1:21: error: there is no struct 'Ap'; check the name of the root"
      ),
    ])
  func configuration(text: String, message: String) throws {
    let package = try Package("struct App: SettingsGroup { var a = 1 }")
    defer { package.remove() }
    try package.write(text, "config.json")
    let messages = package.generate("--config", package.folder.path + "/config.json")
    #expect(messages.hasPrefix("config.json:" + message), "\(messages)")
    #expect(messages.filter(\.isNewline).count == 1)
  }

  @Test("Only the configured roots have generated code")
  func configuredRoots() throws {
    let package = try Package("struct A: SettingsGroup { var a = 1 }\nstruct B: SettingsGroup { var b = 1 }")
    defer { package.remove() }
    try package.write(#"{"roots": [{"type": "B"}]}"#, "config.json")
    #expect(package.generate("--config", package.folder.path + "/config.json") == "")
    let code = try String(contentsOf: package.folder.appending(path: "App.generated.swift"), encoding: .utf8)
    #expect(code.contains("extension B: SettingsRoot"))
    #expect(!code.contains("extension A: SettingsRoot"))
  }

  @Test("An exported form is up to date whatever strings types compute")
  func computedTexts() throws {
    let package = try Package(
      """
      struct App: SettingsGroup { var mode = Mode.a; var modes: [Mode] = []; var inner = Inner() }
      struct Inner: SettingsGroup, SettingsDisplayable { var x = 1; static var settingsTitle: String { text() } }
      enum Mode: String, Codable, SettingsDisplayable { case a, b; var settingsTitle: String { text() } }
      """)
    defer { package.remove() }
    let schema = GeneratorCommand.run(arguments: [package.folder.path + "/App.swift"]).output
    try package.write(
      schema.replacing(#""title": "B""#, with: #""title": "Second""#).replacing(
        #""title": "Inner""#, with: #""title": "Other""#), "app.schema.json")
    #expect(!package.generate().contains("warning"))
    try package.write(schema.replacing(#""title": "X""#, with: #""title": "Second""#), "app.schema.json")
    #expect(package.generate().contains("since 'inner.x' has changed"))
  }

  @Test("An exported form is up to date whatever its rules and the defaults that only the program knows")
  func upToDate() throws {
    let package = try Package(
      "struct App: SettingsGroup { var a = 1\nvar b: Int = makeB()\nvar in = In() }\nstruct In: SettingsGroup { var c = true }"
    )
    defer { package.remove() }
    #expect(package.generate().contains("note: "))
    let notes = package.generate()
    let schema = GeneratorCommand.run(arguments: [package.folder.path + "/App.swift"]).output
    var form = try FormSchema(parsing: Array(schema.utf8))
    guard case .setting(var setting) = form.root.items[1] else { throw CancellationError() }
    #expect(setting.defaultValue == nil)
    setting.defaultValue = 7
    form.root.items[1] = .setting(setting)
    form.rules = [
      FormRule(.assign(["a"], .value(2)), when: .operation(.greater, [.setting(["b"]), .value(1)]))
    ]
    try package.write(String(decoding: form.bytes, as: UTF8.self), "app.schema.json")
    #expect(package.generate() == notes)
  }

  @Test(
    "An exported form that is out of date is a warning with the first difference",
    arguments: [
      ("struct App: SettingsGroup { var a = 2; var b = In() }", "'a'"),
      ("struct App: SettingsGroup { var a = 1; var b = In(); var c = 1 }", "'c'"),
      ("struct App: SettingsGroup { var b = In(); var a = 1 }", "'b'"),
      ("struct App: SettingsGroup { var b = In() }", "'a'"),
      ("/// Help.\nstruct App: SettingsGroup { var a = 1; var b = In() }", "'App'"),
      ("struct App: SettingsGroup { var a = 1; var b: In? = nil }", "'b'"),
      (
        "struct App: SettingsGroup { var a = 1; var b = In(x: false) }",
        "'b.x'"
      ),
    ])
  func outdated(source: String, place: String) throws {
    let section = "\nstruct In: SettingsGroup { var x = true }"
    let package = try Package("struct App: SettingsGroup { var a = 1; var b = In() }" + section)
    defer { package.remove() }
    let schema = GeneratorCommand.run(arguments: [package.folder.path + "/App.swift"]).output
    try package.write(schema, "app.schema.json")
    #expect(package.generate() == "")
    try package.write(source + section, "App.swift")
    #expect(
      package.generate()
        == "app.schema.json:1:1: warning: this form is out of date, since \(place) has changed; write it again with '\(Self.command)'\n"
    )
    try package.write("{\n  \"type\": x\n}", "app.schema.json")
    #expect(
      package.generate()
        == "app.schema.json:2:11: warning: this isn't a form; write it again with '\(Self.command)'\n")
  }

  @Test("A form under a condition that only the build decides is up to date")
  func conditions() throws {
    let package = try Package(
      "struct App: SettingsGroup {\n#if DEBUG\nvar a = 1\n#else\nvar a = 2\n#endif\n}")
    defer { package.remove() }
    let notes = package.generate()
    let schema = GeneratorCommand.run(arguments: [package.folder.path + "/App.swift"]).output
    for value in ["1", "2"] {
      let form = schema.replacing("\"default\": 1", with: "\"default\": \(value)").replacing(
        "\"default\": 2", with: "\"default\": \(value)")
      try package.write(form, "app.schema.json")
      #expect(package.generate() == notes)
    }
    try package.write(schema.replacing("\"default\": ", with: "\"default\": 3"), "app.schema.json")
    #expect(package.generate().contains("warning: this form is out of date, since 'a'"))
  }
}
