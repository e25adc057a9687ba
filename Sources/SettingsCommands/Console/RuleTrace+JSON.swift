import SettingsEditing

extension RuleTrace {
  /// The trace as JSON: what `get --why --json` prints. Secrets are masked.
  ///
  ///     {
  ///       "path": "verbose", "name": "Verbose", "value": "true",
  ///       "origin": "derived", "place": {"layer": "rule"}, "lockedBy": null,
  ///       "rules": [
  ///         {
  ///           "verdict": "applies", "description": "Verbose defaults to true when Level is debug", "reason": "", "source": null,
  ///           "values": [{"path": "level", "name": "Level", "value": "debug"}]
  ///         }
  ///       ],
  ///       "dependents": []
  ///     }
  ///
  /// All members are always there, so a script needn't ask for them; what doesn't exist is `null` or empty. The words for verdicts, origins
  /// and ways are the ones of this file and not the names of Swift cases: a case can be renamed without a script noticing it.
  ///
  /// - Parameters:
  ///   - place: Where the value comes from; `nil` for a section.
  ///   - lock: Where a layer locks the setting; `nil` if it isn't locked.
  func json(from place: SettingOrigin?, lockedBy lock: SettingOrigin?) -> JSONValue {
    [
      "path": .string(path.description),
      "name": .string(name),
      "value": value.map(JSONValue.string) ?? .null,
      "origin": .string(origin.word),
      "place": place?.json ?? .null,
      "lockedBy": lock?.json ?? .null,
      "rules": .array(steps.map(\.json)),
      "dependents": .array(dependents.map(\.json)),
    ]
  }
}

extension RuleTrace.Dependent {
  /// A setting that depends on this one, and in which ways: `{"path": "verbose", "name": "Verbose", "depends": ["default"]}`.
  fileprivate var json: JSONValue {
    [
      "path": .string(path.description),
      "name": .string(name),
      "depends": .array(ways.map { .string($0.word) }),
    ]
  }
}

extension RuleTrace.Dependent.Way {
  /// What the rule decides about the dependent setting: its default, whether it is visible, whether it can be used or changed, or what
  /// values it may have.
  fileprivate var word: String {
    switch self {
    case .value: "default"
    case .visibility: "visibility"
    case .use: "use"
    case .change: "change"
    case .limit: "limit"
    }
  }
}

extension RuleTrace.Origin {
  /// Where the value comes from, without the place: `staged` only in a draft, `none` if there is neither a value nor a default.
  fileprivate var word: String {
    switch self {
    case .staged: "staged"
    case .stored: "stored"
    case .derived: "derived"
    case .formDefault: "default"
    case .none: "none"
    }
  }
}

extension RuleTrace.Step {
  /// A rule that was looked at, with the values that it has read, and where it was written if the form says so (`Rules.swift:12`).
  fileprivate var json: JSONValue {
    [
      "verdict": .string(verdict.word),
      "description": .string(description),
      "reason": .string(reason),
      "source": rule.source.map(JSONValue.string) ?? .null,
      "values": .array(
        operands.map { operand in
          [
            "path": operand.path.map { .string($0.description) } ?? .null,
            "name": .string(operand.name),
            "value": .string(operand.value),
          ]
        }),
    ]
  }
}

extension RuleTrace.Step.Verdict {
  /// What the rule does for the setting. `beaten` is a derived default that another rule with precedence has replaced.
  fileprivate var word: String {
    switch self {
    case .applies: "applies"
    case .violated: "violated"
    case .beaten: "beaten"
    case .idle: "idle"
    }
  }
}

extension StoreEngine {
  /// Reports the problems of the other layers. They aren't failures: the file that the command is about can be right all the same.
  func reportLayerProblems(to console: Console) {
    for problem in layerProblems { console.report("\(problem)") }
  }
}

extension SettingsLayerProblem {
  /// The problem as JSON: `origin`, `path`, `severity` and `message`.
  var json: JSONValue {
    [
      "origin": origin.json,
      "path": path.map { .string($0.description) } ?? .null,
      "severity": .string(severity.rawValue),
      "message": .string(message),
    ]
  }
}

extension ValueComparison {
  /// Returns the change of a setting as text: a line with its values, and one line for each part of a list or an object that changes.
  ///
  ///     network.port: 8080 → 9090  (restart)
  ///     servers: 3 elements instead of 2, 1 unchanged
  ///       servers.0.port: 1 → 5
  ///       servers.2: added {"name": "asia"}
  ///
  /// - Parameter note: The effects of the change, at the end of the line.
  func text(at path: SettingPath, note: StyledText = "") -> StyledText {
    var lines: [StyledText] = ["\(path.name, .strong): \(shown(as: .byValue).text)\(note)"]
    let parts = listedParts
    lines += parts.prefix(Self.mostParts).map { "  \($0.path, .strong): \($0.shown(as: .byValue).text)" }
    if parts.count > Self.mostParts { lines.append("  and \(parts.count - Self.mostParts) more") }
    return lines.joinedLines()
  }

  /// The largest number of parts that are listed for one setting; JSON output has all.
  private static let mostParts = 200
}

extension ValueComparison.Shown {
  /// The values, in colors. Of a longer text, words that were removed are in `[-…-]` and added words in `{+…+}`, as `git diff --word-diff`
  /// prints them: `The quick [-brown-]{+red+} fox`.
  fileprivate var text: StyledText {
    switch self {
    case .values(let old, let new): "\(old, .old) → \(new, .new)"
    case .words(let segments):
      segments.reduce("") { text, segment in
        switch segment {
        case .same(let words): "\(text)\(words)"
        case .removed(let words): "\(text)[-\(words, .old)-]"
        case .added(let words): "\(text){+\(words, .new)+}"
        }
      }
    case .counts(let counts): "\(counts, .faint)"
    case .added(let value): "added \(value, .new)"
    case .removed(let value): "removed \(value, .old)"
    case .moved(let from): "moved from \(from)"
    case .renamed(let from, nil): "renamed from \(from)"
    case .renamed(let from, let values?): "renamed from \(from), \(values.text)"
    }
  }
}
