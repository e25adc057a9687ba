import Testing

@testable import SettingsForm
@testable import SettingsValidation

@Suite("Values at paths of earlier versions")
struct FormerPathTests {
  private let index = FormIndex(
    FormSchema(
      root: FormSection(
        key: "", title: "",
        items: [
          .section(
            FormSection(
              key: "network", title: "", formerKeys: ["net", "old.web"],
              items: [
                .setting(setting("port", was: ["p"])), .setting(setting("host")),
                .setting(
                  FormSetting(
                    key: "token", title: "", kind: .string(TextLimits()), traits: .secret, formerKeys: ["key"]
                  )),
              ])),
          .section(
            FormSection(
              key: "display", title: "",
              items: [.setting(setting("size", was: ["net.width", "/size", "\"a.b\""]))])),
        ])))

  private static func setting(_ key: String, was: [String] = []) -> FormSetting {
    FormSetting(key: key, title: "", kind: .integer(NumberLimits()), formerKeys: was)
  }

  private let document: JSONValue = [
    "net": ["port": 1, "key": "s3cret", "width": 3, "zzz": 0], "old": ["web": ["host": 2]], "size": 4,
  ]

  private func parsed(_ value: JSONValue) throws -> JSONDocument {
    try JSONDocument(parsing: Array(value.description.utf8))
  }

  @Test("A former key is a key of the same section, in each of its places, and a path leads from the root")
  func paths() {
    #expect(
      index[["network", "port"]]?.formerPaths == [
        ["net", "port"], ["old", "web", "port"], ["network", "p"], ["net", "p"], ["old", "web", "p"],
      ])
    #expect(index[["network", "host"]]?.formerPaths == [["net", "host"], ["old", "web", "host"]])
    #expect(index[["display", "size"]]?.formerPaths == [["net", "width"], ["size"], ["display", "a.b"]])
  }

  @Test("A check names the current path of each former one, and the unknown keys beside them")
  func check() throws {
    let problems = FormValidator(index).problems(in: try parsed(document))
    #expect(problems.allSatisfy { $0.severity == .warning })
    #expect(
      problems.map { "\($0.path): \($0.reason)" } == [
        "network.zzz: \(FormProblem.Reason.unknownKey(nearest: nil))",
        "net: \(FormProblem.Reason.formerKey(current: ["network"]))",
        "net.key: \(FormProblem.Reason.formerKey(current: ["network", "token"]))",
        "net.width: \(FormProblem.Reason.formerKey(current: ["display", "size"]))",
        "old.web.host: \(FormProblem.Reason.formerKey(current: ["network", "host"]))",
        "size: \(FormProblem.Reason.unusedFormerKey(current: ["display", "size"]))",
      ])
  }

  @Test("Secrets at former paths are secret, and nothing beside them is")
  func secrecy() {
    #expect(index.secrecy(at: ["net", "key"]).isWhole)
    #expect(index.secrecy(at: ["old", "web", "token"]).isWhole)
    #expect(!index.secrecy(at: ["net", "port"]).holdsSecrets)
    let masked: JSONValue = ["port": 1, "key": FormSetting.mask, "width": 3, "zzz": 0]
    guard case .object(let object) = document else { return }
    #expect(index.secrecy(at: ["net"]).masked(object["net"] ?? .null) == masked)
    guard case .object(let all) = index.secrecy(at: .root).masked(document) else {
      Issue.record("the document isn't an object")
      return
    }
    #expect(all["net"] == masked)
    #expect(all["size"] == 4)
  }

  @Test("Exactly one value counts: the current one, else the latest former one")
  func values() throws {
    func values(_ document: JSONValue) throws -> [String: JSONValue] {
      var found: [String: JSONValue] = [:]
      index.forEachValue(in: try FormValidator(index).read(parsed(document)).document) { position, node in
        let path = index.settings[position].path.description
        #expect(found[path] == nil)
        found[path] = node.value
      }
      return found
    }
    #expect(
      try values(document) == [
        "network.port": 1, "network.token": "s3cret", "network.host": 2, "display.size": 3,
      ])
    #expect(try values(["network": ["port": 9, "p": 8], "net": ["port": 7]]) == ["network.port": 9])
    #expect(try values(["net": ["p": 8], "old": ["web": ["port": 6]]]) == ["network.port": 6])
  }

  @Test("A section moves with its members before a value from elsewhere can take the place of one")
  func movedSection() throws {
    let index = FormIndex(
      FormSchema(
        root: FormSection(
          key: "", title: "",
          items: [
            .section(
              FormSection(
                key: "network", title: "", formerKeys: ["net"],
                items: [.setting(Self.setting("port", was: ["/p"]))])),
            .setting(Self.setting("width", was: ["net.w"])),
          ])))
    let document: JSONValue = ["p": 7, "net": ["port": 2, "w": 9, "mine": 1]]
    let read = try FormValidator(index).read(parsed(document))
    #expect(read.document.root.value == ["p": 7, "network": ["port": 2, "mine": 1], "width": 9])
  }

  @Test("Two choices that have become one are one element of a set")
  func mergedChoices() throws {
    let choices = [
      FormChoice(value: "x", title: "X", formerValues: ["y"]), FormChoice(value: "z", title: "Z"),
    ]
    let index = FormIndex(
      FormSchema(
        root: FormSection(
          key: "", title: "", items: [.setting(FormSetting(key: "s", title: "", kind: .flags(choices)))])))
    let read = try FormValidator(index).read(parsed(["s": ["x", "z", "y"]]))
    #expect(read.document.root.value == ["s": ["x", "z"]])
    #expect(read.problems.allSatisfy { $0.severity == .warning })
    // A duplicate that somebody has written stays an error.
    #expect(
      try FormValidator(index).read(parsed(["s": ["x", "x"]])).problems.contains { $0.severity == .error })
  }

  @Test("A change at a former path is a change of the setting")
  func differences() throws {
    let other: JSONValue = [
      "net": ["port": 5, "key": "s3cret", "width": 3], "old": ["web": ["host": 2]], "size": 4,
    ]
    let validator = FormValidator(index)
    let differing = index.settings(
      differingBetween: try validator.read(parsed(document)).document,
      and: try validator.read(parsed(other)).document)
    #expect(differing.map { index.settings[$0].path } == [["network", "port"]])
  }

  @Test("A former path leads to the current one")
  func nearest() {
    #expect(index.nearest(to: ["net", "p"]) == ["network", "port"])
    #expect(index.nearest(to: ["size"]) == ["display", "size"])
  }
}
