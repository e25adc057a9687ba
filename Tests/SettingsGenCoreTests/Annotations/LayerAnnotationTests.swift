import SettingsForm
import Testing

@testable import SettingsGenCore

@Suite("The layers of an app, and the names of its settings")
struct LayerAnnotationTests {
  @Test("app at the root is x-layers in the form")
  func app() throws {
    let made = Generated("// setting: app = \"trend\"\nstruct App: SettingsGroup {\n  var a = 1\n}\n")
    #expect(made.messages == [])
    let form = try #require(made.form)
    #expect(form.schema.layers == FormLayers(app: "trend"))
    guard case .object(let object) = form.schema.json else { return }
    #expect(object["x-layers"] == ["app": "trend"])
  }

  @Test(
    "app that isn't a folder's name, or isn't at the root, is an error",
    arguments: [
      (
        "// setting: app = \"a/b\"\nstruct App: SettingsGroup {\n  var a = 1\n}",
        "1:19: error: 'app' needs the name of a folder: app = \"trend\""
      ),
      (
        "struct App: SettingsGroup {\n  // setting: app = x\n  var a = Inner()\n}\nstruct Inner: SettingsGroup { var b = 1 }",
        "2:15: error: 'app' has no meaning for a section; it belongs to the root of the settings"
      ),
      (
        "struct App: SettingsGroup {\n  // setting: app = x\n  var a = 1\n}",
        "2:15: error: 'app' has no meaning for a setting; it belongs to the root of the settings"
      ),
    ] as [(String, String)])
  func misplaced(source: String, message: String) {
    #expect(Generated(source).messages == [message])
  }

  @Test("Two settings with the same name as a variable are an error at the second")
  func names() {
    let made = Generated.members("var a = Inner()\nvar aB = 1", "struct Inner: SettingsGroup { var b = 2 }")
    #expect(
      made.messages == [
        "3:5: error: 'aB' and 'a.b' have the same name as an environment variable, A_B; rename one of them"
      ])
  }

  @Test(
    "A setting that has the name of another one by a suffix or a prefix is an error",
    arguments: [
      (
        "var token = \"\"\nvar tokenFile = \"\"",
        [
          "3:5: error: 'tokenFile' and the file with the value of 'token' have the same name as an environment variable, TOKEN_FILE; rename one of them"
        ]
      ),
      (
        "var cache = true\nvar noCache = true",
        [
          "3:5: error: 'noCache' and the opposite of 'cache' have the same name as an option, --no-cache; rename one of them"
        ]
      ),
      ("var cache = 1\nvar noCache = true", []),
      ("var token = \"\"\n// setting: skipSetting\nvar tokenFile = \"\"", []),
    ] as [(String, [String])])
  func affixes(members: String, messages: [String]) {
    #expect(Generated.members(members).messages == messages)
  }

  @Test("A required setting has no default, and it and its section are required")
  func required() throws {
    let made = Generated.members(
      "var server = Server()",
      "struct Server: SettingsGroup {\n  // setting: required, length = 1...9\n  var host = \"\"\n}")
    #expect(made.messages == [])
    let json = try #require(made.form).schema.json
    #expect(json.value(at: ["required"]) == ["server"])
    #expect(json.value(at: ["properties", "server", "required"]) == ["host"])
    #expect(json.value(at: ["properties", "server", "properties", "host", "default"]) == nil)
  }

  @Test(
    "Names are those of swift-configuration",
    arguments: [
      (["calculation", "timePeriod"], "CALCULATION_TIME_PERIOD", "calculation-time-period"),
      (["http", "serverURL"], "HTTP_SERVER_URL", "http-server-url"),
      (["user-agent"], "USER_AGENT", "user-agent"), (["x1Y2"], "X1Y2", "x1y2"),
      (["größeÄ"], "GRÖSSE_Ä", "größe-ä"),
    ] as [([String], String, String)])
  func encoding(keys: [String], variable: String, option: String) {
    #expect(SettingPath(keys).variableName == variable)
    #expect(SettingPath(keys).optionName == option)
  }
}
