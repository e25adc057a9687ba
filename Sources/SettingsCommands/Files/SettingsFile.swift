import Settings
import SettingsSystem
import SettingsTUI

/// The settings file of a command, and the source of its form.
struct SettingsFile {
  /// What to do if the file doesn't exist.
  enum Absence {
    /// Fail.
    case refused
    /// Treat it as empty; an apply creates it. This needs a form on the command line.
    case allowed
  }

  let path: String
  private let formPath: String?

  /// Creates the file that the first operand names.
  init(_ arguments: Arguments) {
    path = arguments.operands[0]
    formPath = arguments[.schema]
  }

  /// Creates the file at a path.
  ///
  /// - Parameter schema: The path of the form. In both paths, a leading `~` is the home folder, because the shell hasn't
  ///   expanded an unfinished command line.
  init(_ path: String, schema: String?) {
    self.path = Self.expanded(path)
    formPath = schema.map(Self.expanded)
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = EnvironmentVariables.value("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// Reads only the form.
  func index() throws(Failure) -> FormIndex {
    try form(of: formPath == nil ? read(FileStorage(path)) : nil)
  }

  /// Opens the file with its form, after rolling back an apply that wasn't confirmed in time.
  ///
  /// - Parameter commands: The participants of the rollback and of further applies.
  func open(
    ifAbsent absence: Absence = .refused, with commands: ParticipantCommands? = nil,
    refresh: RefreshPolicy = .manual, _ console: Console
  ) async throws(Failure) -> UntypedStore {
    let store = try openWithoutRollback(
      ifAbsent: absence, participants: commands?.participants ?? [], refresh: refresh)
    try await store.rollBackIfExpired(commands, console)
    store.scheduleRollback()
    return store
  }

  /// Opens the file with its form, without a rollback.
  func openWithoutRollback(
    ifAbsent absence: Absence = .refused, participants: [any SettingsParticipant] = [],
    refresh: RefreshPolicy = .manual
  ) throws(Failure) -> UntypedStore {
    guard !path.isEmpty else { throw .usage("The settings file's name is empty; see --help.") }
    let storage = FileStorage(path)
    let content = try read(storage)
    if content == nil, absence == .refused || formPath == nil {
      throw Failure(.noInput, "\(path): no such file; name a settings file.")
    }
    let form = try form(of: content)
    do throws(StoreError) {
      return try UntypedStore(
        form: form, storage: storage, participants: participants, expiryOnOpening: .leaveToCaller,
        refresh: refresh)
    } catch {
      throw Failure(error)
    }
  }

  private func read(_ storage: FileStorage) throws(Failure) -> [UInt8]? {
    do throws(StorageError) {
      return try storage.readBytes()
    } catch {
      throw Failure(error)
    }
  }

  private func form(of content: [UInt8]?) throws(Failure) -> FormIndex {
    let formPath = try path(ofFormFor: content)
    guard let source = try read(FileStorage(formPath)) else {
      throw Failure(.noInput, "\(formPath): no such file; name a form with --schema FORM.")
    }
    do throws(FormSchemaError) {
      return try FormIndex(parsing: source, at: formPath, Self.documents)
    } catch {
      throw Failure(.dataError, "\(formPath): \(error)")
    }
  }

  /// The documents that a form refers to by relative paths or by `file` addresses.
  private static let documents = SchemaDocuments { address in
    let path = address.hasPrefix("file://") ? String(address.dropFirst("file://".count)) : address
    guard !path.isEmpty, !path.contains(":") else { return nil }
    return try? FileStorage(path).readBytes()
  }

  /// Reports the parts of the form that can't be used.
  func reportFormWarnings(of store: UntypedStore, to console: Console) throws(Failure) {
    let warnings = store.index.form.warnings
    if warnings.isEmpty { return }
    let form = try path(ofFormFor: formPath == nil ? read(FileStorage(path)) : nil)
    for warning in warnings { console.report("\(form):\(warning.warning)") }
  }

  /// Returns the path in `--schema`, or else in the file's `$schema`, which is relative to the file.
  private func path(ofFormFor content: [UInt8]?) throws(Failure) -> String {
    if let formPath { return formPath }
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: content ?? [])
    } catch {
      throw Failure(.dataError, "\(path):\(error)")
    }
    guard let name = document.root["$schema"]?.string else {
      throw .usage("\(path) names no form; give one with --schema FORM or add \"$schema\" to the file.")
    }
    if name.hasPrefix("file://") { return String(name.dropFirst("file://".count)) }
    guard !name.contains("://") else {
      throw .usage("\(path) names its form by a URL, \(name); give a file with --schema FORM.")
    }
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }
}
