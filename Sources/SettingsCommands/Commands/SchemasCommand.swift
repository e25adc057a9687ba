import SettingsEditing
import SettingsTUI

/// Prints the form of a file and how it was found, or lists the catalogs, or installs one.
///
///     app.json: app.schema.json
///     PLACE                  RESULT
///     --schema               not given
///     $schema                the file has none
///     NAME.schema.json       used: app.schema.json is beside the file
///     .vscode/settings.json  not needed
///     catalogs               not needed
///
/// It is the answer to "why are the types wrong", so it reports what other commands pass over, too: entries of catalogs that can't be used,
/// and keywords of the form that have no effect.
enum SchemasCommand: Command {
  static let name = "schemas"
  static let operands: [Operand] = [.optional("FILE", .file)]
  static let summary = """
    Prints which form a file has, where it was looked for, and what can't be used of it.
    The form is the first of these: --schema; the file's "$schema", a path or an address that
    a catalog has; NAME.schema.json beside the file; the entry for the file in "json.schemas"
    of .vscode/settings.json in a folder above; the entry of a catalog with the most specific
    pattern for the file. Without any, the types are inferred from the values.
    Without FILE, lists the catalogs. A catalog is a folder with a catalog.json in
    SchemaStore's format and the schemas beside it, in $XDG_DATA_HOME/settings/catalogs, in
    settings/catalogs of a folder in $XDG_DATA_DIRS, or in a folder in $SETTINGS_CATALOGS.
    With --install, makes a catalog of a copy of SchemaStore's repository: a folder, or an
    archive that tar or unzip can read. Its place is settings/catalogs/schemastore in
    /usr/local/share for root and in $XDG_DATA_HOME for other users, unless --to names another
    folder. The catalog that is there is replaced.
    Nothing is fetched.
    """
  static let options: [Option] = [.schema, .install, .to, .json]
  static let pathVariables = ["HOME", "TMPDIR"] + SchemaCatalogFolders.variables

  /// Installs a catalog, prints the search for a file's form, or lists the catalogs, depending on the arguments.
  ///
  /// Errors of catalogs are reported and don't change the status: the other catalogs can be used.
  static func run(_ arguments: Arguments, console: Console) async throws(Failure) {
    if let source = arguments[.install] { return try install(source, arguments, console: console) }
    if arguments.has(.to) { throw .usage("--to needs --install with what to install.") }
    guard arguments.operands.isEmpty else { return try printSearch(arguments, console: console) }
    if arguments.has(.schema) { throw .usage("--schema needs a FILE whose form it is.") }
    let catalogs = SchemaCatalogs()
    // Both kinds of errors are reported, and the rest of the catalogs is listed.
    let errors = catalogs.errors + catalogs.all.compactMap(\.entriesError)
    for error in errors { console.report("\(error)") }
    if arguments.has(.json) {
      let json: JSONValue = [
        "catalogs": .array(catalogs.all.map(\.json)), "errors": .array(errors.map(\.json)),
      ]
      console.print(json)
    } else if catalogs.all.isEmpty {
      console.print(
        StyledText("There are no catalogs; \"settings-tui help schemas\" says where they are looked for."))
    } else {
      console.print(table(of: catalogs.all))
    }
  }

  /// Installs a catalog and prints how many of its entries have their schema.
  private static func install(_ source: String, _ arguments: Arguments, console: Console) throws(Failure) {
    guard arguments.operands.isEmpty, !arguments.has(.schema) else {
      throw .usage("--install takes no FILE and no --schema.")
    }
    guard let folder = arguments[.to] ?? SchemaCatalogFolders.installed("schemastore") else {
      throw .usage("HOME isn't set; name the folder of the catalog with --to.")
    }
    let catalog = try CatalogInstallation(source, folder).run()
    if let error = catalog.entriesError { console.report("\(error)") }
    if arguments.has(.json) { return console.print(catalog.json) }
    let count = catalog.count
    console.print(
      "\(folder): installed \(Phrase.count(count.all, noun: "entry", nouns: "entries")), \(count.here) of them with their schemas."
    )
  }

  /// The list of the catalogs, in the order in which they are searched.
  ///
  ///     CATALOG  SCHEMAS  HERE  FOLDER
  ///     c              1     0  /home/u/catalogs/c
  private static func table(of catalogs: [SchemaCatalog]) -> TextTable {
    TextTable(
      [
        TextTable.Column("CATALOG"), TextTable.Column("SCHEMAS", isRight: true),
        TextTable.Column("HERE", isRight: true), TextTable.Column("FOLDER"),
      ],
      rows: catalogs.map { ["\($0.name)", "\($0.count.all)", "\($0.count.here)", $0.folder] })
  }

  /// Prints the result of each step, and then the warnings. Throws if the form that `--schema` names is missing, or if the file isn't JSON
  /// and has no form.
  private static func printSearch(_ arguments: Arguments, console: Console) throws(Failure) {
    let file = SettingsFile(arguments)
    let search = try file.search()
    if arguments.has(.json) {
      console.print(search.json(of: file.path))
    } else {
      console.print("\(file.path): \(search.conclusion)")
      console.print(
        TextTable(
          [TextTable.Column("PLACE"), TextTable.Column("RESULT")],
          rows: search.findings.map { [$0.step.rawValue, $0.text] }))
    }
    guard search.found == nil else {
      // Reading the form reports the warnings of the search, and those about what can't be used of the form.
      do throws(Failure) { _ = try file.formAndDocument(notices: .all, console) } catch {
        console.report("\(error.message)")
      }
      return
    }
    for warning in search.warnings { console.report(StyledText(warning)) }
    if let failure = search.failure { throw failure }
    if case .failure(let error) = search.subject.document {
      throw Failure(.dataError, message: "\(file.path):\(error)")
    }
  }
}

extension SchemaCatalog {
  /// The number of entries in a catalog, and the number of them whose schema is in the catalog's folder.
  ///
  /// Cost: looks for the schema of each entry, so the starts of all schemas may be read.
  var count: (all: Int, here: Int) {
    entries.reduce(into: (all: 0, here: 0)) { count, entry in
      count.all += 1
      if file(at: entry.address) != nil { count.here += 1 }
    }
  }

  /// The catalog as JSON: `{"name": "schemastore", "folder": "/usr/…/schemastore", "schemas": 1000, "here": 700}`.
  fileprivate var json: JSONValue {
    let count = count
    return [
      "name": .string(name), "folder": .string(folder), "schemas": .number(JSONNumber(count.all)),
      "here": .number(JSONNumber(count.here)),
    ]
  }
}

extension SchemaCatalogError {
  fileprivate var json: JSONValue { ["path": .string(path), "message": .string("\(self)")] }
}

extension SchemaSearch {
  /// The result of the search in a few words: the form's name, or what happens without one.
  fileprivate var conclusion: String {
    if let found { return found.name }
    if failure != nil { return "the form is missing" }
    return isInferred ? "no form; the types are inferred from the values" : "no form"
  }

  /// Whether the types are inferred from the content: there is no form, but a file that is JSON.
  private var isInferred: Bool {
    guard found == nil, failure == nil, case .success(_?) = subject.document else { return false }
    return true
  }

  /// The search as JSON, which has what the table has.
  ///
  ///     {
  ///       "file": "z.app.json", "form": null, "inferred": true,
  ///       "places": [
  ///         {"place": "--schema", "result": "nothing", "reason": "not given"},
  ///         …
  ///         {"place": "catalogs", "result": "nothing", "reason": "https://x.org/app.json, for \"*.app.json\", is not on this machine"}
  ///       ],
  ///       "warnings": []
  ///     }
  ///
  /// `form` has the `path` of the form, the `place` in which it was found, and, for a form of a catalog, the names of the `catalog` and of
  /// its entry. The results are the words of `SchemaSearch.Result.name`; the reasons are sentences, which change.
  fileprivate func json(of file: String) -> JSONValue {
    let step = findings.first { if case .found = $0.result { true } else { false } }?.step
    return [
      "file": .string(file),
      "form": found.map { found in
        [
          "path": found.path.map(JSONValue.string) ?? .null,
          "place": .string(step?.rawValue ?? ""),
          "catalog": found.catalog.map { .string($0.name) } ?? .null,
          "name": found.catalog?.entry.map(JSONValue.string) ?? .null,
        ]
      } ?? .null,
      "inferred": .bool(isInferred),
      "places": .array(findings.map(\.json)),
      "warnings": .array(warnings.map(JSONValue.string)),
    ]
  }
}

extension SchemaSearch.Finding {
  /// The result in the table: the reason, with `used:` before it for the form that was found.
  fileprivate var text: String {
    switch result {
    case .found: "used: \(reason)"
    case .missing, .nothing, .skipped: reason
    }
  }

  fileprivate var json: JSONValue {
    ["place": .string(step.rawValue), "result": .string(result.name), "reason": .string(reason)]
  }
}

extension SchemaSearch.Result {
  /// The word for the result in JSON and for `doctor`, which leaves out the reason because it can contain names of files.
  var name: String {
    switch self {
    case .found: "found"
    case .missing: "missing"
    case .nothing: "nothing"
    case .skipped: "skipped"
    }
  }
}
