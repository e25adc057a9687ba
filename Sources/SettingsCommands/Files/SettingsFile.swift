import Settings
import SettingsSystem
import SettingsTUI

/// The file that a command works on, and where its form comes from.
struct SettingsFile {
  /// What to do about a file that isn't there.
  enum Absence {
    /// Refuse.
    case refused
    /// Take it as empty; an apply makes it. Only with a form named on the command line.
    case allowed
  }

  let path: String
  private let formPath: String?

  init(_ path: String, _ arguments: Arguments) {
    self.path = path
    formPath = arguments[.schema]
  }

  /// - Parameter schema: the path of the form, if it was given; a `~` in front is the home folder, as on a command line
  ///   that is not run yet.
  init(_ path: String, schema: String?) {
    self.path = Self.expanded(path)
    formPath = schema.map(Self.expanded)
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = EnvironmentVariables.value("HOME") else { return path }
    return home + path.dropFirst()
  }

  /// The form alone.
  func index() throws(Failure) -> FormIndex {
    try form(of: formPath == nil ? read(FileStorage(path)) : nil)
  }

  /// Opens the file by its form.
  ///
  /// An apply whose time to be confirmed is over is taken back first, by way of the commands that were given.
  func open(
    ifAbsent absence: Absence = .refused, _ commands: ParticipantCommands? = nil
  ) async throws(Failure) -> UntypedStore {
    let store = try openAsIs(ifAbsent: absence, participants: commands?.participants ?? [])
    try await store.rollBackIfExpired(commands)
    store.scheduleRollback()
    return store
  }

  /// Opens the file by its form, and takes nothing back.
  func openAsIs(
    ifAbsent absence: Absence = .refused, participants: [any SettingsParticipant] = []
  ) throws(Failure) -> UntypedStore {
    guard !path.isEmpty else { throw .usage("The settings file has no name; see --help.") }
    let storage = FileStorage(path)
    let content = try read(storage)
    if content == nil, absence == .refused || formPath == nil {
      throw Failure(.noInput, "\(path): no such file; name a settings file.")
    }
    let form = try form(of: content)
    do throws(StoreError) {
      return try UntypedStore(form: form, storage: storage, participants: participants, overdue: .caller)
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
      return try FormIndex(parsing: source)
    } catch {
      throw Failure(.dataError, "\(formPath): \(error)")
    }
  }

  /// The path that `--schema` gives, or else the file's own `$schema`, relative to the file.
  private func path(ofFormFor content: [UInt8]?) throws(Failure) -> String {
    if let formPath { return formPath }
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: content ?? [])
    } catch {
      throw Failure(.dataError, "\(path):\(error)")
    }
    guard let name = document.root["$schema"]?.string else {
      throw .usage("\(path) names no form; give one with --schema FORM, or put \"$schema\" into the file.")
    }
    if name.hasPrefix("file://") { return String(name.dropFirst("file://".count)) }
    guard !name.contains("://") else {
      throw .usage("\(path) names its form by the address \(name); give a file with --schema FORM.")
    }
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }
}
