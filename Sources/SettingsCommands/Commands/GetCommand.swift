import SettingsEditing
import SettingsTUI

/// Prints values.
///
///     get app.json network.port                8080
///     get app.json tags                        a, b
///     get app.json tags --json                 ["a", "b"]
///     get app.json network                     {"port": 8080, "proxy": {}}
///     get app.json network.password            ********
///     get app.json network.port --why          Network › Port is 8080, from app.json:3:24
///     get app.json network.proxy.host          exit 1: network.proxy.host is not set and has no default.
///
/// It prints the effective value, after all layers and rules, as the app would get it. The value of a setting is printed as it is typed in
/// `set`, so the output of one is input for the other, except for masks, which `set` refuses. A section is printed as JSON, because it
/// can't be typed in any other way.
///
/// A value with errors is printed with exit status 1: a script notices it, and a person sees what is there.
enum GetCommand: Command {
  static let name = "get"
  static let operands: [Operand] = [.file, .optional("PATH", .path)]
  static let summary = """
    Prints the value of a setting or of a part of one, or all values of a section or the file.
    Secrets are masked, also in lists, dictionaries and sections; --show-secrets prints them.
    Values with errors are printed, too, and the errors are reported; the exit status is 1 then. It is also 1, and nothing
    is printed, if the setting has neither a value nor a default, unlike a setting whose value is empty.
    """
  static let options: [Option] = [.schema, .layer, .context, .why, .showSecrets, .json]
  static let input = CommandInput.reads

  /// Prints the value, a section, or the trace with `--why`.
  ///
  /// Ends with 1 if there is no such setting or part, if it has neither a value nor a default, and, after printing, if a printed value has
  /// an error. With 66 and 65, nothing is printed.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    let named = try arguments.path
    let isTrace = arguments.has(.why)
    let showsSecrets = arguments.has(.showSecrets)
    let isJSON = arguments.has(.json)
    if isTrace, named.isRoot { throw .usage("--why needs the PATH of a setting or a section.") }
    if isTrace, showsSecrets { throw .usage("--why masks secrets; leave out --show-secrets.") }
    var file = SettingsFile(arguments)
    // The whole file has all its members, a path only its own.
    file.members = FormIndex.Members(named: [named], includesAll: named.isRoot)
    file.members.includesSecretKeys = showsSecrets
    let store = try await file.open(console)
    let path = try store.resolved(named)
    if isTrace { return try printTrace(at: path, of: store, isJSON: isJSON, console) }
    // A section has no value of its own; it is put together from its settings.
    if let section = store.index.section(at: path) {
      console.print(members: store.draft().members(of: section, at: path, showsSecrets: showsSecrets))
    } else {
      guard let entry = store.index.entry(containing: path) else { throw store.unknownSetting(path) }
      let value = try store.storedValue(at: path, in: entry)
      guard value.value != nil else {
        throw Failure(.refused, message: "\(store.name): \(path) is not set and has no default.")
      }
      console.printExact(value.text(isJSON: isJSON, showsSecrets: showsSecrets))
    }
    // Only what is wrong with the printed values. A duplicate key is a warning, but decides which value is printed.
    for problem in store.problems where path.contains(problem.path) {
      guard problem.severity == .error || problem.isAboutDuplicateKey else { continue }
      console.report(StyledText(problem.line(in: store.name)))
    }
    guard store.errors(at: path).isEmpty else { throw Failure(.refused, message: "") }
  }

  /// Prints why a setting, a part of one or a section has its value or is hidden.
  ///
  /// For a part of a setting, the trace of the whole setting is printed with the values of that part. Secrets in the values of rules are
  /// masked.
  private static func printTrace(
    at path: SettingPath, of store: StoreEngine, isJSON: Bool, _ console: Console
  ) throws(Failure) {
    let entry = store.index.entry(containing: path)
    guard entry != nil || store.index.section(at: path) != nil else { throw store.unknownSetting(path) }
    // Rules are about whole settings.
    let settingPath = entry?.path ?? path
    let draft = store.draft()
    var trace = draft.trace(at: settingPath)
    if let entry, path != settingPath {
      let part = try store.value(at: path, in: entry)
      trace = trace.narrowed(to: path, value: part.setting.text(for: part.value))
    }
    let origin = store.origin(at: path)
    let lock = draft.lock(at: settingPath)
    trace.place = origin?.place
    trace.lock = lock?.description
    if isJSON {
      console.print(trace.json(from: origin, lockedBy: lock))
    } else {
      console.print(trace.lines.map { StyledText($0) }.joinedLines())
    }
  }
}

extension Draft {
  /// Returns the known values of a section, defaults included. A setting without a value and without a default is left out.
  fileprivate func members(
    of section: FormSection, at path: SettingPath, showsSecrets: Bool
  ) -> some Sequence<JSONObject.Member> {
    section.items.lazy.compactMap { item -> JSONObject.Member? in
      let path = path.appending(item.key)
      switch item {
      case .section(let inner):
        let members = Array(self.members(of: inner, at: path, showsSecrets: showsSecrets))
        return JSONObject.Member(key: item.key, value: .object(JSONObject(distinct: members)))
      case .setting(let setting):
        return effectiveValue(at: path).map {
          JSONObject.Member(key: item.key, value: showsSecrets ? $0 : setting.masked($0))
        }
      }
    }
  }
}

extension StoreEngine {
  /// Returns the places on a path into a setting; throws a failure that says what to write if there is no such part.
  ///
  /// For a member of an alternative that isn't chosen, it names the assignment that chooses it.
  func places(
    on path: SettingPath, in entry: FormIndex.Entry, _ value: JSONValue?
  ) throws(Failure) -> [ValuePlace] {
    do throws(PartError) {
      return try ValuePlace.places(on: path, in: entry, value)
    } catch {
      switch error {
      case .unknown(let path): throw unknownSetting(path)
      case .notChosen(let variant, let setting):
        let choice = variant.bareValue == nil ? "\(setting):=JSON" : "\(setting)=\(variant.name)"
        throw Failure(
          .refused,
          message: "\(name): \(path): \(variant.title) isn't chosen; choose it first with \(choice).")
      }
    }
  }

  /// Returns the failure for an unknown setting, with the most similar one.
  ///
  /// The advice is the first of these that applies: it is a section; a described key is one keystroke away; it exists in another spelling
  /// (``PathAdvice``); a similar name.
  ///
  /// - Parameter noun: What the path could have named.
  func unknownSetting(_ path: SettingPath, named noun: String = "setting") -> Failure {
    if path.isRoot {
      return Failure(
        .refused,
        message: "\(name): the form describes an object, so only an object can replace the document.")
    }
    if index.section(at: path) != nil {
      return Failure(.refused, message: "\(name): \(path) is a section; name one of its settings.")
    }
    if let similar = index.similarKey(toNewMemberAt: path, of: document) {
      return Failure(
        .refused,
        message:
          "\(name): there is no \(noun) \(path)\(Phrase.didYouMean(similar)). \"set --new\" writes \(path) all the same."
      )
    }
    let hint = PathAdvice.advice(on: path, in: self) ?? Phrase.didYouMean(index.nearest(to: path))
    return Failure(.refused, message: "\(name): there is no \(noun) \(path)\(hint).")
  }
}

/// The value of a setting, or of a part of it, to be printed. The description of the setting belongs to it, because only the description
/// says what is secret in the value.
struct StoredValue: Equatable {
  let setting: FormSetting
  let value: JSONValue?

  /// Returns the value as it is typed, or as JSON on one line; secrets are masked by default.
  ///
  /// No value is an empty text, or `null` in JSON.
  func text(isJSON: Bool, showsSecrets: Bool = false) -> String {
    guard isJSON else { return setting.typedText(for: value, showsSecrets: showsSecrets) }
    return (showsSecrets ? value ?? .null : setting.masked(value)).description
  }
}

extension StoreEngine {
  /// Returns the value at the path of a setting or inside it. Throws if the values there have errors, or if there is no such part.
  ///
  /// `get` prints a value with errors nevertheless, by ``storedValue(at:in:)``; `watch` doesn't.
  func value(at path: SettingPath, in entry: FormIndex.Entry) throws(Failure) -> StoredValue {
    try checkValues(at: path)
    return try storedValue(at: path, in: entry)
  }

  /// Returns the value at the path of a setting or inside it, even if it has errors.
  ///
  /// A whole setting can be without a value; a part can't, so a missing part is a failure, as is a part that can't exist.
  func storedValue(at path: SettingPath, in entry: FormIndex.Entry) throws(Failure) -> StoredValue {
    let whole = draft().effectiveValue(at: entry.path)
    let place = try places(on: path, in: entry, whole).last ?? ValuePlace(entry)
    let value = place.value(in: whole)
    if path != entry.path, value == nil { throw Failure(.refused, message: "\(name): \(path) has no value.") }
    return StoredValue(setting: place.setting, value: value)
  }

  /// Throws if the stored values at a path, or inside it, have errors.
  func checkValues(at path: SettingPath) throws(Failure) {
    let errors = errors(at: path)
    guard errors.isEmpty else { throw Failure(.invalid(errors), file: name) }
  }

  func errors(at path: SettingPath) -> [FormProblem] {
    problems.filter { $0.severity == .error && path.contains($0.path) }
  }
}
