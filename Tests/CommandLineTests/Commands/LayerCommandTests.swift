import Foundation
import TestSupport
import Testing

/// The layers of an app, through the built program with files and variables.
@Suite struct LayerCommandTests {
  private let workspace: Workspace
  private var folder: String { workspace.folder }
  private var system: String { folder + "/xdg/trend/settings.json" }
  private var user: String { folder + "/home/trend/settings.json" }

  init() throws {
    workspace = try Workspace(content: nil)
    for name in ["xdg/trend/settings.d", "home/trend", "catalog", "project"] {
      try FileManager.default.createDirectory(
        atPath: workspace.folder + "/" + name, withIntermediateDirectories: true)
    }
    try write(
      """
      {"schemas": [{"name": "Trend", "url": "trend.schema.json", "fileMatch": ["**/trend/settings.json"]}]}
      """, to: "catalog/catalog.json")
    try write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-form": 1, "type": "object", "title": "Trend", "properties": {
        "width": {"type": "integer", "title": "Width", "default": 80, "maximum": 200},
        "token": {"type": "string", "title": "Token", "default": "", "writeOnly": true},
        "network": {"type": "object", "title": "Network", "properties": {
          "port": {"type": "integer", "title": "Port", "default": 8080}}}},
        "x-layers": {"app": "trend"}}
      """, to: "catalog/trend.schema.json")
    try write(
      #"{"$locked": ["network"], "network": {"port": 3128}, "width": 90}"#, to: "xdg/trend/settings.json")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: workspace.folder + "/" + name))
  }

  /// Runs the program in the folder `project` with other variables.
  private func run(_ words: String..., with variables: [String: String] = [:]) throws -> Run {
    try run(words, with: variables)
  }

  private func run(_ words: [String], with variables: [String: String]) throws -> Run {
    let standard = [
      "HOME": folder + "/home", "XDG_CONFIG_HOME": folder + "/home", "XDG_CONFIG_DIRS": folder + "/xdg",
      "SETTINGS_CATALOGS": folder + "/catalog",
    ]
    let list = standard.merging(variables) { $1 }.map { "\($0)=\($1)" }
    let command = words.first == "sh" ? words : [BuiltPrograms.settingsTUI] + words
    return try Run("/usr/bin/env", list + command, in: workspace.folder + "/project")
  }

  @Test("The name of an app is its settings file, and each value has its origin")
  func origins() throws {
    try write(#"{"width": 120}"#, to: "home/trend/settings.json")
    let listed = try run("list", "trend", "--origin", with: ["TREND_TOKEN": "hush"])
    #expect(listed.status == 0, "\(listed.errors)")
    let rows = listed.output.split(separator: "\n").map {
      $0.split(separator: " ").prefix(3).map(String.init)
    }
    #expect(
      rows == [
        ["SETTING", "VALUE", "ORIGIN"], ["width", "120", "\(user):1:11"],
        ["token", "********", "TREND_TOKEN"],
        ["network.port", "3128", "\(system):1:46"],
      ])
    let json = try run("list", "trend", "--origin", "--json", with: ["TREND_TOKEN": "hush"])
    #expect(!json.output.contains("hush"))
    #expect(json.output.contains(#""name": "TREND_TOKEN""#))
    let why = try run("get", "trend", "network.port", "--why")
    #expect(why.output.hasPrefix("Network › Port is 3128, from \(system):1:46\n"))
  }

  @Test("A variable of a layer, or with the app's folders, that isn't UTF-8 is refused")
  func malformedVariables() throws {
    let script = #"export "$1=$(printf '\377')"; exec "$0" get trend width"#
    for (name, status) in [
      ("TREND_WIDTH", Int32(65)), ("TREND_WIDTH_FILE", 65), ("CREDENTIALS_DIRECTORY", 64),
      ("XDG_CONFIG_HOME", 64),
    ] {
      let result = try run(["sh", "-c", script, BuiltPrograms.settingsTUI, name], with: [:])
      #expect(result.status == status && result.output.isEmpty, "\(name): \(result.errors)")
      #expect(result.errors.contains(name) && result.errors.contains("valid UTF-8"), "\(result.errors)")
    }
  }

  @Test(
    "check --strict counts the warnings of other layers, and a broken layer doesn't hide the file's problems")
  func checkedLayers() throws {
    try write(#"{"$locked": ["nope"]}"#, to: "xdg/trend/settings.json")
    let lenient = try run("check", "trend")
    #expect(lenient.status == 0 && lenient.output.contains("no errors"), "\(lenient.output)")
    let strict = try run("check", "trend", "--strict")
    #expect(strict.status == 1 && strict.errors.contains("1 warning."), "\(strict.errors)")

    try write("{", to: "xdg/trend/settings.json")
    try write(#"{"width": "x"}"#, to: "home/trend/settings.json")
    let both = try run("check", "trend")
    #expect(both.status == 65)
    #expect(both.errors.contains("\(system):1:") && both.errors.contains("\(user):1:"), "\(both.errors)")
    let json = try run("check", "trend", "--json")
    #expect(json.status == 65)
    #expect(json.output.contains(system) && json.output.contains("\"width\""), "\(json.output)")
  }

  @Test("A change that a variable overrides is stored, and the review says so")
  func overridden() throws {
    let set = try run("set", "trend", "width=100", "--yes", with: ["TREND_WIDTH": "14"])
    #expect(set.status == 0)
    #expect(set.output == "width: 90 → 100  (no effect now; TREND_WIDTH overrides it)\n")
    #expect(try run("get", "trend", "width", with: ["TREND_WIDTH": "14"]).output == "14\n")
    #expect(try run("get", "trend", "width").output == "100\n")
  }

  @Test("A locked setting is refused with the place of the lock, and a variable for it has no effect")
  func locked() throws {
    let set = try run("set", "trend", "network.port=1", "--yes")
    #expect(set.status == 1)
    #expect(
      set.errors
        == "settings-tui: \(user): error: network.port: Leave this setting as it is; \(system):1:14 locks it.\n"
    )
    let check = try run("check", "trend", with: ["TREND_NETWORK_PORT": "2"])
    #expect(check.status == 0)
    #expect(
      check.errors.contains(
        "TREND_NETWORK_PORT: warning: network.port: Remove this value, which has no effect; \(system):1:14 locks it."
      )
    )
    #expect(try run("get", "trend", "network.port", with: ["TREND_NETWORK_PORT": "2"]).output == "3128\n")
    let why = try run("get", "--why", "trend", "network.port")
    #expect(
      why.output == "Network › Port is 3128, from \(system):1:46\n  \(system):1:14 locks it\n")
    let json = try run("get", "--why", "--json", "trend", "network.port")
    #expect(json.output.contains("\"lockedBy\": {"), "\(json.output)")
  }

  @Test("A broken layer is an error with its place; the other layers of another file don't matter")
  func broken() throws {
    let refused = try run("get", "trend", "width", with: ["TREND_WIDTH": "wide"])
    #expect(refused.status == 65)
    #expect(
      refused.errors == "settings-tui: TREND_WIDTH: error: width: Use a whole number, such as 12.\n")
    try write(#"{"width": 1}"#, to: "project/other.json")
    let form = folder + "/catalog/trend.schema.json"
    let other = try run("list", "other.json", "--schema", form, with: ["TREND_WIDTH": "wide"])
    #expect(other.status == 0 && !other.output.contains("3128"), "\(other.errors)")
  }

  @Test("--layer with a file that doesn't exist is an error")
  func missing() throws {
    let result = try run("list", "trend", "--layer", "nowhere.json")
    #expect(result.status == 66)
    #expect(result.errors == "settings-tui: nowhere.json: no such file; name an existing layer.\n")
  }

  @Test("--layer adds a file below the settings file")
  func named() throws {
    try write(#"{"width": 70, "token": "hush"}"#, to: "project/base.json")
    try write("{}", to: "project/own.json")
    let form = folder + "/catalog/trend.schema.json"
    #expect(try run("get", "own.json", "width", "--schema", form, "--layer", "base.json").output == "70\n")
    #expect(try run("get", "own.json", "width", "--schema", form).output == "80\n")
    let listed = try run("list", "own.json", "--schema", form, "--layer", "base.json")
    #expect(listed.output.contains("from base.json:1:11") && !listed.output.contains("hush"))
  }

  @Test("--layer locks settings for the commands that change them")
  func locks() throws {
    try write(#"{"width": 70, "$locked": ["width"]}"#, to: "project/base.json")
    try write("{}", to: "project/own.json")
    let form = folder + "/catalog/trend.schema.json"
    let refused = try run("set", "own.json", "width=71", "--yes", "--schema", form, "--layer", "base.json")
    #expect(refused.status == 1 && refused.errors.contains("base.json:1:"), "\(refused)")
    #expect(try run("set", "own.json", "width=71", "--yes", "--schema", form).status == 0)
  }

  @Test("A locked list names its lock, also to the commands that need its elements")
  func lockedLists() throws {
    try write(#"{"$locked": ["tags"]}"#, to: "project/base.json")
    try write(#"{"tags": ["a", "b"]}"#, to: "project/own.json")
    try write(
      #"{"x-form": 1, "type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}"#,
      to: "project/tags.schema.json")
    for words in [["insert", "own.json", "tags.1=q"], ["move", "own.json", "tags.1", "0"]] {
      let run = try run(words + ["--yes", "--schema", "tags.schema.json", "--layer", "base.json"], with: [:])
      #expect(run.status == 1 && run.errors.contains("base.json:1:14 locks it"), "\(run)")
    }
  }

  @Test("list shows what a layer sets of another author's schema, and counts the rest")
  func listed() throws {
    try write(#"{"a": 1}"#, to: "project/own.json")
    try write(#"{"b": 2}"#, to: "project/base.json")
    try write(#"{"properties": {"a": {}, "b": {}, "c": {}}}"#, to: "project/other.schema.json")
    let all = try run("list", "own.json", "--schema", "other.schema.json", "--layer", "base.json")
    #expect(all.output.contains("b ") && all.output.contains("1 setting isn't set"), "\(all)")
    let changed = try run(
      "list", "own.json", "--schema", "other.schema.json", "--layer", "base.json", "--changed")
    #expect(!changed.output.contains("b "), "\(changed)")
  }

  @Test("--layer takes files only, because a pipe's locks would be gone after the first look")
  func pipes() throws {
    try write("{}", to: "project/own.json")
    #expect(try run("list", "own.json", "--layer", "/dev/null").status == 65)
    #expect(try run("list", "own.json", "--layer", ".").status == 65)
  }

  @Test("Another layer is changed by its path, and the change says which layer overrides it")
  func otherLayer() throws {
    try write(#"{"width": 120}"#, to: "home/trend/settings.json")
    let set = try run("set", system, "width=100", "network.port=3129", "--yes")
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      set.output
        == "width: 90 → 100  (no effect now; \(user):1:11 overrides it)\nnetwork.port: 3128 → 3129\n")
    #expect(try run("get", "trend", "network.port").output == "3129\n")
    #expect(try run("rollback", system, "--yes").status == 0)
    #expect(try run("get", "trend", "network.port").output == "3128\n")
  }

  @Test("Two layers with errors can be corrected one after the other")
  func correcting() throws {
    try write(#"{"width": "wide"}"#, to: "xdg/trend/settings.json")
    try write(#"{"width": "mine"}"#, to: "home/trend/settings.json")
    #expect(try run("set", "trend", "width=100", "--yes").status == 65)
    let set = try run("set", system, "width=90", "--yes")
    #expect(set.status == 0 && set.errors.hasPrefix("\(user):1:11: error: width: "), "\(set.errors)")
    #expect(try run("set", "trend", "width=100", "--yes").status == 0)
    #expect(try run("get", system, "width").output == "100\n")
  }

  @Test("The editor opens another layer, and a confirmation of its changes names its file")
  func editor() throws {
    try write("layers\n3\n/port\n1\n3129\ns\nT\nT\nT\nT\nT\napply\nq\nu\n", to: "project/lines")
    let command = "cat lines | '\(BuiltPrograms.settingsTUI)' edit trend --plain"
    let edit = try run("sh", "-c", command, with: ["XDG_STATE_HOME": folder + "/state"])
    #expect(edit.status == 0, "\(edit.output)\(edit.errors)")
    #expect(edit.output.contains("2. \(user): edited here, no values\n3. \(system): 2 values, 1 lock\n"))
    #expect(edit.output.contains("settings-tui confirm \(system) "))
    #expect(try run("get", "trend", "network.port").output == "3129\n")
    let processes = try run("sh", "-c", "ps -eo args | grep '[_]_watch'")
    #expect(processes.output.contains(" -- \(system) "), "\(processes.output)")
    #expect(try run("cancel", system).status == 0)
    #expect(try run("get", "trend", "network.port").output == "3128\n")
  }

  @Test("No command shows a secret of any layer, whether it is valid or not", arguments: [true, false])
  func secrets(isValid: Bool) throws {
    // An invalid secret is too long; its message must not have it.
    let form = try String(contentsOfFile: folder + "/catalog/trend.schema.json", encoding: .utf8)
    try write(
      form.replacing(#""writeOnly": true"#, with: #""writeOnly": true, "maxLength": 12"#),
      to: "catalog/trend.schema.json")
    let secrets = ["system", "dropin", "user", "file", "credential", "variable"].map {
      "s3cret-\($0)" + (isValid ? "" : "-that-is-too-long")
    }.map { isValid ? String($0.prefix(12)) : $0 }
    try FileManager.default.createDirectory(atPath: folder + "/cred", withIntermediateDirectories: true)
    try write(secrets[4], to: "cred/token")
    try write(secrets[3], to: "file")
    let stacks: [(file: String, text: String, variables: [String: String])] = [
      ("xdg/trend/settings.json", #"{"token": "\#(secrets[0])"}"#, [:]),
      ("xdg/trend/settings.d/5.json", #"{"token": "\#(secrets[1])"}"#, [:]),
      ("home/trend/settings.json", #"{"token": "\#(secrets[2])"}"#, [:]),
      ("home/trend/settings.json", "{}", ["TREND_TOKEN_FILE": folder + "/file"]),
      ("home/trend/settings.json", "{}", ["CREDENTIALS_DIRECTORY": folder + "/cred"]),
      ("home/trend/settings.json", "{}", ["TREND_TOKEN": secrets[5]]),
    ]
    for stack in stacks {
      try write(stack.text, to: stack.file)
      for words in [
        ["list", "trend", "--origin"], ["list", "trend", "--json", "--origin"],
        ["describe", "trend", "--json"],
        ["get", "trend", "token"], ["get", "trend", "token", "--why", "--json"],
        ["check", "trend", "--json"],
        ["set", "trend", "token=other", "--dry-run"], ["set", "trend", "width=70", "--json", "--yes"],
        ["log", "trend"], ["diff", "trend"],
      ] {
        let run = try run(words, with: stack.variables)
        for secret in secrets {
          #expect(
            !run.output.contains(secret) && !run.errors.contains(secret),
            "\(words) \(stack): \(run.output)\(run.errors)")
        }
      }
      if isValid {
        #expect(
          try run(["get", "trend", "token", "--show-secrets"], with: stack.variables).output.hasPrefix(
            "s3cret-"))
      }
    }
  }
}
