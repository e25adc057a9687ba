import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Look-ups in a form")
struct FormIndexTests {
  private static let server = FormSection(
    key: "", title: "Server",
    items: [
      .setting(FormSetting(key: "name", title: "Name", kind: .string(TextLimits()))),
      .section(
        FormSection(
          key: "tls", title: "TLS", items: [.setting(FormSetting(key: "on", title: "On", kind: .boolean))])),
    ])

  private let index = FormIndex(
    FormSchema(
      root: FormSection(
        key: "", title: "App",
        items: [
          .setting(FormSetting(key: "mode", title: "Mode", kind: .boolean)),
          .section(
            FormSection(
              key: "calculation", title: "Calculation",
              items: [
                .setting(
                  FormSetting(
                    key: "timePeriod", title: "Time Period", kind: .integer(NumberLimits()),
                    formerKeys: ["period", "mode"])),
                .section(
                  FormSection(
                    key: "deep", title: "Deep",
                    items: [.setting(FormSetting(key: "last", title: "Last", kind: .json))])),
              ])),
          .setting(
            FormSetting(key: "servers", title: "Servers", kind: .list(.object(server), ListLimits()))),
        ])))

  @Test("Settings are in form order, each with the titles of its sections")
  func order() {
    #expect(
      index.settings.map(\.path) == [
        ["mode"], ["calculation", "timePeriod"], ["calculation", "deep", "last"], ["servers"],
      ])
    #expect(index.settings.map(\.sections) == [[], ["Calculation"], ["Calculation", "Deep"], []])
  }

  @Test("A setting is found by its path, and no other path is found")
  func find() {
    for (position, entry) in index.settings.enumerated() {
      #expect(index.position(of: entry.path) == position)
      #expect(index[entry.path] == entry)
    }
    for path: SettingPath in [
      [], ["calculation"], ["mode", "x"], ["x"], ["servers", "0"], ["deep", "last"],
    ] {
      #expect(index[path] == nil)
    }
    #expect(index.entry(containing: ["servers", "0", "name"])?.path == ["servers"])
    #expect(index.entry(containing: ["calculation", "deep"]) == nil)
  }

  @Test("Keys are in form order, also inside structs in lists")
  func keys() {
    #expect(index.keys(at: []) == ["mode", "calculation", "servers"])
    #expect(index.keys(at: ["calculation"]) == ["timePeriod", "deep"])
    #expect(index.keys(at: ["servers", "17"]) == ["name", "tls"])
    #expect(index.keys(at: ["servers", "0", "tls"]) == ["on"])
    #expect(index.keys(at: ["servers"]) == [])
    #expect(index.keys(at: ["servers", "0", "name"]) == [])
    #expect(index.keys(at: ["unknown", "x"]) == [])
    #expect(index.section(at: ["calculation", "deep"])?.title == "Deep")
    #expect(index.section(at: ["mode"]) == nil)
  }

  @Test("A misspelled path is corrected key by key; a misplaced one is found in another section")
  func nearest() {
    #expect(index.nearest(to: ["calcualtion", "timeperiode"]) == ["calculation", "timePeriod"])
    #expect(index.nearest(to: ["Calculation"]) == ["calculation"])
    #expect(index.nearest(to: ["timePeriod"]) == ["calculation", "timePeriod"])
    #expect(index.nearest(to: ["wrong", "last"]) == ["calculation", "deep", "last"])
    #expect(index.nearest(to: ["entirely", "different"]) == nil)
    #expect(index.nearest(to: ["x"]) == nil)
  }
}
