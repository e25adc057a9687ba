/// Checks values against compiled schemas and collects all problems.
///
/// It follows JSON Schema 2020-12, with additions for a form: its formats (`uri`, `uuid`, `date-time`, `duration`) and
/// `contentEncoding: base64` are checked, unknown members are warnings, and a `$schema` at the root isn't a member.
///
/// The same code answers three questions, which need different amounts of work (`Purpose`):
///
/// - *What is wrong?* All problems, each with a path, a position and a sentence. A person reads them.
/// - *Is anything wrong?* Ends at the first problem and describes none. It runs first, for every value of a file,
///   because nearly all are valid (``hasProblems(_:schema:)``).
/// - *Does the value meet this schema?* For `anyOf`, `not`, `if`. Warnings don't count.
///
/// The walk keeps a little state for the place where it is: the path, what is secret there, and which parts have been
/// evaluated. `inside(_:body:)` sets it for a member or an element and restores it, so no keyword has to.
///
/// The schema `{"type": "object", "properties": {"port": {"type": "integer", "maximum": 65535}}}` and the value
/// `{"port": 70000, "prot": 1}` give two problems, in this order: an error at `port`, "Use 65535 or less instead of
/// 70000.", and a warning at `prot`, which names `port` as the key that was probably meant.
///
/// A checker can be used for one value after the other: the numbers of reported problems and the budget for suggestions
/// count for all of them together, so a document has a limit and not each of its settings. What a value may cost is
/// counted for each value anew (`CheckEffort`).
///
/// What must never happen: a problem contains a secret, or a value counts as valid because the check was given up. See
/// `hides(_:)` for the first, and `notesProblem(_:at:)` for the second.
package struct SchemaChecker {
  /// What a check is for. The check ends when that is determined.
  private enum Purpose {
    case problems
    /// Whether there are problems.
    case anyProblem
    /// Whether there are errors: whether the value meets the schema, as JSON Schema defines it. Warnings are additions
    /// of this library.
    case validity
  }

  /// The problems found so far. Known settings are in the order of the schema, unknown keys in the order of the object.
  private(set) var problems: [FormProblem] = []
  /// The number of unknown keys that were reported one by one, and the number beyond that, which are only counted.
  private var unknownKeys = (reported: 0, more: 0)
  /// The problems other than unknown keys.
  private var errors = ReportedProblems()
  /// The same for warnings, so that many warnings leave the errors their room.
  private var warnings = ReportedProblems()
  /// How many more known keys can be compared with unknown keys. A document of another program can have thousands of
  /// unknown keys, and each comparison with all names of a section would take quadratic time. When the budget is used
  /// up, unknown keys are reported without a suggestion.
  package var suggestionBudget: Int

  /// Whether several schemas describe the value. Then no single schema determines which keys are known, and
  /// ``SchemaChecker`` warns of none, except by ``KnownKeys``.
  private(set) var isPart = false
  /// The parts of the value that keywords have evaluated; `nil` unless a schema asks for them with
  /// `unevaluatedProperties` or `unevaluatedItems`. Collecting them takes time and memory, and few schemas need it.
  var evaluated: EvaluatedParts?
  /// The path of the value that is being checked, as keys that are appended on the way down and removed on the way up.
  private(set) var keys: [String]
  /// The secret parts of the value that is being checked.
  private(set) var secrecy: Secrecy
  /// The positions in `keys` of keys that a person has chosen inside a secret. In a secret dictionary of tokens by user name, a problem's
  /// path would tell the user name, so these keys are masked like the values.
  private var hiddenKeys: [Int] = []
  /// How much work is left for the check of the current value. Each check of a whole value begins with new limits.
  private var effort = CheckEffort(for: JSONValue.null)
  /// The question that the walk answers; it ends when the answer is known.
  private var purpose = Purpose.problems
  /// Whether the question is answered and the walk ends. Only a check that doesn't want all problems sets it.
  private var isDecided = false
  /// Whether a check for errors has found text without its format. That is only a warning, so the value still meets the schema, but of two
  /// alternatives, the one whose format fits is better.
  private var hasFailedFormat = false
  /// ``hasFailedFormat`` of the checker that the last `meets(_:schema:)` used.
  private(set) var lastHadFailedFormat = false
  /// Whether a part of the schema couldn't be used, so that a value without an error only perhaps meets the schema.
  var isUncertain = false
  /// ``isUncertain`` of the checker that the last `meets(_:schema:)` used.
  private(set) var lastWasUncertain = false

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - path: The path of the values.
  ///   - secrecy: The parts of the values that are left out of problems.
  ///   - suggestionBudget: The number of known keys that unknown keys can be compared with, all together.
  package init(
    path: SettingPath = .root, secrecy: Secrecy = .none, suggestionBudget: Int = 10_000
  ) {
    self.keys = path.keys
    self.secrecy = secrecy
    self.suggestionBudget = suggestionBudget
  }

  /// Returns the problems of a value at a path, and forgets them, so that the checker can go on with another value.
  package mutating func problems(
    of instance: some SchemaInstance, _ schema: CompiledSchema, at path: SettingPath, secrecy: Secrecy
  ) -> [FormProblem] {
    keys = path.keys
    self.secrecy = secrecy
    checkWhole(instance, schema: schema)
    guard !problems.isEmpty else { return [] }
    defer { problems.removeAll() }
    return problems
  }

  /// Checks a whole value, and reports what was only counted meanwhile.
  ///
  /// If the effort is used up, the value gets a warning that it couldn't be checked, in addition to what was found
  /// before. It is a warning, because an error would lock the file of somebody whose schema is unusual.
  fileprivate mutating func checkWhole(_ instance: some SchemaInstance, schema: CompiledSchema) {
    effort = CheckEffort(for: instance)
    instance.check(schema, with: &self)
    reportMoreUnknownKeys(instance)
    reportMoreProblems()
    // A problem is only noted while there is effort left.
    // The value gets other limits for the warning itself, which wouldn't be noted without effort.
    guard effort.isExhausted else { return }
    effort = CheckEffort(for: instance)
    guard notesProblem(.warning, at: instance.textPosition) else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .tooComplex, position: instance.textPosition))
  }

  /// Checks a value by one schema: the type first, then each keyword. This is where every part of a value arrives, so
  /// it begins and ends the effort, and applies the messages of the schema to what was found inside.
  mutating func check(_ instance: some SchemaInstance, schema: CompiledSchema) {
    guard !isDecided, effort.begin() else { return }
    defer { effort.end() }
    let start = problems.count
    // The messages are applied when everything below has been checked, however the check ends.
    defer { if let messages = schema.messages { use(messages, since: start) } }
    // The type decides which keywords apply at all (JSON Schema Validation, section 6.1): a `minimum` says nothing
    // about a string.
    let kind = instance.kind
    let decimal = kind == .number ? instance.decimalValue : nil
    guard schema.allowsType(instance, decimal: decimal) else {
      if let coder = schema.coder, meets(instance, schema: coder.schema),
        coder.bits.map(instance.value.hasOnly) ?? true
      {
        if notesProblem(.warning, at: instance.textPosition) {
          add(
            FormProblem(
              path: SettingPath(keys), severity: .warning, reason: .message(coder.notice),
              position: instance.textPosition))
        }
        return
      }
      // A value of a wrong type has only one problem; the list of choices is more helpful than the type, and so is an example of a
      // format.
      report(
        schema.choices.map { .noChoice($0, nearest: nil) }
          ?? .type(expected: schema.types ?? [], found: instance.schemaType), instance: instance)
      if problems.count > start, let text = schema.textFormat {
        problems[problems.count - 1].expectedText = text
      }
      return
    }
    // Without an iterator, which would count references to the list.
    var place = 0
    while place < schema.checks.count, !isDecided {
      let check = schema.checks[place]
      place += 1
      switch check {
      case .any(let check): checkAny(instance, check: check)
      case .number(let check): if let decimal { checkNumber(instance, value: decimal, check: check) }
      case .text(let check): if kind == .string { checkText(instance, check: check) }
      case .list(let check): if kind == .array { checkArray(instance, check: check) }
      case .object(let check): if kind == .object { checkObject(instance, check: check) }
      case .count(let keyword, let limit):
        if kind == keyword.kind { checkCount(instance, keyword: keyword, limit: limit) }
      case .combination(let check): checkCombination(instance, check: check)
      }
    }
  }

  /// Whether a string matches a regular expression; `nil` if there is no effort left to find out. The caller then
  /// reports nothing: the value gets the warning about its complexity instead.
  mutating func matches(_ pattern: TextPattern, text: String) -> Bool? {
    effort.matches(pattern, text: text, isOnly: true)
  }

  /// Returns the places of the regular expressions that match a string; `nil` if there is no effort left to find out.
  mutating func places(of patterns: TextPatternSet, in text: String) -> [Int]? {
    // Sixteen look-ups cost about as much as the check by a schema.
    guard effort.spend(patterns.cost(for: text) / 16) else { return nil }
    let places = patterns.places(in: text) { effort.matches($0, text: text, isOnly: false) == true }
    return effort.isExhausted ? nil : places
  }

  /// Whether a value meets a schema, without a problem being reported. Warnings don't matter. If the effort is used up
  /// meanwhile, the answer is meaningless, and everything that depends on it is discarded. ``lastWasUncertain`` tells whether `true` means
  /// only that nothing speaks against it.
  mutating func meets(_ instance: some SchemaInstance, schema: CompiledSchema) -> Bool {
    probing { checker in
      checker.isPart = true
      checker.check(instance, schema: schema)
      return !checker.isDecided
    }
  }

  /// Returns the parts of a value that a schema evaluates; `nil` if the value doesn't meet the schema, because an
  /// alternative that fails evaluates nothing (JSON Schema Core, section 11).
  mutating func partsEvaluated(_ instance: some SchemaInstance, schema: CompiledSchema) -> EvaluatedParts? {
    probing { checker in
      checker.evaluated = EvaluatedParts()
      checker.check(instance, schema: schema)
      return checker.isDecided ? nil : checker.evaluated
    }
  }

  /// Calls the body with another checker, whose problems don't count, but whose effort does. Otherwise, an `anyOf`
  /// inside an `anyOf` would have a fresh budget at each level, and the whole would have no limit.
  private mutating func probing<Result>(_ body: (inout SchemaChecker) -> Result) -> Result {
    var checker = SchemaChecker(suggestionBudget: 0)
    checker.effort = effort
    checker.purpose = .validity
    // Only the root of a document can have `$schema` beside its members.
    checker.keys = keys
    defer {
      effort = checker.effort
      lastHadFailedFormat = checker.hasFailedFormat
      lastWasUncertain = checker.isUncertain
      // An error that was found is certain.
      isUncertain = isUncertain || checker.isUncertain && !checker.isDecided
    }
    return body(&checker)
  }

  /// Returns the problems that the body finds, without adding them. Used to try an alternative before it's known
  /// whether it was meant.
  ///
  /// Meanwhile, problems are counted from zero. If the alternative is chosen, ``add(_:)`` counts its problems.
  mutating func attempting(_ body: (inout SchemaChecker) -> Void) -> [FormProblem] {
    let outer = (problems, evaluated, errors, warnings)
    (problems, evaluated, errors, warnings) = ([], nil, ReportedProblems(), ReportedProblems())
    defer { (problems, evaluated, errors, warnings) = outer }
    asPart(body)
    reportMoreProblems()
    return problems
  }

  /// Notes a problem for the verdict; returns whether it is described, too.
  ///
  /// Nothing is noted once the effort is exhausted: a schema that couldn't be checked to its end would otherwise make a
  /// value invalid, or a `not` valid, by chance.
  ///
  /// - Parameter position: The position of the problem, which is used if it is only counted. It is computed only then,
  ///   because lines have to be counted for it.
  mutating func notesProblem(
    _ severity: FormProblem.Severity, at position: @autoclosure () -> SourcePosition?
  ) -> Bool {
    // Nothing is certain after a schema that couldn't be checked.
    guard !effort.isExhausted else { return false }
    switch purpose {
    case .problems:
      return severity == .error
        ? errors.makesRoom(at: position()) : warnings.makesRoom(at: position())
    case .anyProblem: isDecided = true
    case .validity: if severity == .error { isDecided = true }
    }
    return false
  }

  /// Notes that a part of the schema can't be used. What it describes isn't known, so every member and every element counts as evaluated.
  mutating func noteUncertain() {
    isUncertain = true
    evaluated?.insertMembers()
    evaluated?.insertElements()
  }

  /// Notes that text doesn't have a format that is only a hint.
  mutating func noteFailedFormat() { hasFailedFormat = true }

  /// Adds a problem, with the keys of its path that are secret here.
  mutating func add(_ problem: FormProblem) {
    var problem = problem
    problem.hiddenKeys = hiddenKeys
    append(problem)
  }

  /// Appends a problem and counts it. Unknown keys have a count of their own, so that a file full of them still gets
  /// its other warnings.
  private mutating func append(_ problem: FormProblem) {
    problems.append(problem)
    switch problem.severity {
    case .error: errors.reported += 1
    case .warning: if !problem.isAboutUnknownKey { warnings.reported += 1 }
    }
  }

  /// Reports the problems that were only counted, as one problem at the path of the value.
  ///
  /// If very many settings had such a sum, the sums would be too many again, so the last problems are left for
  /// ``takeMoreProblems(at:)``.
  private mutating func reportMoreProblems() {
    guard errors.canReportMore || warnings.canReportMore else { return }
    for problem in takeMoreProblems(at: SettingPath(keys)) { problems.append(problem) }
  }

  /// Returns the numbers of the problems that were only counted, one problem for each severity. Whoever checks a whole
  /// document calls it at the end.
  package mutating func takeMoreProblems(at path: SettingPath) -> [FormProblem] {
    [errors.takeMore(at: path, .error), warnings.takeMore(at: path, .warning)].compactMap(\.self)
  }

  /// Reports an unknown member. In a secret object, its key is masked, since it can be a user name or a token.
  mutating func reportUnknown(_ problem: FormProblem) {
    if problem.severity == .warning, problem.isAboutUnknownKey {
      guard unknownKeys.reported < FormProblem.mostUnknownKeys else {
        unknownKeys.more += 1
        return
      }
      unknownKeys.reported += 1
    }
    let isHidden = secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    add(problem)
    if isHidden { hiddenKeys.removeLast() }
  }

  /// Reports the unknown keys that were only counted, as one warning at the value.
  private mutating func reportMoreUnknownKeys(_ instance: some SchemaInstance) {
    guard unknownKeys.more > 0 else { return }
    add(
      FormProblem(
        path: SettingPath(keys), severity: .warning, reason: .moreUnknownKeys(unknownKeys.more),
        position: instance.textPosition))
    unknownKeys.more = 0
  }

  /// Marks the problems that the body finds as reasons why the value fits none of its alternatives. The outermost value with alternatives
  /// is checked last, and replaces the marks that values inside it have set.
  mutating func markingCombination(_ body: (inout SchemaChecker) -> Void) {
    let start = problems.count
    body(&self)
    for place in start..<problems.count { problems[place].combinationDepth = keys.count }
  }

  /// Adds the alternative's name to the problems that the body finds: `In "File", use text instead of 3.` Problems of
  /// an alternative inside keep the name that they have.
  mutating func naming(_ alternative: String?, body: (inout SchemaChecker) -> Void) {
    let start = problems.count
    body(&self)
    for index in start..<problems.count where problems[index].alternative == nil {
      problems[index].alternative = alternative
    }
  }

  /// Replaces the sentences about the value itself, but not those about its parts, by the schema's messages.
  ///
  /// With `errorMessage: "Use a free port."` at a port, the problems of `minimum` and `maximum` both become this
  /// sentence, which is then reported once.
  private mutating func use(_ messages: CompiledSchema.Messages, since start: Int) {
    var used: Set<String> = []
    for problem in problems[start...] {
      if problem.path.keys.count == keys.count, case .message(let text) = problem.reason { used.insert(text) }
    }
    let found = problems[start...]
    problems.removeSubrange(start...)
    for var problem in found {
      if problem.path.keys.count == keys.count, let message = messages.message(about: problem.reason) {
        // Several keywords can have the same message.
        guard used.insert(message).inserted else { continue }
        problem.reason = .message(message)
      }
      problems.append(problem)
    }
  }

  /// Warns of text in a valid value that doesn't have the format that the schema names. A check that only looks for errors notes that there
  /// is such text.
  mutating func warnOfFailedFormats(_ instance: some SchemaInstance, schema: CompiledSchema) {
    guard purpose != .validity else {
      hasFailedFormat = true
      return
    }
    guard notesProblem(.warning, at: instance.textPosition) else { return }
    let found = attempting { $0.check(instance, schema: schema) }
    add(found.filter { if case .format = $0.reason { true } else { false } })
  }

  /// Adds problems that were found before, up to the limits of this checker. Sums among them are added to its own.
  mutating func add(_ others: [FormProblem]) {
    for problem in others {
      if case .moreProblems(let count) = problem.reason {
        if problem.severity == .error { errors.count(count, at: problem.position) }
        if problem.severity == .warning { warnings.count(count, at: problem.position) }
      } else if problem.isAboutUnknownKey && problem.severity == .warning
        || (problem.severity == .error
          ? errors.makesRoom(at: problem.position) : warnings.makesRoom(at: problem.position))
      {
        append(problem)
      }
    }
  }

  /// Whether all problems are needed. Only then is the nearest alternative determined, which takes a check by each of
  /// them.
  var findsAllProblems: Bool { purpose == .problems }
}

extension CompiledSchema {
  /// Returns all problems of one value. To check many values, use one ``SchemaChecker``, which has common limits for
  /// them.
  package func problems(
    of instance: some SchemaInstance, at path: SettingPath = .root,
    secrecy: Secrecy = .none
  ) -> [FormProblem] {
    var checker = SchemaChecker(path: path, secrecy: secrecy)
    checker.checkWhole(instance, schema: self)
    return checker.problems
  }
}

extension SchemaChecker {
  /// A checker for ``hasProblems(_:schema:)``, which answers only whether a value has problems.
  ///
  /// Its path is one key deep. At the root, `$schema` wouldn't count as a member, and the values that it checks aren't the root.
  package static let probe: SchemaChecker = {
    var checker = SchemaChecker(path: [""], suggestionBudget: 0)
    checker.purpose = .anyProblem
    return checker
  }()

  /// Whether the value of a setting has problems.
  ///
  /// Nearly all values of a settings file have no problems, so a probe, which needs neither path nor secrets, checks
  /// them first. Only a value for which it says yes is checked again, to describe what is wrong.
  mutating func hasProblems(_ instance: some SchemaInstance, schema: CompiledSchema) -> Bool {
    // A flag, or a string without limits.
    if schema.checks.isEmpty, instance.kind != .number { return !schema.allowsType(instance, decimal: nil) }
    defer { isDecided = false }
    checkWhole(instance, schema: schema)
    return isDecided
  }
}

// MARK: - Parts

extension SchemaChecker {
  /// Checks an element, with its index in the path and its own secrecy.
  mutating func inside(_ index: Int, body: (inout SchemaChecker) -> Void) {
    inside(String(index), inner: secrecy.element(index), body: body)
  }

  /// Checks a member.
  ///
  /// - Parameter isNamed: Whether the schema names the key. Unnamed keys of a secret object are secret, too.
  mutating func inside(_ key: String, isNamed: Bool = true, body: (inout SchemaChecker) -> Void) {
    let isHidden = !isNamed && secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    inside(key, inner: secrecy.member(key), body: body)
    if isHidden { hiddenKeys.removeLast() }
  }

  /// Checks the key of a member, as `propertyNames` demands.
  ///
  /// The key of a secret object is a secret itself, so no problem shows it.
  ///
  /// - Parameter position: The position of the key, for its problems: the string that is checked isn't a node of the
  ///   document.
  mutating func insideKey(
    _ key: String, at position: @autoclosure () -> SourcePosition?, body: (inout SchemaChecker) -> Void
  ) {
    let isHidden = secrecy.hides(.object)
    if isHidden { hiddenKeys.append(keys.count) }
    let start = problems.count
    inside(key, inner: isHidden ? .whole : .none, body: body)
    for index in start..<problems.count { problems[index].position = position() }
    if isHidden { hiddenKeys.removeLast() }
  }

  /// Sets the state for a part, calls the body, and restores the state. What the part evaluates isn't evaluated in the
  /// value around it, so that is forgotten meanwhile.
  private mutating func inside(_ key: String, inner: Secrecy, body: (inout SchemaChecker) -> Void) {
    let outer = (secrecy, evaluated)
    (secrecy, evaluated) = (inner, nil)
    keys.append(key)
    body(&self)
    keys.removeLast()
    (secrecy, evaluated) = outer
  }

  /// Calls the body for a schema that is only a part of what describes the value: one of `allOf`, an alternative, the
  /// target of a reference beside other keywords. Such a schema doesn't know all keys, so it warns of none.
  package mutating func asPart<Result>(_ body: (inout SchemaChecker) -> Result) -> Result {
    let wasPart = isPart
    defer { isPart = wasPart }
    isPart = true
    return body(&self)
  }
}

/// The problems of one severity: up to a limit they are reported one by one, and the rest is counted.
///
/// A file of a million entries with the same mistake has a million problems. Nobody reads them, and describing them would take longer than
/// the check. So the sum stands for them: "and 999 900 more", at the position of the first that was left out.
private struct ReportedProblems {
  /// The number of problems that were reported one by one.
  var reported = 0
  /// The number of others, and the position of the first of them.
  private var more = (count: 0, first: SourcePosition?.none)
  /// The number of reports about others.
  private var reports = 0

  /// Whether the next problem is reported. Otherwise, it is counted, and the position of the first such problem is
  /// kept.
  mutating func makesRoom(at position: @autoclosure () -> SourcePosition?) -> Bool {
    if reported < InputLimits.reportedProblems { return true }
    count(1, at: position())
    return false
  }

  /// Adds problems that aren't reported one by one. Only the first needs its position, which takes a search in the
  /// text.
  mutating func count(_ count: Int, at position: @autoclosure () -> SourcePosition?) {
    if more.count == 0 { more.first = position() }
    more.count += count
  }

  /// Whether there are counted problems, and there is room for the line that stands for them.
  var canReportMore: Bool { more.count > 0 && reports < InputLimits.reportedProblems }

  /// Returns one problem that stands for all counted problems, and begins to count again; `nil` if there are none.
  mutating func takeMore(at path: SettingPath, _ severity: FormProblem.Severity) -> FormProblem? {
    guard more.count > 0 else { return nil }
    defer { more = (0, nil) }
    reports += 1
    return FormProblem(
      path: path, severity: severity, reason: .moreProblems(more.count), position: more.first)
  }
}
