import SettingsEditing
import SettingsSchemas
import SettingsSystem
import SettingsTUI

/// The settings of a command, in a file or at a remote address, and the search for their form.
///
///     Arguments ─▶ SettingsFile ─▶ 1. roll back what wasn't confirmed in time
///                                  2. read the content
///                                  3. search for the form, or infer one
///                                  4. hide what was secret in any version
///                                  5. list the members that the form doesn't describe
///                                  6. put the other layers around it ─▶ StoreEngine
///
/// Every command opens its store here, so all of them agree about what a file is: which form it has, which layers, and what is secret in
/// it. Creating a value reads nothing but the catalogs, if the operand can be the name of an app.
///
/// A command says what it needs the file for (``Use``), whether it may be missing (``Absence``), and which members should have rows
/// (``members``). The less it needs, the more can be wrong with the file: `log` works with a malformed file and a lost form.
struct SettingsFile {
  /// How a command handles a file that doesn't exist.
  ///
  /// `get` refuses, since there is nothing to get; `describe` needs only the form; `set` creates the file.
  enum Absence {
    /// Fail.
    case refused
    /// Treat it as empty if it has a form, and otherwise fail.
    case allowedWithForm
    /// Treat it as empty; an apply creates it.
    case allowed
  }

  /// The purpose of opening the file. It decides what may be wrong with it.
  enum Use {
    /// It reads or changes values, so the content must be JSON.
    case values
    /// It lists or compares versions, or decides about a confirmation. So the content can be missing or malformed, and neither a form nor
    /// another layer is needed.
    case versions
    /// It restores a version. That needs other layers, because they may lock settings.
    case rollback
    /// It replaces the content by that of another place, which the form checks. So the content may be malformed, but not the form.
    case copy

    fileprivate var isOfVersions: Bool { self != .values }
    fileprivate var needsForm: Bool { self == .values || self == .copy }
  }

  /// The notices about the form that are reported. They go to the standard error and never change the exit status.
  enum FormNotices {
    /// That the form is inferred.
    case inference
    /// That the form is inferred, or why less is checked by it: which of its patterns can't be used, for example.
    case weakness
    /// That the form is inferred, or which of its parts can't be used.
    case all
    /// Nothing, because the editor shows a message.
    case none
  }

  /// The path of the file, or the remote address without a password.
  let path: String
  let place: SettingsPlace
  /// Whether the file was named by its app. If so, it has layers even if it doesn't exist, and a missing file is never a failure.
  private let isOfApp: Bool
  /// The value of `--schema`: a path, an address, or `-` for the standard input.
  private let schema: String?
  /// The files and addresses that are layers below the settings file, the lowest first.
  private let layers: [SettingsPlace]
  /// The values that rules read in addition to the settings. An error in them is thrown when the file is opened, not when this value is
  /// made.
  private let context: Result<[String: JSONValue], Failure>
  private let catalogs = SchemaCatalogs()
  /// The members that the form lists, although it doesn't describe them.
  ///
  /// Only what has a row can be read or staged. A command lists what its arguments name, and not all members: a file can have a million.
  var members = FormIndex.Members()
  /// What replaces the content (``Use/copy``): its `$schema` names the form, and what was secret at its place stays secret here.
  var incoming: (document: JSONDocument, storage: any SettingsStorage)?
  /// Whether a file with broken layers around it is opened without them, and the errors are kept in `layerErrors`: for `check`, which reports
  /// them with the file's own problems.
  var leavesOutBrokenLayers = false
  /// The errors of the layers that were left out. It is a reference for the same reason as `formWarnings`.
  let layerErrors = Shared<[SettingsLayerProblem]>([])
  /// Why forms that are named or were found aren't used, as the last search has reported it, for the editor's first message. It is a
  /// reference, because to read the form doesn't change this value.
  let formWarnings = Shared<[String]>([])

  /// Creates the file that the first operand names: a path, an address, `-` for what was read from the standard input, or the name of an
  /// app whose form a catalog has.
  init(_ arguments: Arguments) {
    schema = arguments[.schema]
    layers = arguments.values(of: .layer).map { SettingsPlace($0) }
    context = Result { () throws(Failure) in try arguments.context }
    // A name without a slash can be the name of an app, if there is no such file.
    let operand = arguments.operands[0]
    let app = AppFile(named: operand, catalogs)
    let path = app?.path ?? operand
    place =
      arguments.filtered.map(SettingsPlace.filtered)
      ?? SettingsPlace(path, allowsWritingInPlace: !arguments.has(.noInPlace))
    self.path = place.address == nil ? path : path.hidingPassword
    isOfApp = app != nil
  }

  /// Creates the file at a path, for the completion of an unfinished command line.
  ///
  /// - Parameter schema: The path of the form. In both paths, a leading `~` is the home folder, because the shell hasn't expanded it yet.
  init(_ path: String, schema: String?) {
    self.path = EnvironmentVariables.expandingHome(path)
    place = SettingsPlace(self.path)
    self.schema = schema.map(EnvironmentVariables.expandingHome)
    layers = []
    context = .success([:])
    isOfApp = false
  }

  /// Reads only the form and the document, which is `nil` if the file doesn't exist or isn't JSON: for completion, and for `schemas`.
  /// Nothing is rolled back, and no other layer is read.
  func formAndDocument(
    notices: FormNotices = .none, _ console: Console? = nil
  ) throws(Failure) -> (form: FormIndex, document: JSONDocument?) {
    let document = try document(for: .values)
    return (
      try form(of: document, for: .values, notices, console: console), (try? document.get()) ?? nil
    )
  }

  /// Returns the search for the form with its reasons, for `schemas` and `doctor`. A malformed file isn't a failure here.
  func search() throws(Failure) -> SchemaSearch {
    guard !path.isEmpty else { throw Self.emptyName }
    let subject = subject(try document(for: .values), for: .values)
    return SchemaSearch(subject, catalogs: catalogs) { step, found throws(Failure) in
      // Reading --schema might consume the standard input.
      if step != .option { _ = try found.read(catalogs, console: nil) }
    }
  }

  /// Opens the file with its form, after rolling back an apply that wasn't confirmed in time.
  ///
  /// Throws a failure with the exit status of what is wrong: 66 if the file or a layer doesn't exist, 65 if it or its form can't be read
  /// as such, 74 if the system refuses.
  ///
  /// - Parameters:
  ///   - use: What the file is needed for.
  ///   - absence: What a missing file means.
  ///   - commands: The participants of the rollback and of further applies.
  ///   - refresh: Whether the store follows changes of the file while it is open.
  func open(
    for use: Use = .values, ifAbsent absence: Absence = .refused, with commands: ParticipantCommands? = nil,
    refresh: SettingsRefreshPolicy = .manual, notices: FormNotices = .inference, _ console: Console
  ) async throws(Failure) -> StoreEngine {
    let participants = commands.map { $0.participants + place.participants } ?? []
    // The editor shows the file, whatever can't be done to it.
    try await rollBackIfExpired(
      commands, participants: participants, isRequired: commands != nil && refresh == .manual, console)
    let store = try openWithoutRollback(
      for: use, ifAbsent: absence, participants: participants, refresh: refresh, notices: notices, console)
    // The log was read for that a moment ago.
    store.scheduleRollback(.lastRead)
    return store
  }

  /// Rolls back an apply that wasn't confirmed in time.
  ///
  /// This comes before everything that may fail: the search for the form, which the apply itself might have broken, and the reading of the
  /// content. So no form is needed, and the standard input is left for the form of the command itself. Without a pending apply, which is
  /// the rule, it costs one look at the log.
  private func rollBackIfExpired(
    _ commands: ParticipantCommands?, participants: [any SettingsParticipant], isRequired: Bool,
    _ console: Console
  ) async throws(Failure) {
    if path.isEmpty { return }
    let pending: PendingConfirmation?
    do throws(SettingsStorageError) { pending = try place.storage.pendingConfirmation() } catch {
      throw Failure(error)
    }
    guard pending?.remaining() == .zero else { return }
    let store = try openWithoutRollback(for: .versions, ifAbsent: .allowed, participants: participants)
    try await store.rollBackIfExpired(commands, isRequired: isRequired, console: console)
  }

  /// Opens the file with its form, without a rollback.
  ///
  /// If another layer has errors, the file is opened without its layers where that helps to correct them, and the errors are reported.
  ///
  /// - Parameter console: Where the form is reported and read from, if it is the standard input; `nil` to report nothing.
  func openWithoutRollback(
    for use: Use = .values, ifAbsent absence: Absence = .refused,
    participants: [any SettingsParticipant] = [],
    refresh: SettingsRefreshPolicy = .manual, notices: FormNotices = .none, _ console: Console? = nil
  ) throws(Failure) -> StoreEngine {
    guard !path.isEmpty else { throw Self.emptyName }
    if use.isOfVersions { (place.storage as? FileStorage)?.believeEmptyFile() }
    let document = try document(for: use)
    // The file of an app exists in a way even before its first apply: the app's layers have values.
    if absence == .refused, !isOfApp, case .success(nil) = document { throw noFile }
    for layer in layers { try layer.checkExistence() }
    let form = try form(of: document, ifAbsent: absence, for: use, notices, console: console)
    let context = try context.get()
    for (name, value) in context.sorted(by: { $0.key < $1.key }) {
      if let fault = form.rules.fault(ofContext: name, value: value) { throw .usage("--context: \(fault)") }
    }
    // The caller decides about an apply that has expired: some commands have rolled it back before, others only read. A malformed file is
    // allowed only where a rollback is possible.
    func store(_ layers: SettingsLayers) throws(SettingsStoreError) -> StoreEngine {
      let store = try StoreEngine(
        form: form, layers: layers, participants: participants, options: StoreOptions(refresh: refresh),
        expiryOnOpening: .leaveToCaller, malformed: use.isOfVersions ? .allowRollback : .refuse)
      if !context.isEmpty { store.setContext(context) }
      return store
    }
    if isOfApp || form.form.layers?.app != nil {
      // Otherwise, the app's folders would silently be others.
      for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "CREDENTIALS_DIRECTORY"]
      where EnvironmentVariables.isMalformed(name) {
        throw .usage("The environment variable \(name) is not valid UTF-8; correct or unset it.")
      }
    }
    let layers = layers(of: form.form)
    if use.isOfVersions { (layers.written as? FileStorage)?.believeEmptyFile() }
    do throws(SettingsStoreError) {
      do throws(SettingsStoreError) {
        return try store(layers)
      } catch {
        // Open the file without its layers. Otherwise, if two files of an app have errors, each would prevent correcting the other.
        guard case .layers(let problems) = error,
          use == .versions || leavesOutBrokenLayers || !isOfApp && layers.above.contains(where: \.isFile)
        else { throw error }
        if leavesOutBrokenLayers {
          layerErrors.value = problems
        } else {
          for problem in problems { console?.report("\(problem)") }
        }
        return try store(SettingsLayers(storage: place.storage))
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the layers around the file: the app's layers, if the file is one of them, and the layers that were named with `--layer`.
  ///
  /// An app's form names the app, and thereby its folders. If the file is the one that the app writes, it has the app's other layers around
  /// it; if it is another of them, such as `/etc/APP/settings.json`, that layer is the written one. Any other file, such as a copy, stands
  /// alone.
  private func layers(of form: FormSchema) -> SettingsLayers {
    var layers = SettingsLayers(storage: place.storage)
    if place.address == nil, let app = form.layers?.app {
      let own = SettingsLayers.standard(app: app, arguments: [])
      if own.written.identity == layers.written.identity {
        (layers.below, layers.above) = (own.below, own.above)
      } else if let around = own.writing(path) {
        layers = around
      }
    }
    layers.below += self.layers.map { place in
      place.address == nil ? .file(place.storage.name) : .storage(place.storage)
    }
    return layers
  }

  private static let emptyName = Failure.usage("The settings file's name is empty; see --help.")

  private var noFile: Failure { place.absence(path, advice: "name a settings file") }

  /// Whether the settings are in a file of this machine.
  var isFile: Bool { place.address == nil }

  /// The document, `nil` if the file doesn't exist; or the error in it. An error isn't thrown at once, because `log` and `rollback` go on
  /// with it.
  typealias Document = Result<JSONDocument?, JSONParseError>

  /// Reads the document whose form is needed.
  ///
  /// For ``Use/values``, that is the stored document. Otherwise, it is the latest one from which a form can be inferred: a file that was
  /// overwritten with garbage has the types of its last good version. If no version is such a document, it is an empty document, or `nil`
  /// if the file doesn't exist either.
  private func document(for use: Use) throws(Failure) -> Document {
    if let incoming { return .success(incoming.document) }
    let content: [UInt8]?
    do throws(SettingsStorageError) { content = try place.readBytes() } catch { throw Failure(error) }
    let stored = Document { () throws(JSONParseError) in
      try content.map { bytes throws(JSONParseError) in try JSONDocument(parsingStored: bytes) }
    }
    switch (use, stored) {
    case (.values, _): return stored
    case (_, .success(let document?)) where document.canHaveInferredForm: return stored
    default:
      let latest = place.storage.latestDocument { $0.canHaveInferredForm }
      return .success(latest ?? (content == nil ? nil : JSONDocument()))
    }
  }

  /// Returns the error if the content isn't JSON; `nil` for JSON and for a missing file. Throws if the content can't be read at all.
  func parseError() throws(Failure) -> JSONParseError? {
    if case .failure(let error) = try document(for: .values) { error } else { nil }
  }

  private func subject(_ document: Document, for use: Use) -> SchemaSearch.Subject {
    // A form is searched for a stream as if it was in the current folder.
    SchemaSearch.Subject(
      path: place.isStream ? Arguments.standardInput : path, address: place.address, option: schema,
      needsOption: use.needsForm,
      storedForm: { () throws(SettingsStorageError) in try place.storage.storedForm(.lastRead) },
      document: document)
  }

  /// Returns the form that the search finds, or else one that is inferred from the document.
  ///
  /// - Parameters:
  ///   - document: The content, whose `$schema` can name the form and whose members are listed.
  ///   - absence: What a missing file without a form means.
  ///   - notices: What is reported about the form.
  private func form(
    of document: Document, ifAbsent absence: Absence = .allowed, for use: Use, _ notices: FormNotices,
    console: Console?
  ) throws(Failure) -> FormIndex {
    var read: FormIndex?
    var isSecret = false
    var ruleWarnings: [String] = []
    let search = SchemaSearch(subject(document, for: use), catalogs: catalogs) {
      step, found throws(Failure) in
      let bytes = try found.bytes(console)
      do throws(Failure) {
        let index = try found.index(of: bytes, catalogs)
        let faults = index.form.warnings.filter(\.isOfRule)
        // A command that needs the form checks by all of it, or by none.
        if step == .option, use.needsForm, let fault = faults.first {
          throw Failure(.dataError, message: "\(fault.line(in: found.name))")
        }
        ruleWarnings = faults.map { "\($0.line(in: found.name)) This rule isn't used." }
        read = index
      } catch {
        isSecret = isSecret || bytes.marksSecrets
        throw error
      }
    }
    // The editor has no standard error to look at, so the warnings are kept for its first message, too.
    formWarnings.value = search.warnings + ruleWarnings
    if isSecret {
      formWarnings.value.append("It marks secrets, so all values are hidden; get --show-secrets shows them.")
    }
    for warning in formWarnings.value { console?.report(StyledText(warning)) }
    for error in catalogs.knownErrors { console?.report("\(error)") }
    if let failure = search.failure { throw failure }
    guard let found = search.found, let read else {
      return try withoutForm(
        document, hiding: isSecret ? .whole : recordedSecrecy { _ in true }, ifAbsent: absence,
        notices: notices,
        console: console)
    }
    // List the members of the document as it is read today. If the form says that a former key has become a setting, the key isn't an
    // unknown member.
    var values = try? document.get()
    if read.movesValues { values = values.map { FormValidator(read).read($0).document } }
    // An earlier form may have called other values secret. They stay masked, unless today's form says which parts of such a value are
    // secret: a value of a wrong type is recorded as secret as a whole, which no longer holds once it is corrected.
    let recorded = recordedSecrecy { path in
      let secrecy = read.secrecy(at: path)
      return use.isOfVersions || !secrecy.holdsSecrets || secrecy.isWhole
    }
    let index = read.hiding(isSecret ? .whole : recorded).listing(members, of: values)
    if notices == .all || notices == .weakness {
      // Rules were reported before.
      for warning in index.form.warnings where notices == .all ? !warning.isOfRule : warning.weakensChecks {
        // A warning about another document begins with that document's address.
        console?.report(warning.document == nil ? "\(found.name):\(warning.warning)" : "\(warning.warning)")
      }
    }
    return index
  }

  /// Returns what was secret, at paths that the body accepts, in the history of the file, and in that of what replaces it.
  private func recordedSecrecy(where isRelevant: (SettingPath) -> Bool) -> Secrecy {
    let own = place.storage.recordedSecrecy(where: isRelevant)
    return incoming.map { own.joined(with: $0.storage.recordedSecrecy(where: isRelevant)) } ?? own
  }

  /// Returns the form of a file without one: its members have the types of their values, and new members of any type can be added.
  ///
  /// Throws if the content isn't JSON, since there are no types in it, or if the file doesn't exist and the command needs something that
  /// exists.
  private func withoutForm(
    _ document: Document, hiding secrecy: Secrecy, ifAbsent absence: Absence, notices: FormNotices,
    console: Console?
  ) throws(Failure) -> FormIndex {
    let known: JSONDocument?
    switch document {
    case .failure(let error): throw Failure(.dataError, message: "\(path):\(error)")
    case .success(nil) where absence != .allowed: throw noFile
    case .success(let document): known = document
    }
    if notices != .none {
      console?.report(
        "\(path == Arguments.standardInput ? "standard input" : path): no form was found; the types are inferred from the values. See \"settings-tui schemas\"."
      )
    }
    // What was secret by the form that the file had stays secret.
    return FormIndex(FormSchema(describingNothingIn: known), hiding: secrecy)
      .listing(members, of: known)
  }
}

extension JSONDocument {
  /// Whether the types of settings can be inferred: the root is an object or a list. A number or `null` has no settings, and an older
  /// version tells more about them.
  var canHaveInferredForm: Bool { [.object, .array].contains(root.kind) }
}
