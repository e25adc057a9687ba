import Settings

extension RuleTrace {
  /// The trace as JSON. Secrets are masked.
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
  fileprivate var json: JSONValue {
    [
      "path": .string(path.description),
      "name": .string(name),
      "depends": .array(ways.map { .string($0.word) }),
    ]
  }
}

extension RuleTrace.Dependent.Way {
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
  fileprivate var word: String {
    switch self {
    case .applies: "applies"
    case .violated: "violated"
    case .beaten: "beaten"
    case .idle: "idle"
    }
  }
}
