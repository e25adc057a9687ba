import SettingsValidation
import Testing

@testable import SettingsForm

@Suite("Limits of durations and dates")
struct TimeLimitsTests {
  private func setting(_ schema: String) throws -> FormSetting {
    let form = try FormSchema(written: Array(#"{"properties": {"it": \#(schema)}}"#.utf8))
    #expect(try FormSchema(written: form.bytes) == form)
    guard case .setting(let setting)? = form.root.items.first else {
      throw FormSchemaError(path: .root, reason: .tooLarge)
    }
    return setting
  }

  @Test(
    "A value outside the limits is a problem that names them",
    arguments: [
      (#""minimum": "PT1S", "maximum": "PT5M""#, "PT2M", ""),
      (#""minimum": "PT1S", "maximum": "PT5M""#, "PT0.5S", "Use 1 s or more instead of 500 ms."),
      (#""minimum": "PT1S", "maximum": "PT5M""#, "PT1H", "Use 5 min or less instead of 1 h."),
      (#""exclusiveMinimum": "PT0S""#, "PT0S", "Use more than 0 s instead of 0 s."),
      (#""step": "PT0.5S""#, "PT1.25S", "Use a multiple of 500 ms instead of 1.25 s."),
      (#""minimum": "PT1S", "step": "PT2S""#, "PT3S", ""),
      (#""minimum": "PT1S", "step": "PT2S""#, "PT4S", "Use 1 s plus a multiple of 2 s instead of 4 s."),
      (#""minimum": "PT0.1S", "step": "PT0.1S""#, "PT0.15S", "Use a multiple of 100 ms instead of 150 ms."),
    ])
  func durations(limits: String, value: String, message: String) throws {
    let setting = try setting(#"{"type": "string", "format": "duration", "x-setting": {\#(limits)}}"#)
    let problems = setting.problems(of: JSONValue.string(value), SchemaLibrary())
    #expect(problems.map(\.message) == (message.isEmpty ? [] : [message]))
  }

  @Test(
    "Dates are compared as times, in any offset",
    arguments: [
      ("2020-01-01T00:00:00Z", true), ("2020-01-01T01:00:00+02:00", false),
      ("2019-12-31T23:00:00-02:00", true),
      ("2029-12-31T23:59:59.999Z", true), ("2030-01-01T00:00:00Z", false), ("1969-01-01T00:00:00.5Z", false),
    ])
  func dates(value: String, isValid: Bool) throws {
    let limits = #""minimum": "2020-01-01T00:00:00Z", "exclusiveMaximum": "2030-01-01T00:00:00Z""#
    let setting = try setting(#"{"type": "string", "format": "date-time", "x-setting": {\#(limits)}}"#)
    let problems = setting.problems(of: JSONValue.string(value), SchemaLibrary())
    #expect(problems.isEmpty == isValid)
    if value.hasPrefix("2030") {
      #expect(
        problems.first?.message
          == "Use earlier than 2030-01-01T00:00:00Z instead of \"2030-01-01T00:00:00Z\"."
          || problems.first?.message
            == "Use earlier than 2030-01-01T00:00:00Z instead of 2030-01-01T00:00:00Z."
      )
    }
  }

  @Test(
    "A form with malformed or contradicting limits is refused at its place",
    arguments: [
      (#""format": "duration", "x-setting": {"minimum": "1 s"}"#, "/properties/it/x-setting/minimum"),
      (
        #""format": "duration", "x-setting": {"minimum": "PT2S", "maximum": "PT1S"}"#,
        "/properties/it/x-setting/maximum"
      ),
      (#""format": "duration", "x-setting": {"step": "PT0S"}"#, "/properties/it/x-setting/step"),
      (#""format": "uri", "x-setting": {"minimum": "PT2S"}"#, "/properties/it/x-setting/minimum"),
      (
        #""format": "duration", "default": "PT9S", "x-setting": {"maximum": "PT1S"}"#,
        "/properties/it/default"
      ),
    ])
  func contradictions(keywords: String, place: String) {
    let error = #expect(throws: FormSchemaError.self) { try setting(#"{"type": "string", \#(keywords)}"#) }
    #expect(error?.path.pointer == place)
  }
}
