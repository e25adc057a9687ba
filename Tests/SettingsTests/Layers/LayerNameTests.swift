import Testing

@testable import Settings

/// Names of variables and options that several settings, no setting, or an earlier version has.
@Suite("The names of settings outside of files")
struct LayerNameTests {
  private func store(_ form: String, above: [SettingsLayer]) throws -> StoreEngine {
    let schema = try FormSchema(written: Array(form.utf8))
    return try StoreEngine(
      form: schema, layers: SettingsLayers(storage: MemoryStorage(), above: above),
      options: StoreOptions(refresh: .manual))
  }

  private func problems(_ form: String, above: [SettingsLayer]) -> [String] {
    do {
      return try store(form, above: above).layerProblems.map(\.description)
    } catch {
      return "\(error)".split(separator: "\n").map(String.init)
    }
  }

  private let form = #"""
    {"type": "object", "properties": {
      "token": {"type": "string", "title": "Token", "default": ""},
      "tokenFile": {"type": "string", "title": "Token file", "default": ""},
      "cache": {"type": "boolean", "title": "Cache", "default": true},
      "noCache": {"type": "boolean", "title": "No cache", "default": false},
      "internal": {"type": "integer", "title": "Internal", "default": 1, "x-setting": {"skipSetting": true}},
      "network": {"type": "object", "title": "Network", "x-setting": {"was": ["net"]}, "properties": {
        "timeout": {"type": "integer", "title": "Timeout", "default": 5, "x-setting": {"was": ["wait"]}}}}}}
    """#

  @Test("are an error where two settings have one name by a suffix or a prefix")
  func collisions() {
    #expect(
      problems(form, above: [.environment(prefix: "T", variables: ["T_TOKEN_FILE": "x"])]) == [
        "T_TOKEN_FILE: error: Set tokenFile and token in a file, because they have the same name here."
      ])
    #expect(
      problems(form, above: [.arguments(["--no-cache"])]) == [
        "--no-cache: error: Set noCache and cache in a file, because they have the same name here."
      ])
  }

  @Test("don't include settings that only the app's code sets")
  func skipped() throws {
    let store = try store(
      form,
      above: [.environment(prefix: "T", variables: ["T_INTERNAL": "2"]), .arguments(["--internal", "3"])])
    #expect(store.effective(["internal"]) == 1)
    #expect(store.layers.otherArguments == ["--internal", "3"])
  }

  @Test("are suggested for a misspelled variable with the app's prefix, and for no other variable")
  func misspelled() {
    #expect(
      problems(
        form,
        above: [
          .environment(
            prefix: "T", variables: ["T_NETWORK_TIMOUT": "2", "T_HOME": "/x", "NETWORK_TIMOUT": "2"])
        ]) == [
          "T_NETWORK_TIMOUT: warning: No setting has this name, so it has no effect; perhaps you mean T_NETWORK_TIMEOUT."
        ])
  }

  @Test("are demanded of options if the app refuses unknown ones")
  func refused() throws {
    let arguments = ["run", "--network-timout", "3", "--no-cach", "--x", "-v", "--", "--y"]
    #expect(
      problems(form, above: [.arguments(arguments, unknownOptions: .refuse)]) == [
        "--network-timout: error: No setting has this name; perhaps you mean --network-timeout.",
        "--no-cach: error: No setting has this name; perhaps you mean --no-cache.",
        "--x: error: No setting has this name.",
      ])
    let store = try store(
      form, above: [.arguments(["run", "--network-timeout", "3", "-v"], unknownOptions: .refuse)])
    #expect(store.effective(["network", "timeout"]) == 3)
    #expect(store.layers.otherArguments == ["run", "-v"])
  }

  @Test("of earlier versions are read with a message, unless the current name is there, too")
  func former() throws {
    let variables = try store(form, above: [.environment(prefix: "T", variables: ["T_NET_WAIT": "9"])])
    #expect(variables.effective(["network", "timeout"]) == 9)
    #expect(
      variables.layerProblems.map(\.description) == [
        "T_NET_WAIT: warning: network.timeout: Use T_NETWORK_TIMEOUT instead; this is the name of an earlier version."
      ])
    let both = try store(
      form, above: [.environment(prefix: "T", variables: ["T_NET_WAIT": "9", "T_NETWORK_TIMEOUT": "4"])])
    #expect(both.effective(["network", "timeout"]) == 4)
    let options = try store(form, above: [.arguments(["--net-wait", "8"])])
    #expect(options.effective(["network", "timeout"]) == 8)
    #expect(
      options.layerProblems.map(\.description) == [
        "--net-wait: warning: network.timeout: Use --network-timeout instead; this is the name of an earlier version."
      ])
  }

  @Test("are named by the problem of a rule that an option or a variable breaks, not the file")
  func rules() throws {
    let form = #"""
      {"type": "object", "properties": {
        "name": {"type": "string", "title": "Name", "default": "world"},
        "times": {"type": "integer", "title": "Times", "default": 1}},
       "x-rules": [{"when": {"==": [{"var": "name"}, "world"]}, "require": {"<=": [{"var": "times"}, 5]},
         "message": "Greet the world at most five times."}]}
      """#
    let variables = try store(form, above: [.environment(prefix: "T", variables: ["T_TIMES": "9"])])
    #expect(variables.problems == [])
    #expect(
      variables.layerProblems.map(\.description) == [
        "T_TIMES: error: times: Greet the world at most five times."
      ])
    let options = try store(
      form, above: [.environment(prefix: "T", variables: ["T_TIMES": "9"]), .arguments(["--name", "world"])])
    #expect(
      options.layerProblems.map(\.description) == [
        "--name: error: name: Greet the world at most five times."
      ])
    let file = try StoreEngine(
      form: FormSchema(written: Array(form.utf8)),
      layers: SettingsLayers(storage: MemoryStorage(#"{"times": 9}"#), above: [.arguments(["--other"])]),
      options: StoreOptions(refresh: .manual))
    #expect(file.problems.map(\.path) == [["name"], ["times"]])
    #expect(file.layerProblems == [])
  }
}
