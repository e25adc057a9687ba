import Foundation
import SettingsGenCore
import SettingsSystem
import TestSupport
import Testing

@testable import SettingsForm
@testable import SettingsValidation

/// Comparison with the validator of another language.
///
/// `SETTINGS_PYTHON` names the interpreter; it needs the package `jsonschema`.
@Suite(
  "Agreement with Python's jsonschema",
  .enabled(if: Python.hasJSONSchema, "no Python with the package jsonschema"))
struct PythonAgreementTests {
  @Test("Both find the same problems at the same paths in 2 000 documents")
  func sameFaults() throws {
    let seed: UInt64 = 20_250_131
    var cases: [Case] = [Case(form: Self.richForm, seed: seed, documents: 1_000, faultRarity: 150)]
    cases += (0..<50).map {
      Case(form: RandomForm.form(seed: seed + $0), seed: seed + $0, documents: 20, faultRarity: 25)
    }
    try compare(cases, atLeast: 300)
  }

  @Test(
    "Both find the same problems at the same paths in 2 000 settings files of the example, and its own file is valid"
  )
  func example() throws {
    let form = try Self.exampleForm
    let own = JSONValue.object(form.root.defaults)
    var example = Case(form: form, seed: 7, documents: 1_999, faultRarity: 40)
    example.documents.append(own)
    #expect(FormValidator(FormIndex(form)).problems(in: own).isEmpty)
    try compare([example], atLeast: 100)
  }

  /// Validates every document with Python, too, and expects both valid and invalid ones.
  private func compare(_ cases: [Case], atLeast minimum: Int) throws {
    let answers = try Python.judge(
      cases.map { example in
        Python.Case(form: "\(example.form.json)", documents: example.documents.map { "\($0)" })
      })
    var verdicts: [Bool: Int] = [:]
    for (example, answer) in zip(cases, answers) {
      let validator = FormValidator(FormIndex(example.form))
      for (document, expected) in zip(example.documents, answer) {
        let errors = validator.problems(in: document).filter(\.isOfJSONSchema)
        // Python reports a value with alternatives as a whole.
        let paths = Set(errors.map { example.form.root.placeOfAlternatives(on: $0.path).pointer })
        #expect(paths == expected, "seed \(example.seed): \(document)\n\(errors)")
        verdicts[paths.isEmpty, default: 0] += 1
      }
    }
    #expect(verdicts[true, default: 0] > minimum && verdicts[false, default: 0] > minimum, "\(verdicts)")
    #expect(verdicts.values.reduce(0, +) == 2_000)
  }

  /// The form that the generator creates from the example's sources.
  static var exampleForm: FormSchema {
    get throws {
      var root = URL(filePath: #filePath)
      for _ in 0..<4 { root.deleteLastPathComponent() }
      let result = GeneratorCommand.run(arguments: [root.appending(path: "Example/Sources/trend").path])
      try #require(result.exitStatus == .done, "\(result.errors)")
      return try FormSchema(written: Array(result.output.utf8))
    }
  }

  /// A form that combines several random ones.
  static var richForm: FormSchema {
    let sections = (0..<12).map { number -> FormItem in
      var section = RandomForm.form(seed: 500 + UInt64(number)).root
      section.key = "section\(number)"
      return .section(section)
    }
    return FormSchema(root: FormSection(key: "", title: "Rich", items: sections))
  }

  /// A form with documents for it.
  struct Case {
    let form: FormSchema
    let seed: UInt64
    var documents: [JSONValue]

    init(form: FormSchema, seed: UInt64, documents count: Int, faultRarity: Int) {
      self.form = form
      self.seed = seed
      var maker = RandomDocument(random: SeededRandom(seed: seed), faultRarity: faultRarity)
      documents = (0..<count).map { _ in maker.document(for: form.root) }
    }
  }
}

extension FormSection {
  /// A settings file in which every setting has its default.
  fileprivate var defaults: JSONObject {
    var object = JSONObject()
    for item in items {
      switch item {
      case .section(let section): object[section.key] = .object(section.defaults)
      case .setting(let setting): object[setting.key] = setting.defaultValue
      }
    }
    return object
  }
}

extension FormProblem {
  /// Whether JSON Schema has the constraint: it leaves formats to the application and has no steps that aren't counted from zero.
  fileprivate var isOfJSONSchema: Bool {
    switch reason {
    case .format, .offStep(_, origin: _?): false
    default: severity == .error
    }
  }
}

extension FormSection {
  /// The path up to the outermost value with alternatives; the whole path without one.
  fileprivate func placeOfAlternatives(on path: SettingPath) -> SettingPath {
    FormKind.object(self).depthOfAlternatives(path.keys[...]).map { SettingPath(Array(path.keys.prefix($0))) }
      ?? path
  }
}

extension FormKind {
  fileprivate func depthOfAlternatives(_ keys: ArraySlice<String>) -> Int? {
    if case .variants = self { return keys.startIndex }
    guard let key = keys.first else { return nil }
    let rest = keys.dropFirst()
    switch self {
    case .list(let element, _), .dictionary(let element): return element.depthOfAlternatives(rest)
    case .object(let section):
      switch section.items.first(where: { $0.key == key }) {
      case .section(let inner)?: return FormKind.object(inner).depthOfAlternatives(rest)
      case .setting(let setting)?: return setting.kind.depthOfAlternatives(rest)
      default: return nil
      }
    default: return nil
    }
  }
}
