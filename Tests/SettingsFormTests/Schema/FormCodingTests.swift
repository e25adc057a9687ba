import Testing

@testable import SettingsForm

@Suite("Coding a form as JSON Schema")
struct FormCodingTests {
  @Test("A small form reads back as it was written")
  func roundTrip() throws {
    let form = FormSchema(
      root: FormSection(
        key: "", title: "App",
        items: [
          .section(
            FormSection(
              key: "calculation", title: "Calculation", help: "How.", header: "head", order: 3,
              items: [
                .setting(
                  FormSetting(
                    key: "timePeriod", title: "Time Period",
                    kind: .integer(
                      NumberLimits(
                        lower: .inclusive(JSONNumber(1)), upper: .inclusive(JSONNumber(30)),
                        step: JSONNumber(2))),
                    defaultValue: .number(JSONNumber(7)), traits: [.requiresRestart, .secret],
                    sideEffects: ["recalculate"], unit: "days", formerKeys: ["period"]))
              ]))
        ]))
    let json = form.json
    #expect(try FormSchema(json) == form)
  }
}
