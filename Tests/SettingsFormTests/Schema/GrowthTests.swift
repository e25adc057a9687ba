import Settings
import SettingsForm
import SettingsJSON
import SettingsSchemas
import SettingsValidation
import TestSupport
import Testing

@Suite("The cost of many changes")
struct GrowthTests {
  /// Work that once took a quadratic time, with what it needs for a number of changes.
  enum Work: CaseIterable {
    case naming, misspelling, formerPaths, references, alternatives, staging, moving, inserting, renaming,
      removing

    func prepared(_ count: Int) throws -> () throws -> Void {
      let keys = (0..<count).map { "key\($0)" }
      let members = keys.map { JSONObject.Member(key: $0, value: .object(["a": .string($0)])) }
      let list = try JSONDocument(parsing: JSONValue.array(members.map(\.value)).bytes(.compact))
      let object = try JSONDocument(parsing: JSONValue.object(JSONObject(distinct: members)).bytes(.compact))
      var edits = JSONEdits()
      switch self {
      case .naming:
        let index = FormIndex(FormSchema(describingNothingIn: object))
        let named = keys.map { SettingPath([$0]) } + keys.map { SettingPath(["new", $0]) }
        return { _ = index.listing(FormIndex.Members(named: named, new: .allowed), of: object) }
      case .misspelling:
        let items = keys.map { FormItem.setting(FormSetting(key: $0, title: $0, kind: .boolean)) }
        var root = FormSection(key: "", title: "", items: items)
        root.isOpen = true
        let members = FormIndex.Members(named: keys.map { ["\($0)/x"] }, new: .unmistakable)
        let index = FormIndex(FormSchema(root: root))
        return { _ = index.listing(members, of: nil) }
      case .formerPaths:
        let items = keys.map { key in
          FormItem.setting(FormSetting(key: key, title: key, kind: .boolean, formerKeys: ["old.\(key).a"]))
        }
        let index = FormIndex(FormSchema(root: FormSection(key: "", title: "", items: items)))
        return { _ = index.secrecy(at: .root) }
      case .references:
        let properties = keys.map { JSONObject.Member(key: $0, value: ["$ref": .string("#/$defs/\($0)")]) }
        let definitions = keys.map {
          JSONObject.Member(key: $0, value: ["type": "integer", "title": .string($0)])
        }
        let form: JSONValue = [
          "x-form": 1, "type": "object", "properties": .object(JSONObject(distinct: properties)),
          "$defs": .object(JSONObject(distinct: definitions)),
        ]
        let bytes = form.bytes(.compact)
        return { _ = try FormSchema(parsing: bytes) }
      case .alternatives:
        let choices = keys.map { key -> JSONValue in ["enum": [.string(key), "other"]] }
        let bytes = (["properties": ["a": ["anyOf": .array(choices)]]] as JSONValue).bytes(.compact)
        return { _ = try FormSchema(parsingSchema: bytes) }
      case .staging:
        let form = FormIndex(FormSchema(describingNothingIn: object))
          .listing(FormIndex.Members(includesAll: true, new: .allowed), of: object)
        let storage = MemoryStorage(JSONValue.object(JSONObject(distinct: members)).text(.compact))
        let store = try StoreEngine(form: form, layers: SettingsLayers(storage: storage))
        let values = store.draft().index.settings.map { StagedValue($0, value: "x") }
        #expect(values.count == count)
        return {
          var draft = store.draft()
          _ = draft.stage(values)
        }
      case .moving: edits.set(.array(Array(members.map(\.value).shuffled())), at: .root)
      case .inserting:
        edits.set(.array(members.flatMap { [$0.value, .array([.string($0.key)])] }), at: .root)
      case .renaming:
        for (key, member) in zip(keys, members) { edits.move(member.value, from: [key], to: ["\(key)x"]) }
      case .removing: for key in keys { edits.remove(at: [key]) }
      }
      let document = self == .moving || self == .inserting ? list : object
      return { _ = try document.bytes(applying: edits) }
    }
  }

  @Test(
    "Ten times as many changes, or parts of a form, take far less than a hundred times as long",
    arguments: Work.allCases)
  func growth(of work: Work) throws {
    let few = try work.prepared(300)
    let many = try work.prepared(3_000)
    let (least, most) = (try ProcessorTime.least(few), try ProcessorTime.least(many))
    #expect(most < least * 30)
  }

  @Test("Among many new members, one that is a keystroke away from a described key is found as among few")
  func misspelled() {
    let names = ["port", "host", "Größe", "a"]
    let table = KeystrokeTable(names)
    let others =
      names + ["prot", "pot", "ports", "pxrt", "Port", "hsot", "xhost", "größe", "Größen", "b", "", "trop"]
    for other in others {
      #expect(table.near(other) == names.filter { EditDistance.isOneKeystroke($0, from: other) }, "\(other)")
    }
  }

  @Test("Parts of a value are removed and set together, each where it was before")
  func parts() throws {
    var edits = JSONEdits()
    edits.remove(at: ["a", "0"])
    edits.remove(at: ["a", "2"])
    edits.remove(at: ["m", "x"])
    edits.set(5, at: ["m", "z"])
    let value: JSONValue = ["a": [1, 2, 3, 4], "m": ["x": 1, "y": 2, "w": 3]]
    #expect(try value.applying(edits) == ["a": [2, 4], "m": ["y": 2, "w": 3, "z": 5]])
  }
}
