import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

/// The cases of <https://jsonlogic.com>'s own test suite for the operations that rules use.
@Suite(
  "JsonLogic's reference cases", .enabled(if: TestData.has("jsonlogic"), "the test data has no jsonlogic"))
struct JsonLogicTests {
  /// Why a case has another result than in JavaScript.
  private enum Difference: String {
    /// JavaScript converts between strings and numbers.
    case textAsNumber
    /// In JavaScript, `0`, `""` and `[]` are false, everything else is true, and `and` and `or` return an operand.
    case truthiness
    /// A rule reads settings, not the whole document.
    case wholeDocument
    /// A rule names its settings, so that the form knows its dependencies.
    case computedPath
    /// A list is a constant.
    case logicInList
  }

  /// The cases that are refused or have another result by design.
  private let differences: [String: Difference] = [
    #"{"==": [1, "1"]}"#: .textAsNumber,
    #"{"!=": [1, "1"]}"#: .textAsNumber,
    #"{">": ["2", 1]}"#: .textAsNumber,
    #"{">=": ["2", 1]}"#: .textAsNumber,
    #"{"<": ["1", 2]}"#: .textAsNumber,
    #"{"<=": ["1", 2]}"#: .textAsNumber,
    #"{"+": ["1", 1]}"#: .textAsNumber,
    #"{"*": ["1", 1]}"#: .textAsNumber,
    #"{"-": ["1", 1]}"#: .textAsNumber,
    #"{"/": ["1", 1]}"#: .textAsNumber,
    #"{"===": [1, "1"]}"#: .textAsNumber,
    #"{"!==": [1, "1"]}"#: .textAsNumber,
    #"{"===": [0, "0"]}"#: .textAsNumber,
    #"{"===": [0, {"+": "0"}]}"#: .textAsNumber,
    #"{"if": [{"+": "0"}, "apple", "banana"]}"#: .textAsNumber,
    #"{"if": [{"+": "1"}, "apple", "banana"]}"#: .textAsNumber,
    #"{"!": 0}"#: .truthiness,
    #"{"!": 1}"#: .truthiness,
    #"{"or": [1, 3]}"#: .truthiness,
    #"{"or": [3, false]}"#: .truthiness,
    #"{"or": [false, 3]}"#: .truthiness,
    #"{"and": [1, 3]}"#: .truthiness,
    #"{"and": [3, false]}"#: .truthiness,
    #"{"and": [false, 3]}"#: .truthiness,
    #"{"if": [[], "apple", "banana"]}"#: .truthiness,
    #"{"if": [[1], "apple", "banana"]}"#: .truthiness,
    #"{"if": [[1, 2, 3, 4], "apple", "banana"]}"#: .truthiness,
    #"{"if": ["", "apple", "banana"]}"#: .truthiness,
    #"{"if": ["zucchini", "apple", "banana"]}"#: .truthiness,
    #"{"if": ["0", "apple", "banana"]}"#: .truthiness,
    #"{"if": [0, "apple", "banana"]}"#: .truthiness,
    #"{"if": [1, "apple", "banana"]}"#: .truthiness,
    #"{"if": [3.1416, "apple", "banana"]}"#: .truthiness,
    #"{"if": [-1, "apple", "banana"]}"#: .truthiness,
    #"{"!": [[]]}"#: .truthiness,
    #"{"and": [[], true]}"#: .truthiness,
    #"{"or": [[], true]}"#: .truthiness,
    #"{"!": [0]}"#: .truthiness,
    #"{"and": [0, true]}"#: .truthiness,
    #"{"or": [0, true]}"#: .truthiness,
    #"{"!": [""]}"#: .truthiness,
    #"{"and": ["", true]}"#: .truthiness,
    #"{"or": ["", true]}"#: .truthiness,
    #"{"!": ["0"]}"#: .truthiness,
    #"{"and": ["0", true]}"#: .truthiness,
    #"{"or": ["0", true]}"#: .truthiness,
    #"{"var": ""}"#: .wholeDocument,
    #"{"var": null}"#: .wholeDocument,
    #"{"var": []}"#: .wholeDocument,
    #"{"var": [{"?:": [{"<": [{"var": "temp"}, 110]}, "pie.filling", "pie.eta"]}]}"#: .computedPath,
    #"[1, {"var": "x"}, 3]"#: .logicInList,
    #"{"if": [{"var": "x"}, [{"var": "y"}], 99]}"#: .logicInList,
  ]

  @Test("Every case for an operation of rules has the reference's result, or is listed with the reason")
  func referenceCases() throws {
    let text = String(decoding: try TestData.bytes("jsonlogic/compatible.json"), as: UTF8.self)
    guard case .array(let cases) = try JSONValue(parsing: text) else { throw Unexpected() }
    var passed = 0
    var listed: Set<String> = []
    for case .object(let example) in cases {
      let rule = try #require(example["rule"])
      guard rule.operators.allSatisfy({ RuleOperation.names.contains($0) }) else { continue }
      let answer = try? answer(rule, example["data"] ?? .null)
      if differences[rule.description] != nil {
        listed.insert(rule.description)
        #expect(answer == nil, "\(rule) is listed as a difference, and is answered with \(answer ?? .null)")
        continue
      }
      #expect(answer == example["result"] ?? .null, "\(rule) with \(example["data"] ?? .null)")
      passed += 1
    }
    #expect(listed == Set(differences.keys))
    #expect(passed > 120, "only \(passed) cases were tried")
  }

  private struct Unexpected: Error {}

  /// The result of the rule, `null` for none; throws if it is refused.
  private func answer(_ rule: JSONValue, _ data: JSONValue) throws -> JSONValue {
    var reader = RuleReader(at: [])
    let expression = try reader.expression(rule)
    let index = FormIndex(FormSchema(root: Self.form(for: rule.variables)))
    var compiler = RuleCompiler(index, library: SchemaLibrary(), at: [], source: nil)
    let source = RuleSource(RuleConditions()) { data.value(at: index.settings[$0].path) }
    let result = try compiler.expression(expression).run(from: source)
    switch result {
    case .success(let value): return value
    case .failure(.type(let expected)):
      throw FormSchemaError(path: [], reason: .notApplicable(to: expected.noun))
    case .failure: return .null
    }
  }

  /// A form with a setting of any value for each path.
  private static func form(for paths: [SettingPath]) -> FormSection {
    var root = FormSection(key: "", title: "")
    for path in Set(paths) where !path.isRoot { add(path.keys[...], to: &root) }
    return root
  }

  private static func add(_ keys: ArraySlice<String>, to section: inout FormSection) {
    guard let key = keys.first else { return }
    guard keys.count > 1 else {
      section.items.append(.setting(FormSetting(key: key, title: key, kind: .json)))
      return
    }
    let place = section.items.firstIndex { $0.key == key }
    var inner = FormSection(key: key, title: key)
    if let place, case .section(let known) = section.items[place] { inner = known }
    add(keys.dropFirst(), to: &inner)
    if let place { section.items[place] = .section(inner) } else { section.items.append(.section(inner)) }
  }
}

extension JSONValue {
  /// The names of the operations used.
  fileprivate var operators: Set<String> {
    switch self {
    case .object(let object):
      object.members.reduce(into: []) { $0.formUnion($1.value.operators.union([$1.key])) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.operators) }
    case .null, .bool, .number, .string: []
    }
  }

  /// The paths of all variables.
  fileprivate var variables: [SettingPath] {
    switch self {
    case .object(let object):
      object.members.flatMap { member -> [SettingPath] in
        guard member.key == "var" else { return member.value.variables }
        let name: JSONValue? = if case .array(let parts) = member.value { parts.first } else { member.value }
        switch name {
        case .string(let text)?: return (try? [SettingPath(parsing: text)]) ?? []
        case .number(let number)?: return [[number.spelling]]
        default: return []
        }
      }
    case .array(let elements): elements.flatMap(\.variables)
    case .null, .bool, .number, .string: []
    }
  }
}
