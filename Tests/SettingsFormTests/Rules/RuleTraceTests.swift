import Testing

@testable import SettingsEditing
@testable import SettingsForm
@testable import SettingsValidation

@Suite("Descriptions of rules, and traces of values")
struct RuleTraceTests {
  @Test(
    "A rule is described in words, with titles",
    arguments: [
      (
        ["require": ["<=": [["var": "pool.min"], ["var": "pool.max"]]]],
        "Pool › Minimum is at most Pool › Maximum"
      ),
      (
        ["when": ["==": [["var": "mode"], "exact"]], "require": ["<": [["var": "timePeriod"], 30]]],
        "Time Period is less than 30 days when Mode is Exact"
      ),
      (
        ["when": ["!": [["var": "proxy.isUsed"]]], "hide": ["proxy.host", "proxy.port"]],
        "hide Proxy › Host and Proxy › Port when Proxy › Use Proxy is false"
      ),
      (["disable": ["pool"]], "disable Pool"), (["readOnly": ["name"]], "make Name read-only"),
      (["set": "mode", "to": "exact"], "Mode defaults to Exact"),
      (
        ["set": "pool.max", "to": ["*": [["+": [["var": "pool.min"], 1]], 2]]],
        "Pool › Maximum defaults to (Pool › Minimum + 1) * 2"
      ),
      (
        [
          "require": [
            "and": [
              ["in": [["var": "mode"], ["fast", "exact"]]],
              ["or": [["isEmpty": [["var": "tags"]]], ["in": ["sat", ["var": "days"]]]]],
            ]
          ]
        ],
        "Mode is one of Fast or Exact and (Tags is empty or Days contains Saturday)"
      ),
      (["require": ["!": [["matches": [["var": "name"], "^x"]]]]], "Name does not match ^x"),
      (["require": ["!=": [["var": "nickname"], .null]]], "Nickname has a value"),
      (
        ["require": ["!": [["or": [["var": "proxy.isUsed"], ["==": [["var": "name"], "x"]]]]]]],
        "Proxy › Use Proxy is false and Name is not \"x\""
      ),
      (
        ["require": [">": [["count": [["var": "tags"]]], ["max": [1, ["var": "ratio"]]]]]],
        "the count of Tags is more than the greatest of 1 and Ratio"
      ),
      (["require": ["==": [["var": "$context.platform"], "watch"]]], "platform is \"watch\""),
      (["require": ["==": [["var": "token"], "hunter2"]]], "Token is ********"),
    ] as [(JSONValue, String)])
  func descriptions(_ example: (rule: JSONValue, text: String)) throws {
    let index = try RuleForm.index(example.rule)
    #expect(RuleDescriber(index: index).description(of: index.form.rules[0]) == example.text)
  }

  @Test(
    "A constraint without a message has one made of its titles",
    arguments: [
      (
        ["require": ["<=": [["var": "pool.min"], ["var": "pool.max"]]]],
        "Pool › Minimum must be at most Pool › Maximum."
      ),
      (
        ["when": ["var": "proxy.isUsed"], "require": ["!": [["isEmpty": [["var": "proxy.host"]]]]]],
        "When Proxy › Use Proxy is true, Proxy › Host must not be empty."
      ),
      (["require": ["matches": [["var": "name"], "^[a-z]+$"]]], "Name must match ^[a-z]+$."),
      (["require": ["!": [["in": ["sun", ["var": "days"]]]]]], "Days must not contain Sunday."),
      (["require": ["!=": [["var": "nickname"], .null]]], "Nickname must have a value."),
      (["when": ["==": [["var": "name"], "x"]], "require": false], "This must not be: Name is \"x\"."),
    ] as [(JSONValue, String)])
  func messages(_ example: (rule: JSONValue, text: String)) throws {
    let index = try RuleForm.index(example.rule)
    #expect(RuleDescriber(index: index).message(of: index.form.rules[0]) == example.text)
  }

  @Test("A trace lists the candidate rules, the reason why one won, and the current values")
  func candidates() throws {
    let index = try RuleForm.index(
      ["set": "name", "to": "plain", "source": "App.swift:1"],
      ["when": ["==": [["var": "mode"], "exact"]], "set": "name", "to": "exact"],
      ["when": [">": [["var": "proxy.port"], 0]], "set": "name", "to": "port", "priority": 500],
      [
        "when": ["==": [["var": "$context.platform"], "watch"]], "set": "name", "to": "watch",
        "priority": 250,
      ],
      ["set": "name", "to": "off", "group": "g"], ["hide": ["name"], "when": ["var": "proxy.isUsed"]],
      ["require": ["<": [["count": [["var": "name"]]], 3]]])
    let document: JSONValue = ["mode": "exact"]
    let state = RuleForm.state(index, document, inactiveGroups: ["g"])
    let trace = state.trace(at: ["name"], in: index, isStaged: false) {
      document.value(at: index.settings[$0].path)
    }
    #expect(
      trace.description == """
        Name is exact, from a rule
          does not apply: Name defaults to "port" when Proxy › Port is more than 0; Proxy › Port has no value (Proxy › Port: (not set))
          does not apply: Name defaults to "watch" when platform is "watch"; the app gives no platform (platform: (not given))
          applies: Name defaults to "exact" when Mode is Exact (Mode: Exact)
          overridden: Name defaults to "plain"; a more specific rule is preferred [App.swift:1]
          does not apply: Name defaults to "off"; its group g is switched off
          does not apply: hide Name when Proxy › Use Proxy is true; its condition is false (Proxy › Use Proxy: false)
          does not hold: the count of Name is less than 3 (Name: exact)
        """)
    #expect(trace.origin == .derived(index.form.rules[1]))
    #expect(trace.steps[2].settings == [["mode"], ["name"]])
  }

  @Test("A trace reports an explicit value, and masks secrets")
  func setValues() throws {
    let index = try RuleForm.index(
      ["set": "token", "to": "t0p"], ["require": ["!=": [["var": "token"], ["var": "name"]]]])
    let secret: JSONValue = ["token": "hunter2"]
    let trace = RuleForm.state(index, secret).trace(at: ["token"], in: index, isStaged: true) {
      secret.value(at: index.settings[$0].path)
    }
    #expect(trace.origin == .staged)
    #expect(trace.steps.map(\.verdict) == [.beaten, .applies])
    #expect(trace.steps[0].reason == "the setting was set")
    #expect(!trace.description.contains("hunter2"))
    let section = RuleForm.state(index).trace(
      at: ["pool"], in: index, isStaged: false, explicit: { _ in nil })
    #expect(section.description == "Pool")
  }

  @Test("A trace lists what depends on the setting and how, each once")
  func dependents() throws {
    let index = try RuleForm.index(
      ["set": "name", "to": "exact", "when": ["==": [["var": "mode"], "exact"]]],
      ["hide": ["name", "pool"], "when": ["==": [["var": "mode"], "fast"]]],
      ["disable": ["name"], "when": ["!=": [["var": "mode"], "fast"]]],
      ["hide": ["name"], "when": ["!=": [["var": "mode"], "exact"]]],
      [
        "require": ["<=": [["var": "pool.min"], ["var": "pool.max"]]],
        "when": ["==": [["var": "mode"], "fast"]],
      ])
    func trace(_ path: SettingPath) -> RuleTrace {
      RuleForm.state(index).trace(at: path, in: index, isStaged: false, explicit: { _ in nil })
    }
    #expect(
      trace(["mode"]).dependents.map { "\($0.name): \($0.text)" } == [
        "Name: its default, whether it is shown, whether it is enabled", "Pool: whether it is shown",
        "Pool › Minimum: which values are allowed", "Pool › Maximum: which values are allowed",
      ])
    #expect(trace(["pool", "min"]).dependents.map(\.path) == [["pool", "max"]])
    #expect(trace(["name"]).dependents.isEmpty && trace(["pool"]).dependents.isEmpty)
    #expect(
      "\(trace(["pool", "min"]))".hasSuffix("\n  Pool › Maximum depends on it: which values are allowed"))
  }
}
