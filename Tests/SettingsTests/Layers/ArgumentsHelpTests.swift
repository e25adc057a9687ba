import Testing

@testable import Settings

@Suite("The help text of the options")
struct ArgumentsHelpTests {
  @Test("has an option for each setting that a person can set, with the value's name and the default")
  func text() throws {
    let form = #"""
      {"type": "object", "properties": {
        "verbose": {"type": "boolean", "title": "Verbose", "default": false},
        "width": {"type": "integer", "title": "Width", "default": 80},
        "mode": {"enum": ["fast", "exact"], "title": "Mode", "default": "fast"},
        "token": {"type": "string", "title": "Token", "default": "hush", "writeOnly": true},
        "hidden": {"type": "string", "title": "Hidden", "default": "", "x-setting": {"skipSetting": true}},
        "calculation": {"type": "object", "title": "Calculation", "properties": {
          "theLongestNameOfAllSettings": {"type": "array", "title": "Names", "items": {"type": "string"}, "default": []},
          "timeLimit": {"type": "string", "format": "duration", "title": "Time limit", "default": "PT30S"}}}}}
      """#
    let text = ArgumentsHelp(index: FormIndex(try FormSchema(parsing: Array(form.utf8)))).text
    #expect(
      text == """
          --verbose                       Verbose (default: false)
          --width NUMBER                  Width (default: 80)
          --mode fast|exact               Mode (default: fast)
          --token TEXT                    Token
          --calculation-the-longest-name-of-all-settings LIST
                                          Names
          --calculation-time-limit DURATION
                                          Time limit (default: 30 s)
        """)
    #expect(!text.contains("hush"))
  }
}
