import SettingsEditing
import SettingsSchemas
import SettingsSystem

/// The search for the form of a settings file. It stops at the first form that can be read.
///
///     --schema FORM             what this user says now
///     "$schema" in the file     what the file's owner says
///     NAME.schema.json          what lies beside the file, if root, this user or the file's owner has put it there; for settings that
///                               aren't in a file, the form that is stored with them
///     .vscode/settings.json     what the project says, in a folder above
///     catalogs                  what is known about files of this name on this machine
///
/// Only the form that is named with `--schema` has to exist. Any other form that is missing or can't be read is a warning, and the search
/// goes on: the file is its owner's, and a fresh clone has no `node_modules`. ``findings`` has the reason for each step, which `schemas
/// FILE` prints:
///
///     PLACE                  RESULT
///     --schema               not given
///     $schema                the file has none
///     NAME.schema.json       used: app.schema.json is beside the file
///     .vscode/settings.json  not needed
///     catalogs               not needed
///
/// A form decides what is valid, what is secret, and where the app's layers are. A form near the file therefore counts only if it belongs
/// to somebody who could change the settings anyway. Nothing is fetched: an address is a name, under which a catalog of this machine can
/// have the text.
///
/// Without any form, ``SettingsFile`` infers the types from the values. Catalogs, which can have a thousand entries, are only read by a
/// step that needs them.
struct SchemaSearch {
  /// A place in which a form is looked for, in order. The raw values are in the output of `schemas`.
  enum Step: String, CaseIterable {
    case option = "--schema"
    case declared = "$schema"
    case beside = "NAME.schema.json"
    case workspace = ".vscode/settings.json"
    case catalog = "catalogs"
  }

  /// The result of a step. The search is over after `found` and `missing`; the steps behind are `skipped`.
  enum Result {
    case found(FoundSchema)
    /// The form that `--schema` names is missing, or can't be used. The command fails with this.
    case missing(Failure)
    /// There is no form in this place.
    case nothing
    /// An earlier step has ended the search.
    case skipped
  }

  /// The result of a step, with its reason in a few words, as `schemas` prints it: `the file has none`, `not needed`.
  struct Finding {
    let step: Step
    let result: Result
    let reason: String
  }

  /// A settings file whose form is looked for, with all that the search needs to know of it. It needn't exist.
  struct Subject {
    let path: String
    /// The address of settings that aren't in a file; `nil` for a file.
    var address: RemoteAddress?
    /// The value of `--schema`.
    let option: String?
    /// Whether the form of `--schema` has to exist. What lists or restores versions never needs a form: a lost form must not stop a
    /// rollback.
    var needsOption = true
    /// Returns the form that is stored with settings that aren't in a file; `nil` if there is none.
    var storedForm: () throws(SettingsStorageError) -> [UInt8]? = { () throws(SettingsStorageError) in nil }
    /// The content, `nil` if the file doesn't exist; or the error in it.
    let document: Swift.Result<JSONDocument?, JSONParseError>

    /// The absolute path, without symbolic links in its folders, for patterns of catalogs and workspaces.
    ///
    /// The file's own name stays, also if it is a link: `.eslintrc -> dotfiles/eslintrc` is still the file that ESLint reads.
    fileprivate var absolutePath: FilePath {
      if let address { return FilePath(address.path) }
      let location = FileLocation(path)
      return FilePath(
        FileLocation(in: POSIXFileSystem().canonicalPath(location.folder), location.name).path)
    }
  }

  /// The result of each step, in order.
  private(set) var findings: [Finding] = []
  /// Why files that are named or were found but can't be trusted or read aren't used. Each is a sentence for the standard error.
  private(set) var warnings: [String] = []

  let subject: Subject
  private let catalogs: SchemaCatalogs

  /// Searches, step by step.
  ///
  /// A form that was found is read at once, because only that shows whether it can be used. If it can't, its finding is replaced by the
  /// reason, and the next step is tried; for `--schema`, it is the failure of the command instead.
  ///
  /// - Parameters:
  ///   - subject: The file.
  ///   - catalogs: The catalogs of this machine.
  ///   - read: Reads a form that was found. Throws if it can't be used.
  init(
    _ subject: Subject, catalogs: SchemaCatalogs, reading read: (Step, FoundSchema) throws(Failure) -> Void
  ) {
    self.subject = subject
    self.catalogs = catalogs
    for step in Step.allCases {
      guard !isOver else {
        add(step, result: .skipped, reason: "not needed")
        continue
      }
      switch step {
      case .option: searchOption()
      case .declared: searchDeclared()
      case .beside: searchBeside()
      case .workspace: searchWorkspace()
      case .catalog: searchCatalogs()
      }
      guard let found else { continue }
      do throws(Failure) { try read(step, found) } catch { dismiss(step, because: error) }
    }
  }

  /// Replaces the form that was found last, because it can't be used: by a failure if it was named with `--schema`, otherwise by a warning.
  private mutating func dismiss(_ step: Step, because failure: Failure) {
    findings.removeLast()
    let reason = failure.message.plain
    guard step != .option || !subject.needsOption else {
      return add(step, result: .missing(failure), reason: reason)
    }
    warnings.append("\(reason) This form isn't used.")
    add(step, result: .nothing, reason: reason)
  }

  /// The form; `nil` if there is none. After the search, at most one finding is a form, and it has been read.
  var found: FoundSchema? {
    findings.lazy.compactMap { if case .found(let schema) = $0.result { schema } else { nil } }.first
  }

  var failure: Failure? {
    findings.lazy.compactMap { if case .missing(let failure) = $0.result { failure } else { nil } }.first
  }

  /// Whether the last step has ended the search. Before the first step, it isn't over.
  private var isOver: Bool {
    switch findings.last?.result {
    case .found, .missing, .skipped: true
    case .nothing, nil: false
    }
  }

  private mutating func add(_ step: Step, result: Result, reason: String) {
    findings.append(Finding(step: step, result: result, reason: reason))
  }
}

// MARK: - The steps

extension SchemaSearch {
  /// Looks at `--schema`: the standard input, a file, or an address, which a catalog must have.
  ///
  /// The file isn't looked for here: reading it tells best what is wrong with it.
  private mutating func searchOption() {
    guard let option = subject.option else { return add(.option, result: .nothing, reason: "not given") }
    if let path = option.contains("://") ? SchemaFileAddress.path(of: option) : option {
      let reason = path == Arguments.standardInput ? "the standard input" : path
      return add(.option, result: .found(FoundSchema(place: .operand(path))), reason: reason)
    }
    guard let found = schema(at: option) else {
      let failure = Failure(
        .noInput,
        message:
          "No catalog on this machine has \(option), and nothing is fetched; name a file with --schema FORM.")
      guard subject.needsOption else {
        warnings.append("No catalog on this machine has \(option).")
        return add(.option, result: .nothing, reason: "\(option) is in no catalog")
      }
      return add(.option, result: .missing(failure), reason: "\(option) is in no catalog")
    }
    add(.option, result: .found(found), reason: "\(option) is \(found.origin)")
  }

  /// Looks at the member `$schema` of the root.
  ///
  /// A path is relative to the settings file, and an address is looked up in the catalogs. For remote settings only an absolute path has a
  /// meaning, since they are in no folder. A missing file is a warning here, unlike with `--schema`.
  private mutating func searchDeclared() {
    let document: JSONDocument
    switch subject.document {
    case .success(let content?): document = content
    case .success(nil): return add(.declared, result: .nothing, reason: "the file doesn't exist")
    case .failure: return add(.declared, result: .nothing, reason: "the file isn't JSON")
    }
    guard let member = document.root["$schema"] else {
      return add(.declared, result: .nothing, reason: "the file has none")
    }
    guard let name = member.string, !name.isEmpty else {
      return add(.declared, result: .nothing, reason: "the file's is not a string")
    }
    guard let path = SchemaFileAddress.path(of: name) else {
      guard let found = schema(at: name) else {
        return add(.declared, result: .nothing, reason: "\(name) is in no catalog")
      }
      return add(
        .declared, result: .found(found), reason: "\(name) is \(found.origin)")
    }
    guard subject.address == nil || path.hasPrefix("/") else {
      return add(
        .declared, result: .nothing, reason: "\(name) is relative, but the settings are not in a file")
    }
    let file = path.hasPrefix("/") ? path : FileLocation(subject.path).path(of: path)
    guard POSIXFileSystem().exists(file) else {
      warnings.append("\(file): no such file, but \"$schema\" of \(subject.path) names it.")
      return add(.declared, result: .nothing, reason: "\(file) doesn't exist")
    }
    add(.declared, result: .found(FoundSchema(place: .file(file))), reason: name)
  }

  /// Looks for `app.schema.json` and `app.json.schema.json` beside `app.json`.
  ///
  /// A file of another user is passed over with a warning: in `/tmp`, anybody could place one beside a file. What is beside an address is
  /// the form that is stored there.
  private mutating func searchBeside() {
    guard subject.address == nil else { return searchStored() }
    let location = FileLocation(subject.path)
    guard !location.name.isEmpty else {
      return add(.beside, result: .nothing, reason: "the file has no name")
    }
    let names = location.formNames
    for name in names {
      let path = location.path(of: name)
      guard let status = try? POSIXFileSystem().resolvedStatus(atPath: path), status.kind != .folder else {
        continue
      }
      guard owners.contains(status.owner) else {
        warnings.append("\(path) belongs to another user and is ignored.")
        continue
      }
      return add(
        .beside, result: .found(FoundSchema(place: .file(path))), reason: "\(name) is beside the file")
    }
    add(.beside, result: .nothing, reason: "there is no \(Phrase.alternatives(names)) beside the file")
  }

  /// Looks for the form that is stored with settings that aren't in a file. A storage that doesn't reply is a failure: without the form, what
  /// it calls secret would be shown.
  private mutating func searchStored() {
    do throws(SettingsStorageError) {
      guard let bytes = try subject.storedForm() else {
        return add(.beside, result: .nothing, reason: "no form is stored with the settings")
      }
      let form = FoundSchema(place: .stored(String(decoding: bytes, as: UTF8.self), of: subject.path))
      add(.beside, result: .found(form), reason: form.name)
    } catch {
      add(.beside, result: .missing(Failure(error)), reason: "\(error)")
    }
  }

  /// Looks for an entry in `.vscode/settings.json` of the folders above, which can name a file or an address, or contain the form.
  ///
  /// A missing file that an entry names is a warning, with the entry in it, as nobody else would look for the cause there.
  private mutating func searchWorkspace() {
    guard subject.address == nil else {
      return add(.workspace, result: .nothing, reason: "the settings are not in a file")
    }
    let workspace = WorkspaceSchemas(for: subject.absolutePath, owners: owners)
    warnings += workspace.warnings
    guard let match = workspace.match else {
      return add(
        .workspace, result: .nothing, reason: "no .vscode/settings.json above the file has an entry for it")
    }
    let entry = "\"\(match.pattern)\" in \(match.settings)"
    switch match.form {
    case .text(let text):
      add(.workspace, result: .found(FoundSchema(place: .text(text, in: match.settings))), reason: entry)
    case .path(let path):
      guard POSIXFileSystem().exists(path) else {
        warnings.append("\(path): no such file, but \(entry) names it.")
        return add(.workspace, result: .nothing, reason: "\(entry) names \(path), which doesn't exist")
      }
      add(.workspace, result: .found(FoundSchema(place: .file(path))), reason: entry)
    case .address(let address):
      guard let found = schema(at: address) else {
        return add(.workspace, result: .nothing, reason: "\(entry) names \(address), which is in no catalog")
      }
      add(.workspace, result: .found(found), reason: entry)
    }
  }

  /// Looks for the entry of a catalog with the most specific pattern for the file, among the entries whose schema is on this machine.
  ///
  /// Of equally specific entries, the first in the first catalog counts. If the only entries for the file lack their schema, the reason
  /// names its address, which tells what to install.
  private mutating func searchCatalogs() {
    guard !catalogs.all.isEmpty else {
      return add(.catalog, result: .nothing, reason: "there are no catalogs")
    }
    var best: (rank: FileMatch.Rank, found: FoundSchema, name: String)?
    var missing: (rank: FileMatch.Rank, address: String)?
    let path = subject.absolutePath
    for catalog in catalogs.all {
      for (entry, rank) in catalog.entries(for: path) {
        guard best.map({ $0.rank < rank }) ?? true else { continue }
        guard let file = catalog.file(at: entry.address) else {
          if missing.map({ $0.rank < rank }) ?? true { missing = (rank, entry.address) }
          continue
        }
        let found = FoundSchema(place: .file(file), catalog: (catalog.name, entry.name))
        best = (rank, found, "\(entry.name) in the catalog \(catalog.name), for \"\(rank.pattern)\"")
      }
    }
    if let best { return add(.catalog, result: .found(best.found), reason: best.name) }
    if let missing {
      return add(
        .catalog, result: .nothing,
        reason: "\(missing.address), for \"\(missing.rank.pattern)\", is not on this machine")
    }
    add(.catalog, result: .nothing, reason: "no catalog has an entry for the file")
  }

  /// Returns the schema that a catalog of this machine has at an address; `nil` if none has it. Nothing is fetched.
  ///
  /// The metaschemas of JSON Schema are in the program, so a schema is checked as any other file is.
  private func schema(at address: String) -> FoundSchema? {
    if let known = catalogs.file(at: address) {
      return FoundSchema(place: .file(known.file), catalog: (known.catalog.name, nil))
    }
    return SchemaDocuments.metaschema(at: address).map {
      FoundSchema(place: .text($0.description, in: address))
    }
  }

  /// The users whose files near the settings file are used: root, this user, and the owner of the settings file. Others could place a form
  /// in a folder that everyone can write.
  ///
  /// If the settings file doesn't exist, only root and this user are.
  private var owners: Set<UInt32> {
    let files = POSIXFileSystem()
    let owner = try? files.resolvedStatus(atPath: subject.path).owner
    return Set([0, files.user] + [owner].compactMap(\.self))
  }
}

extension FileLocation {
  /// The names of a form beside the file. For `app.json`, they are `app.schema.json` and `app.json.schema.json`.
  ///
  /// A name without an extension, also a hidden one such as `.apprc`, has one: `.apprc.schema.json`.
  fileprivate var formNames: [String] {
    let suffix = ".schema.json"
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return [name + suffix] }
    return [name[..<dot] + suffix, name + suffix]
  }
}

/// The address in a schema itself, by `$id`: how a schema is recognized whose file was named by somebody else.
enum SchemaIdentity {
  /// The number of bytes at the start of a schema in which its address is expected. A schema that has `$id` behind them isn't found by it.
  private static let headSize = 4096

  /// Returns the address in the schema's `$id`, which draft 4 calls `id`; `nil` if it has none, or isn't JSON. Cost: parses the whole
  /// schema.
  static func address(of schema: [UInt8]) -> CatalogAddress? {
    guard let root = try? JSONDocument(parsing: schema, duplicateKeys: .lastWins).root else { return nil }
    return (root["$id"] ?? root["id"])?.string.flatMap(CatalogAddress.init)
  }

  /// Returns the start of the schema in a file, with a zero at its end, where the search for text in it stops; `nil` if it can't be read.
  static func head(ofSchemaAt path: String) -> [UInt8]? {
    let files = POSIXFileSystem()
    guard let file = try? files.openFile(atPath: path).file,
      let head = try? files.read(file.descriptor, upTo: headSize)
    else { return nil }
    return head + [0]
  }

  /// Whether the schema in a file has an address.
  ///
  /// Only a file with the path of the address in its first bytes is read and parsed completely, because a catalog can have hundreds of
  /// large schemas. The path and not the address is looked for, since the same schema can have `http` or `https` in its `$id`.
  static func isAddress(_ address: CatalogAddress, ofSchemaAt path: String, head: [UInt8]) -> Bool {
    let mayHaveAddress = head.withUnsafeBytes { head in
      address.path.withCString { path in
        head.bindMemory(to: CChar.self).baseAddress.map { MemorySearch.first(path, in: $0) != nil } ?? false
      }
    }
    return mayHaveAddress
      && ((try? POSIXFileSystem().readDocument(atPath: path)) ?? nil).flatMap(self.address) == address
  }
}
