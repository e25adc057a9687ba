import Testing

@testable import Settings

@Suite("The help text of the options")
struct ArgumentsHelpTests {
  @Test("has help and limits, and shows values as they are typed")
  func details() throws {
    let form = #"""
      {"type": "object", "properties": {
        "window": {"type": "array", "title": "Window", "items": {"type": "integer"}, "default": [6, 20],
          "minItems": 2, "maxItems": 2, "description": "The hours in which backups run.\n\nMore.",
          "x-setting": {"range": true}},
        "mode": {"oneOf": [{"const": "linear", "title": "Linear Regression"}, {"const": "mean", "title": "Mean"}],
          "title": "Mode", "default": "linear"},
        "verbose": {"type": "boolean", "title": "Verbose", "default": true},
        "days": {"type": "integer", "title": "Days", "default": 7, "minimum": 1, "maximum": 30,
          "description": "How far the average looks back, which is a sentence that is long enough to be broken.",
          "x-setting": {"unit": "days"}}}}
      """#
    let text = ArgumentsHelp(index: FormIndex(try FormSchema(written: Array(form.utf8)))).text
    #expect(
      text == """
          --window LIST                   Window (default: 6, 20)
                                          The hours in which backups run.
                                          Two ends of a range, each a whole number.
          --mode linear|mean              Mode (default: linear)
          --verbose                       Verbose (default: true)
                                          Use --no- before the name to switch it off.
          --days NUMBER                   Days (default: 7)
                                          How far the average looks back, which is a
                                          sentence that is long enough to be broken.
                                          Whole number from 1 to 30, in days.
        """)
  }

  @Test("needs no store, and so no valid settings")
  func withoutStore() {
    let text = SettingsStore<Fixture>.help()
    #expect(text.contains("--calculation-time-period NUMBER"))
    #expect(text.contains("Time Period (default: 7)"))
  }

  @Test("has an option for each setting that a person can set, with the value's name and the default")
  func text() throws {
    let form = #"""
      {"type": "object", "properties": {
        "verbose": {"type": "boolean", "title": "Verbose", "default": false},
        "width": {"type": "integer", "title": "Width", "default": 80},
        "mode": {"enum": ["fast", "exact"], "title": "Mode", "default": "fast"},
        "token": {"type": "string", "title": "Token", "default": "hush", "writeOnly": true},
        "level": {"oneOf": [{"const": 0, "title": "Quiet"}, {"const": 1, "title": "Loud"}], "title": "Level", "default": 0},
        "source": {"title": "Source", "oneOf": [
          {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"], "title": "File",
            "additionalProperties": false},
          {"type": "object", "properties": {"none": {"type": "object"}}, "required": ["none"], "title": "None",
            "additionalProperties": false}]},
        "hidden": {"type": "string", "title": "Hidden", "default": "", "x-setting": {"skipSetting": true}},
        "calculation": {"type": "object", "title": "Calculation", "properties": {
          "theLongestNameOfAllSettings": {"type": "array", "title": "Names", "items": {"type": "string"}, "default": []},
          "timeLimit": {"type": "string", "format": "duration", "title": "Time limit", "default": "PT30S"}}}}}
      """#
    let text = ArgumentsHelp(index: FormIndex(try FormSchema(written: Array(form.utf8))), app: "my-app").text
    #expect(
      text == """
          --verbose                       Verbose (default: false)
          --width NUMBER                  Width (default: 80)
                                          Whole number.
          --mode fast|exact               Mode (default: fast)
          --token TEXT                    Token
                                          Options are visible to other users; name a
                                          file in MY_APP_TOKEN_FILE instead.
          --level CHOICE                  Level (default: 0)
                                          One of 0 (Quiet), 1 (Loud).
          --source JSON                   Source
                                          One of 2 alternatives: file, none.

        Calculation
          --calculation-the-longest-name-of-all-settings LIST
                                          Names
                                          List of strings.
          --calculation-time-limit DURATION
                                          Time limit (default: 30 s)

        Each option has a variable, such as MY_APP_CALCULATION_TIME_LIMIT for
        --calculation-time-limit. Options take precedence over variables, and variables
        over files.
        """)
    #expect(!text.contains("hush"))
  }
}
