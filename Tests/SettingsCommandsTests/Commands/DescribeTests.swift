import SettingsForm
import SettingsJSON
import TestSupport
import Testing

@testable import SettingsCommands

/// `describe`, and the same facts in `list`.
@Suite struct DescribeTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(
      content: #"{"$schema": "app.form.json", "network": {"port": 9000, "token": "s3cret"}, "tags": ["a"]}"#)
    try workspace.write(
      #"""
      {"title": "App", "type": "object", "properties": {
        "network": {"type": "object", "title": "Network", "description": "How the app is reached.", "properties": {
          "port": {"type": "integer", "title": "Port", "description": "Where it listens.", "minimum": 1,
            "maximum": 65535, "default": 8080,
            "x-setting": {"requiresRestart": true, "unit": "ports", "keywords": ["socket", "listen"], "sideEffects": ["reload"]}},
          "token": {"type": "string", "title": "Token", "writeOnly": true, "default": ""}}},
        "mode": {"title": "Mode", "default": "a", "deprecated": true, "oneOf": [
          {"const": "a", "title": "Alpha", "description": "The first."}, {"const": "b", "title": "Beta"}]},
        "goal": {"title": "Goal", "type": ["number", "null"], "default": null, "exclusiveMinimum": 0},
        "tags": {"title": "Tags", "type": "array", "maxItems": 3, "items": {"type": "string"}, "default": []},
        "servers": {"title": "Servers", "type": "array", "default": [], "items": {"type": "object", "properties": {
          "host": {"type": "string", "title": "Host"}}}}
      }}
      """#, to: "app.form.json")
  }

  @Test("A setting is described with value, type, default, flags and side effects")
  func setting() async throws {
    let result = await workspace.run("describe", "settings.json", "network.port")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        network.port  Port
          Where it listens.
          value         9000
          type          Whole number from 1 to 65535, in ports
          default       8080
          flags         requires a restart
          keywords      socket, listen
          side effects  reload

        """)
  }

  @Test("Choices have their titles and help, flags are named, and secrets are masked")
  func choices() async throws {
    let mode = await workspace.run("describe", "settings.json", "mode").output
    #expect(mode.contains("  value    a (the default)\n"), "\(mode)")
    #expect(mode.contains("  choices  a: Alpha; The first.\n           b: Beta\n"), "\(mode)")
    #expect(mode.contains("  flags    deprecated\n"))
    let token = await workspace.run("describe", "settings.json", "network.token").output
    #expect(token.contains("value    ********\n") && token.contains("flags    secret\n"), "\(token)")
  }

  @Test("A part of a setting is described, even if it has no value")
  func part() async throws {
    let output = await workspace.run("describe", "settings.json", "servers.-.host").output
    #expect(output.hasPrefix("servers.0.host  Host\n") && output.contains("type   Text\n"), "\(output)")
  }

  @Test("A section, and the whole file, are described with all their settings")
  func section() async throws {
    let network = await workspace.run("describe", "settings.json", "network").output
    #expect(
      network.hasPrefix("network  Network\nHow the app is reached.\n\nnetwork.port  Port\n"), "\(network)")
    #expect(network.contains("\n\nnetwork.token  Token\n") && !network.contains("goal"))
    let all = await workspace.run("describe", "settings.json").output
    #expect(all.hasPrefix("App\n") && all.contains("\n\ntags  Tags\n"))
  }

  @Test("An unknown setting is refused with the most similar one")
  func unknown() async throws {
    let result = await workspace.run("describe", "settings.json", "network.prt")
    #expect(result.status == 1 && result.errors.contains("perhaps you mean network.port"))
  }

  @Test("The JSON of describe is that of list, with limits and choices")
  func json() async throws {
    let one = try JSONValue(
      parsing: await workspace.run("describe", "settings.json", "network.port", "--json").output)
    guard
      case .array(let list) = try JSONValue(
        parsing: await workspace.run("list", "settings.json", "--json").output)
    else {
      Issue.record("The value has another type.")
      return
    }
    #expect(list.contains(one))
    #expect(one.member("type") == "integer" && one.member("unit") == "ports" && one.member("value") == 9000)
    #expect(one.member("limits") == ["minimum": 1, "maximum": 65535])
    #expect(one.member("requiresRestart") == true && one.member("isSecret") == false)
    #expect(one.member("sideEffects") == ["reload"] && one.member("help") == "Where it listens.")
    #expect(one.member("keywords") == ["socket", "listen"])
    let goal = list.first { $0.member("path") == "goal" }
    #expect(goal?.member("isOptional") == true && goal?.member("limits") == ["exclusiveMinimum": 0])
    let mode = list.first { $0.member("path") == "mode" }
    guard case .array(let choices)? = mode?.member("choices") else {
      Issue.record("The value has another type.")
      return
    }
    #expect(choices.first?.member("value") == "a" && choices.first?.member("help") == "The first.")
    #expect(list.first { $0.member("path") == "network.token" }?.member("value") == "********")
    let servers = list.first { $0.member("path") == "servers" }
    guard case .array(let fields)? = servers?.member("elements")?.member("fields") else {
      Issue.record("The value has another type.")
      return
    }
    #expect(fields.first?.member("title") == "Host")
  }

  @Test("A file that doesn't exist is described by its form")
  func noFile() async throws {
    let result = await workspace.run("describe", "new.json", "mode", "--schema", "app.form.json")
    #expect(result.status == 0 && result.output.contains("Alpha"))
  }

  @Test("A list of itself, which has no innermost elements, is described")
  func listOfItself() async throws {
    try workspace.write(
      #"""
      {"type": "object", "properties": {"nested": {"$ref": "#/$defs/L"}, "lists": {"type": "array", "items": {"$ref": "#/$defs/L"}}},
        "$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}}}
      """#, to: "own.json")
    try workspace.write(#"{"$schema": "own.json", "nested": [[], [[]]]}"#, to: "nested.json")
    let result = await workspace.run("describe", "nested.json")
    #expect(
      result.status == 0 && result.output.contains("List of values"), "\(result.output)\(result.errors)")
    #expect(result.output.contains("[[], [[]]]"))
  }

  @Test("list lists one section, and only its problems")
  func listSection() async throws {
    let result = await workspace.run("list", "settings.json", "network")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "SETTING", "network.port", "network.token",
      ])
    let unknown = await workspace.run("list", "settings.json", "netwrk")
    #expect(unknown.status == 1 && unknown.errors.contains("perhaps you mean network"), "\(unknown.errors)")
  }

  @Test("A setting whose default only the app knows isn't listed with one")
  func unknownDefault() async throws {
    try workspace.write(
      #"{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string", "default": ""}}}"#,
      to: "own.json")
    try workspace.write(#"{"$schema": "own.json", "a": 1, "b": "x"}"#, to: "other.json")
    let result = await workspace.run("list", "other.json")
    #expect(
      result.output.hasPrefix(
        "SETTING    VALUE     NOTES\na          1\nb          x         default empty\n"))
  }

  @Test("A warning about another file that a form refers to names that file")
  func warningElsewhere() async throws {
    try workspace.write(#"{"properties": {"a": {"$ref": "types.json#/port"}}}"#, to: "foreign.json")
    try workspace.write(#"{"port": {"type": "integer", "minimum": "1"}}"#, to: "types.json")
    try workspace.write(#"{"$schema": "foreign.json", "a": 1}"#, to: "other.json")
    let result = await workspace.run("check", "other.json", "--verbose")
    #expect(result.errors == "types.json: warning: /port/minimum: Give \"minimum\" a number.\n")
  }

  @Test("A setting that needs no default isn't listed with one")
  func noDefault() async throws {
    try workspace.write(
      #"{"properties": {"a": {"type": "string"}, "b": {"type": "integer", "default": 2}}, "anyOf": [{}]}"#,
      to: "foreign.json")
    try workspace.write(#"{"$schema": "foreign.json", "a": "x", "b": 3}"#, to: "other.json")
    let result = await workspace.run("list", "other.json")
    #expect(!result.output.contains("default empty"), "\(result.output)")
    #expect(result.output.contains("default 2"))
  }
}
