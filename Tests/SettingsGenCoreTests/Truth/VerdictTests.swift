import Foundation
import SettingsForm
import SettingsValidation
import TestSupport
import Testing

@testable import SettingsGenCore

/// One verdict: the exported form, the running form, `check`, Python's `jsonschema` and the app's decoder agree on documents of programs
/// that are made at random.
///
/// `SETTINGS_VERDICTS` is the number of documents. The programs are the same in each run, unless `SETTINGS_SEED` names others.
@Suite(
  "One verdict",
  .enabled(if: Compiler() != nil && Python.hasJSONSchema, "no Python with the package jsonschema"))
struct VerdictTests {
  private static let programs = 6

  @Test("Every reader of a document comes to the same verdict", .timeLimit(.minutes(60)))
  func verdicts() throws {
    let seed = SeededRandom.testSeeds(1..<2)[0]
    let count = ProcessInfo.processInfo.environment["SETTINGS_VERDICTS"].flatMap(Int.init) ?? 10_000
    let run = try TruthRun(
      (0..<UInt64(Self.programs)).map { RandomTypes.program(seed: seed &+ $0) },
      compiler: try #require(Compiler()))
    var faults: [String] = []
    var tally = Tally()
    for (number, item) in run.judged.enumerated() {
      guard item.form != nil else {
        faults.append("no form: \(item.messages)\n\(item.source)")
        continue
      }
      var judge = try Judge(item.namespace, run)
      var rest = count / Self.programs
      while rest > 0, faults.count < 5 {
        var values = RandomValues(seed: seed &+ UInt64(number * 1_000_003 + rest), form: judge.form.root)
        let documents = (0..<min(rest, 20_000)).map { _ in values.document() }
        rest -= documents.count
        try judge.judge(documents)
        if let first = judge.faults.first {
          faults.append("\(item.program): \(first) (and \(judge.faults.count - 1) more)\n\(item.source)")
        }
        judge.faults = []
      }
      tally.add(judge.tally)
    }
    #expect(faults == [], "SETTINGS_SEED=\(seed)")
    #expect(tally.valid > count / 20 && tally.invalid > count / 20, "\(tally)")
  }

  struct Tally {
    var valid = 0
    var invalid = 0

    mutating func add(_ other: Tally) {
      valid += other.valid
      invalid += other.invalid
    }
  }
}

extension VerdictTests {
  /// Compares the verdicts on documents for one program.
  struct Judge {
    let form: FormSchema
    var faults: [String] = []
    private(set) var tally = Tally()
    private let namespace: String
    private let run: TruthRun
    private let exported: String
    /// What `check` uses: the form as another program reads it.
    private let validator: FormValidator
    private let onlyTheAppKnows: [SettingPath]
    /// The program ignores what a document has for a constant, or for a section of constants.
    private let constants: [SettingPath]

    init(_ namespace: String, _ run: TruthRun) throws {
      (self.namespace, self.run) = (namespace, run)
      let json = try run.exportedForm(of: namespace)
      exported = json.text(.compact)
      form = try FormSchema(written: json.bytes(.compact))
      validator = FormValidator(FormIndex(form))
      let settings = validator.index.settings
      onlyTheAppKnows = settings.filter { $0.setting.traits.contains(.codedByApp) }.map(\.path)
      constants = settings.filter { $0.setting.traits.contains(.readOnly) }.map(\.path)
    }

    mutating func judge(_ documents: [JSONValue]) throws {
      var written: [(text: String, of: String)] = []
      let texts = documents.map { $0.text(.compact) }
      let verdicts = try Python.judge([Python.Case(form: exported, documents: texts)])[0]
      for ((document, text), python) in zip(zip(documents, texts), verdicts) {
        let read = validator.read(try JSONDocument(parsing: Array(text.utf8)))
        let errors = read.problems.filter { $0.severity == .error }
        if errors.isEmpty { tally.valid += 1 } else { tally.invalid += 1 }
        func fault(_ what: String) {
          faults.append(
            "\(what): \(text)\n  form: \(errors.map(\.description)), Python: \(python), document: \(read.document.root.value)"
          )
        }
        // A value of an earlier version becomes a list of one, and null an empty list; only readers of this library know of that.
        let isOfThisVersion = !read.problems.contains {
          $0.message.contains("a list of one element") || $0.message.contains("an empty list")
        }
        if isOfThisVersion, python.isEmpty != errors.allSatisfy(\.isUnknownToJSONSchema) {
          fault("Python disagrees")
        }
        let answer = try run.read(namespace, document)
        if answer.isValid != errors.isEmpty { fault("the running form disagrees: \(answer)") }
        let isOwn = onlyTheAppKnows.contains { read.document.node(at: $0) != nil }
        switch answer.values {
        case .refused(let reason) where errors.isEmpty && !isOwn:
          fault("the program can't read it, \(reason)")
        case .accepted(let values) where !errors.isEmpty:
          let others = errors.filter { error in
            !error.isOnlyOfForm(read.document) && !errors.contains { $0.cutsOff(error.path) }
              && !constants.contains { $0.contains(error.path) || error.path.contains($0) }
          }
          if !isOwn, !others.isEmpty { fault("the program reads it as \(values)") }
        case .accepted(let values) where errors.isEmpty:
          let again = try run.read(namespace, values)
          if again.values != .accepted(values) || !again.isValid {
            fault("what the program writes isn't read back: \(values), \(again)")
          }
          written.append((values.text(.compact), text))
        default: break
        }
      }
      let verdictsOfWritten = try Python.judge([Python.Case(form: exported, documents: written.map(\.text))])[
        0]
      for (item, python) in zip(written, verdictsOfWritten) where !python.isEmpty {
        faults.append("what the program writes isn't valid at \(python): \(item.text), read from \(item.of)")
      }
    }
  }
}

extension FormProblem {
  /// Whether JSON Schema has no word for the limit: it leaves formats to the application.
  fileprivate var isUnknownToJSONSchema: Bool {
    switch reason {
    case .format, .reversedRange: true
    default: false
    }
  }

  /// Whether only the form has the limit. Foundation reads more URLs and Base64 than their grammars allow, a set takes an element twice, a
  /// range the first two of several numbers, and rounds them before it compares them (`[1e-400, 0]`), a dictionary by `Int` the key "01", and
  /// an enum any other key beside the one of its case.
  fileprivate func isOnlyOfForm(_ document: JSONDocument) -> Bool {
    switch reason {
    // The value of an enum's case without associated values.
    case .noChoice: document.node(at: path)?.kind == .object
    case .reversedRange:
      Set(document.node(at: path)?.elements.map(\.double) ?? []).count == 1
    case .format, .repeatedElement, .count, .noAlternative, .unknownKey, .pattern: true
    default: false
    }
  }

  /// Whether the problem is a list that is too long, and a path leads into an element past its end. A range doesn't look at these.
  fileprivate func cutsOff(_ path: SettingPath) -> Bool {
    guard case .count(_, let limit, isUpper: true, _) = reason, self.path.contains(path),
      path.keys.count > self.path.keys.count, let index = Int(path.keys[self.path.keys.count])
    else { return false }
    return index >= limit
  }
}
