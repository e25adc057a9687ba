import SettingsForm
import SettingsValidation

@testable import SettingsGenCore

/// The differences between a form and the running program.
struct TruthFaults {
  private(set) var all: [String] = []
  private let item: TruthRun.Judged
  private let run: TruthRun

  /// - Parameter isProbed: Whether a setting is asked for many values, each of which takes a millisecond.
  init(_ item: TruthRun.Judged, _ run: TruthRun, isProbed: (FormSetting) -> Bool = { _ in true }) throws {
    self.item = item
    self.run = run
    guard let form = item.form else {
      all = ["no form: \(item.messages)"]
      return
    }
    guard case .accepted(let held) = try run.ask(item.namespace) else {
      all = ["the program cannot write its defaults"]
      return
    }
    let built = try run.form(of: item.namespace)
    if form.variants.isEmpty {
      // The program's form is the exported one, unless the build decides conditions.
      if built != form.schema { all.append("the program's form is another one") }
    } else if !item.diagnostics.contains(where: {
      $0.severity == .note && $0.message.contains("decided by the build")
    }) {
      all.append("no note says what the build decides")
    }
    let index = FormIndex(built)
    compareDefaults(index, held)
    compareKeys(built.root, held, [])
    try compareVerdicts(index, held, isProbed)
  }

  private mutating func compareDefaults(_ index: FormIndex, _ held: JSONValue) {
    for entry in index.settings {
      let value = held.value(at: entry.path)
      if let exported = entry.setting.defaultValue {
        if exported != value {
          all.append("\(entry.path): exported \(exported), held \(value?.description ?? "nothing")")
        }
      } else if !hasNote(of: entry.path) {
        all.append("\(entry.path): no default and no note; held \(value?.description ?? "nothing")")
      }
    }
  }

  /// Whether a note at the declaration of a setting names the setting.
  private func hasNote(of path: SettingPath) -> Bool {
    let lines = item.source.split(separator: "\n", omittingEmptySubsequences: false)
    let table = LineTable(SourceFile(path: "", text: item.source))
    return item.diagnostics.contains { diagnostic in
      guard diagnostic.severity == .note, let location = diagnostic.location,
        diagnostic.message.contains("the default of '\(path)'")
          || diagnostic.message.contains("'\(path.keys.last ?? "")' is edited as JSON")
      else { return false }
      if location.file > 0 { return true }
      let line = lines[table.position(of: location.offset).line - 1]
      return line.contains("var ") || line.contains("let ")
    }
  }

  private mutating func compareKeys(_ section: FormSection, _ held: JSONValue, _ path: [String]) {
    guard let object = held.objectMembers else {
      all.append("\(path) is a section in the form, and not in the program")
      return
    }
    let known = Set(section.items.map(\.key))
    for key in object.members.map(\.key) where !known.contains(key) && !item.program.hidden.contains(key) {
      all.append("\(path + [key]) is in the program only")
    }
    for inner in section.items {
      guard let value = object[inner.key] else {
        all.append("\(path + [inner.key]) is in the form only")
        continue
      }
      if case .section(let section) = inner { compareKeys(section, value, path + [inner.key]) }
    }
  }

  private mutating func compareVerdicts(
    _ index: FormIndex, _ held: JSONValue, _ isProbed: (FormSetting) -> Bool
  ) throws {
    let validator = FormValidator(index)
    for problem in validator.problems(in: held) where problem.severity == .error {
      all.append("the form refuses the default: \(problem.path): \(problem.message)")
    }
    for entry in index.settings where isProbed(entry.setting) {
      if case .json = entry.setting.kind { continue }
      for probe in Self.probes(of: entry.setting) {
        // A document is read first: values of other types that lose nothing by it become those of the form.
        let stored = JSONValue.object([:]).setting(probe, at: entry.path.keys[...])
        let document = validator.read(try JSONDocument(parsing: stored.bytes())).document.root.value
        let probe = document.value(at: entry.path) ?? probe
        let problems = validator.problems(in: document).filter { $0.severity == .error }
        switch (try run.ask(item.namespace, document), problems.isEmpty) {
        case (.refused(let reason), true):
          all.append("\(entry.path): the form accepts \(probe), the program does not: \(reason)")
        case (.accepted(let read), true):
          // The app may normalize values, but not ignore them, except that of a constant.
          if !entry.setting.traits.contains(.readOnly), let value = read.value(at: entry.path),
            !value.isAlike(probe),
            value == held.value(at: entry.path),
            !probe.hasUnknownKeys(entry.setting.kind)
          {
            all.append("\(entry.path): the program takes \(probe) for \(value)")
          }
        case (.accepted(let read), false):
          // Only the form has limits.
          if !problems.allSatisfy(\.isLimit), !isLenient(entry.setting, probe), !readsItself(entry.setting) {
            all.append(
              "\(entry.path): the program accepts \(probe) as \(read), the form: \(problems[0].message)")
          }
        case (.refused, false): break
        }
      }
    }
  }

  /// Whether the program ignores the value, since it is a constant, or reads it with its own code, as a note says.
  private func readsItself(_ setting: FormSetting) -> Bool {
    setting.traits.contains(.readOnly)
      || item.diagnostics.contains {
        $0.severity == .note && $0.message.contains("reads itself with 'init(from:)', so")
      }
  }

  /// Whether the program may accept a value that the form rejects: decoders accept more than encoders write.
  private func isLenient(_ setting: FormSetting, _ value: JSONValue) -> Bool {
    switch setting.kind {
    // Flags can be given twice.
    case .flags, .list(.flags, _): true
    case .string(let limits): limits.format != nil && value.isString
    // The decoder of a range reads two elements and ignores more.
    case .list(_, let limits): limits.isUnique || limits.isRange
    // The decoder of an enum ignores keys that aren't those of its cases. A form allows integers as keys as they are written.
    case .variants, .dictionary: true
    // A struct without properties is read from anything.
    case .list(.object(let section), _) where section.items.isEmpty: true
    // Defaults of the app fill in missing keys.
    case .object: setting.isOptional
    default: false
    }
  }

  private static func probes(of setting: FormSetting) -> [JSONValue] {
    var probes: [JSONValue] = [
      .bool(true), 0, 1, -1, 5, 127, 300, 70000, .number(JSONNumber(Int64.max)), .number(JSONNumber(1.5)!),
      "", "x", "zebra", [], [1], ["x"], [[1]], [:], ["k": 1], ["k": "x"], .null, ["zebra"], ["zebra": [:]],
      .number(JSONNumber("9223372036854775808")!), .number(JSONNumber("1e39")!),
      .number(JSONNumber("1e400")!),
      .number(JSONNumber(-1.5e9)!), [0, 5_000_000_000_000_000_000], [-1, .number(JSONNumber(UInt64.max))],
      "PT5S", "2026-01-31T12:00:00Z", "2026-01-31t12:00:00.123456789-01:30", "AAAA", "http://x",
      "123E4567-E89B-12D3-A456-426614174000",
    ]
    func add(_ kind: FormKind) {
      switch kind {
      case .choice(let choices): probes += choices.map(\.value)
      case .flags(let choices):
        probes += choices.map { .array([$0.value]) }
        probes.append(.array(choices.map(\.value)))
      case .integer(let limits):
        for bound in [limits.lower?.value, limits.upper?.value] {
          guard let bound, let value = bound.integer(as: Int128.self) else { continue }
          probes += [value - 1, value, value + 1].map { .number(JSONNumber($0)) }
        }
      default: break
      }
    }
    add(setting.kind)
    switch setting.kind {
    case .list(.choice(let choices), _): probes.append(.array(choices.map(\.value)))
    case .dictionary(.choice(let choices)):
      for choice in choices { probes.append(["k": choice.value]) }
    case .list(.object, _): probes += [[["x": 1]], [["x": 1, "y": 2]], [[:]], [["key": "k"]]]
    case .list(_, let limits) where limits.isRange: probes += [[1, 5], [5, 1], [1, 2, 3], [2, 2]]
    case .list(.string, _): probes += [["PT5S"], [5], ["2026-01-31T12:00:00Z"]]
    case .dictionary(.object): probes += [["k": ["x": 1]], ["k": ["x": 1, "y": 2]], ["k": [:]]]
    case .dictionary: probes += [["1": "x"], ["1": 1], ["fast": 1], ["-7": 1], ["2": [1]]]
    case .object: probes += [["x": 1], ["x": 1, "y": 2]]
    case .variants(let variants):
      let members: [JSONValue] = [
        [:], ["_0": 1], ["_0": "x"], ["path": "x"], ["url": "http://x"], ["url": "http://x", "retries": 1],
        ["_0": 1, "_1": "x"], ["_0": ["x": 1]], ["_0": ["x": 1, "y": 2]], ["path": .null], ["value": 3],
        ["_0": 1, "name": "n"], ["x": 1, "_1": 2], .null, 1,
      ]
      for variant in variants { probes += members.map { [variant.name: $0] } }
    default: break
    }
    if let value = setting.defaultValue { probes.append(value) }
    return probes
  }
}

extension FormProblem {
  /// Whether the problem is a limit, which only the form has.
  fileprivate var isLimit: Bool {
    switch reason {
    case .belowLower, .aboveUpper, .offStep, .count, .pattern,
      .belowTime,
      .aboveTime, .offTimeStep:
      true
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var objectMembers: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }

  /// The value at a path; `nil` if it doesn't exist.
  fileprivate func value(at path: SettingPath) -> JSONValue? {
    path.keys.reduce(Optional(self)) { (value: JSONValue?, key: String) -> JSONValue? in
      value?.objectMembers?[key]
    }
  }

  /// Whether an object has keys that the form doesn't have, which programs ignore.
  fileprivate func hasUnknownKeys(_ kind: FormKind) -> Bool {
    guard let object = objectMembers else { return false }
    if case .variants(let variants) = kind, let variant = variants.variant(of: self),
      let member = object.members.first,
      case .object(let whole) = variant.kind, case .section(let inner)? = whole.items.first
    {
      return member.value.hasUnknownKeys(.object(inner))
    }
    guard case .object(let section) = kind else { return false }
    return !object.members.allSatisfy { member in section.items.contains { $0.key == member.key } }
  }

  fileprivate func setting(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
    guard let first = path.first else { return value }
    return .object([first: JSONValue.object([:]).setting(value, at: path.dropFirst())])
  }

  /// Whether a program that reads one value and writes the other has preserved it.
  fileprivate func isAlike(_ other: JSONValue) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.number(let left), .number(let right)):
      return Float(left.double) == Float(right.double)
    case (.array(let left), .array(let right)):
      return left.count == right.count
        && (zip(left, right).allSatisfy { $0.isAlike($1) } || Set(left) == Set(right))
    case (.object(let left), .object(let right)):
      return right.members.allSatisfy { left[$0.key]?.isAlike($0.value) ?? false }
    case (.string, .string): return true
    default: return false
    }
  }
}
