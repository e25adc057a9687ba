import Settings
import SettingsSystem
import Synchronization

/// A catalog of schemas on this machine: a folder with a `catalog.json` in SchemaStore's format
/// (https://www.schemastore.org/api/json/catalog.json), and the schemas beside it.
///
///     catalogs/editors/
///       catalog.json        {"schemas": [{"name", "url", "fileMatch": ["*.app.json"], "versions": {…}}]}
///       schemas/…           the schemas that the addresses stand for
///
/// Nothing is ever downloaded. An address is a name: the catalog says which files have that schema, and the folder has a copy of it. A
/// malformed entry is left out and reported by the command `schemas`; the others still count, because a catalog has hundreds of entries by
/// as many authors.
///
/// It answers two questions: which entries are for a file (``entries(for:)``), and which file has the schema at an address (``file(at:)``).
/// The entries stay the document's text: SchemaStore has a thousand of them, and a command needs one or none.
struct SchemaCatalog: Sendable {
  /// The file that makes a folder a catalog.
  static let fileName = "catalog.json"

  let folder: String
  private let document: JSONDocument
  private let files: SchemaCatalogFiles

  /// Reads the catalog in a folder; returns `nil` if the folder has none.
  ///
  /// Throws if the file can't be read, isn't JSON, or has no array `schemas`. The schemas themselves aren't looked at.
  init?(inFolder folder: String) throws(SchemaCatalogError) {
    let path = FileLocation(in: folder, Self.fileName).path
    guard let bytes = try Self.read(path) else { return nil }
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes, duplicateKeys: .lastWins)
    } catch {
      throw SchemaCatalogError(path: path, reason: .notJSON(error))
    }
    guard document.root["schemas"]?.kind == .array else {
      throw SchemaCatalogError(path: path, reason: .noSchemas)
    }
    self.folder = folder
    files = SchemaCatalogFiles(folder: folder)
  }

  /// The last part of the folder's path.
  var name: String { FileLocation(folder).name }

  /// The entries, in order. An entry without an address is left out. Cost: each iteration goes through the text of the entries.
  var entries: some Sequence<Entry> {
    (document.root["schemas"].map { Array($0.elements) } ?? []).lazy.compactMap(Entry.init)
  }

  /// The error of the first malformed entry; `nil` if all entries can be used. Only `schemas` asks: to other commands, an entry that isn't
  /// about their file is of no interest.
  var entriesError: SchemaCatalogError? {
    let malformed = document.root["schemas"]?.elements.first { Entry($0) == nil }
    return malformed.map {
      SchemaCatalogError(
        path: FileLocation(in: folder, Self.fileName).path, reason: .malformedEntry($0.position))
    }
  }

  /// Returns the file with the schema at an address; `nil` if it isn't here. See ``SchemaCatalogFiles``.
  func file(at address: String) -> String? {
    files.file(at: address, among: { entries })
  }

  /// Returns the entries for a file, in order, each with its most specific pattern.
  ///
  /// Cost: the text of an entry is copied only if one of its patterns can match. Of a thousand entries, that is a handful.
  func entries(for path: FilePath) -> [(entry: Entry, rank: FileMatch.Rank)] {
    guard let list = document.root["schemas"] else { return [] }
    return list.elements.compactMap { node in
      guard let patterns = node["fileMatch"], patterns.elements.contains(where: { $0.canMatch(path) }),
        let entry = Entry(node), let rank = FileMatch.rank(of: path, in: entry.patterns)
      else { return nil }
      return (entry, rank)
    }
  }

  private static func read(_ path: String) throws(SchemaCatalogError) -> [UInt8]? {
    do throws(SettingsStorageError) { return try POSIXFileSystem().readDocument(atPath: path) } catch {
      throw SchemaCatalogError(path: path, reason: .unreadable("\(error)"))
    }
  }
}

extension JSONNode {
  /// Whether a pattern can match a path, as far as its bytes say: the string isn't decoded, so one with escapes always can.
  fileprivate func canMatch(_ path: FilePath) -> Bool {
    guard let (bytes, hasEscapes) = stringContent else { return false }
    return hasEscapes || FileGlob.canMatch(storage.bytes[bytes], path: path)
  }
}

extension SchemaCatalog {
  /// An entry of a catalog: a schema, and the files that have it as their form. It is a view of the catalog's text, so what isn't asked for
  /// costs nothing.
  struct Entry: Sendable {
    private let node: JSONNode
    /// The address of the schema, or its path in the catalog's folder.
    let address: String

    fileprivate init?(_ node: JSONNode) {
      guard let address = node["url"]?.string else { return nil }
      self.node = node
      self.address = address
    }

    var name: String { node["name"]?.string ?? address }

    var patterns: [String] { node["fileMatch"]?.elements.compactMap(\.string) ?? [] }

    /// The addresses of the schema and of its versions. A file's `$schema` can name an old version; patterns always mean the first address.
    var addresses: [String] { [address] + (node["versions"]?.members.compactMap(\.value.string) ?? []) }
  }
}

/// Why a catalog, or one of its entries, can't be used.
struct SchemaCatalogError: Error, CustomStringConvertible {
  /// What is wrong. An unreadable file, text that isn't JSON and a missing array make the whole catalog useless, a malformed entry only
  /// itself; `missing` is about a folder that `SETTINGS_CATALOGS` names.
  enum Reason {
    case unreadable(String)
    case notJSON(JSONParseError)
    case noSchemas
    case malformedEntry(SourcePosition)
    case missing
  }

  let path: String
  let reason: Reason

  var description: String {
    switch reason {
    case .unreadable(let error): error
    case .notJSON(let error): "\(path):\(error)"
    case .noSchemas: "\(path): the catalog has no array \"schemas\"; add one in SchemaStore's format."
    case .malformedEntry(let position):
      "\(path):\(position): error: the entry has no \"url\" and is ignored; add the address of its schema."
    case .missing:
      "\(path): the folder has no \(SchemaCatalog.fileName); correct $\(SchemaCatalogFolders.variable)."
    }
  }
}

/// The catalogs on this machine, which are read when they are first needed.
///
/// Most commands find their form beside the file and never need a catalog. The large `catalog.json` is only read by those that do. After
/// that, the catalogs stay in memory: what changes on the disk during a command isn't noticed.
final class SchemaCatalogs: Sendable {
  /// The catalogs that were read, and the errors in others.
  private struct Content {
    var catalogs: [SchemaCatalog] = []
    var errors: [SchemaCatalogError] = []
  }

  private let folders: @Sendable () -> [SchemaCatalogFolders.Folder]
  private let content = Lazy<Content>()

  /// Creates the catalogs in folders; by default, in the folders of this user and machine.
  init(_ folders: @escaping @Sendable () -> [SchemaCatalogFolders.Folder] = SchemaCatalogFolders.all) {
    self.folders = folders
  }

  /// The catalogs that can be used, in the order of their precedence.
  var all: [SchemaCatalog] { read().catalogs }

  /// The errors of catalogs that can't be used.
  var errors: [SchemaCatalogError] { read().errors }

  /// The errors of the catalogs that were read; empty if none was needed. A broken catalog doesn't bother a command that does without.
  var knownErrors: [SchemaCatalogError] { content.valueIfMade?.errors ?? [] }

  /// Returns the file of the first catalog that has the schema at an address; `nil` if none has it, or if the text is no address.
  func file(at address: String) -> (file: String, catalog: SchemaCatalog)? {
    guard CatalogAddress(address) != nil else { return nil }
    for catalog in all {
      if let file = catalog.file(at: address) { return (file, catalog) }
    }
    return nil
  }

  /// Reads the catalogs once. A folder that is listed twice is one catalog, at the first place.
  private func read() -> Content {
    content.value {
      var read = Content()
      var seen: Set<String> = []
      for folder in folders() where seen.insert(folder.path).inserted {
        do throws(SchemaCatalogError) {
          if let catalog = try SchemaCatalog(inFolder: folder.path) {
            read.catalogs.append(catalog)
          } else if folder.isNamed {
            read.errors.append(SchemaCatalogError(path: folder.path, reason: .missing))
          }
        } catch {
          read.errors.append(error)
        }
      }
      return read
    }
  }
}

/// The folders that can be catalogs, in the order in which they are searched.
///
///     $SETTINGS_CATALOGS                                  a catalog, or a folder of catalogs; several with colons
///     $XDG_DATA_HOME/settings/catalogs/*                  this user's (~/.local/share)
///     $XDG_DATA_DIRS/settings/catalogs/*                  the machine's (/usr/local/share, /usr/share)
///
/// The user comes before the machine, as the XDG Base Directory Specification has it. Inside a folder, catalogs are in the order of their
/// names.
enum SchemaCatalogFolders {
  /// The variable with additional folders, separated by colons.
  static let variable = "SETTINGS_CATALOGS"
  /// The variables with paths in which catalogs are found.
  static let variables = [variable, "XDG_DATA_HOME", "XDG_DATA_DIRS"]

  /// A folder, and whether it must be a catalog.
  struct Folder: Hashable {
    let path: String
    /// Whether a user has named the folder. Then it is an error if it isn't a catalog; the other folders commonly don't exist.
    let isNamed: Bool
  }

  static func all() -> [Folder] { places.flatMap(\.folders) }

  /// The paths in which catalogs are looked for, each with the folders there that can be catalogs.
  ///
  /// A folder in the variable is a catalog, or a folder of catalogs. If it is neither, it stays in the list, and reading it reports the
  /// error: what a user has named must not be passed over in silence. `doctor` prints all paths, also the ones without a catalog.
  static var places: [(path: String, folders: [Folder])] {
    let listed = (EnvironmentVariables.value(variable) ?? "").split(separator: ":").map(String.init)
    let named = listed.map { path in
      let isCatalog = POSIXFileSystem().exists(FileLocation(in: path, SchemaCatalog.fileName).path)
      let inner = isCatalog ? [] : subfolders(of: path)
      return (path, inner.isEmpty ? [Folder(path: path, isNamed: true)] : inner)
    }
    let folders = BaseFolders()
    let data = [folders.data].compactMap(\.self) + folders.sharedData
    return named + data.map { $0 + inData }.map { ($0, subfolders(of: $0)) }
  }

  /// The place of catalogs in a folder for data.
  private static let inData = "/settings/catalogs"

  /// The folder into which this user installs a catalog with a name: for all users if root does; `nil` without a home folder.
  ///
  /// The administrator's folder is in `/usr/local`, because `/usr/share` belongs to the distribution's packages.
  static func installed(_ name: String) -> String? {
    let data = POSIXFileSystem().user == 0 ? "/usr/local/share" : BaseFolders().data
    return data.map { $0 + inData + "/" + name }
  }

  /// Returns the folders in a folder that have a catalog, sorted by name.
  private static func subfolders(of path: String) -> [Folder] {
    let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
    return names.sorted().map { FileLocation(in: path, $0).path }.filter {
      POSIXFileSystem().exists(FileLocation(in: $0, SchemaCatalog.fileName).path)
    }.map { Folder(path: $0, isNamed: false) }
  }
}

/// The files with the schemas of a catalog, in its folder.
///
/// The schema at `https://HOST/PATH/NAME` is in the first of these files that exists:
///
/// 1. `schemas/HOST/PATH/NAME`;
/// 2. `schemas/NAME`, `schemas/json/NAME`, or `NAME`, also with `.json` at the end. The folder of the address must be the folder of an
///    address in the catalog. If several addresses in the catalog have the same name, SchemaStore's own schema has the file;
/// 3. a file of these folders whose `$id` is the address.
///
/// A relative address is a path in the catalog's folder.
///
/// The three ways exist because of how people get schemas: with a tool that mirrors addresses (1), as a clone of SchemaStore (2), or as
/// single files that they saved under any name (3). The way with the least doubt comes first. The third reads the start of each file and is
/// only tried when the others have failed.
final class SchemaCatalogFiles: Sendable {
  private let folder: String
  /// The addresses of the catalog, once the second way needs them.
  private let index = Lazy<Index>()
  /// The files that were looked for; the value is `nil` for an address that no file has, which is the slowest answer to find.
  private let known = Mutex<[CatalogAddress: String?]>([:])
  /// The starts of the schemas, once an address is looked for in them: a list of the catalogs looks for hundreds. At 4 KB each,
  /// SchemaStore's take some megabytes.
  private let heads = Lazy<[(path: String, bytes: [UInt8])]>()

  /// The addresses of the catalog, by folder and name, for the second way.
  private struct Index {
    var addresses: Set<CatalogAddress> = []
    var folders: Set<String> = []
    /// The addresses with each name.
    var names: [String: [CatalogAddress]] = [:]

    /// Reads the addresses of all entries and their versions. What is no address, such as a relative path, isn't in the index.
    init(_ entries: some Sequence<SchemaCatalog.Entry>) {
      for address in entries.lazy.flatMap(\.addresses).compactMap(CatalogAddress.init)
      where addresses.insert(address).inserted {
        folders.insert(address.folder)
        names[address.name, default: []].append(address)
      }
    }

    /// Whether a file with the last part of an address as its name has the schema at that address.
    ///
    /// For two addresses `https://a.org/schema.json` and `https://b.org/schema.json` in one catalog, the file `schema.json` could be
    /// either, so it is neither; unless one of them is SchemaStore's, which its own folder is made for.
    func names(_ address: CatalogAddress) -> Bool {
      guard folders.contains(address.folder) else { return false }
      let others = names[address.name] ?? []
      return address.isSchemaStore || others.isEmpty || others == [address]
    }
  }

  init(folder: String) {
    self.folder = folder
  }

  /// Returns the file with the schema at an address; `nil` if there is none.
  ///
  /// - Parameter entries: The entries of the catalog, which are read only if the first way fails.
  func file(at text: String, among entries: () -> some Sequence<SchemaCatalog.Entry>) -> String? {
    guard let address = CatalogAddress(text) else { return Self.isInside(text) ? existing([text]) : nil }
    if let known = known.withLock({ $0[address] }) { return known }
    let file = exact(address) ?? named(address, among: entries) ?? identified(address)
    known.withLock { $0[address] = file }
    return file
  }

  /// Looks in the mirror of the address: the first way.
  private func exact(_ address: CatalogAddress) -> String? {
    Self.isInside(address.text) ? existing(["schemas/" + address.text]) : nil
  }

  /// Looks for a file with the name of the address: the second way, if the name can mean only this address.
  private func named(
    _ address: CatalogAddress, among entries: () -> some Sequence<SchemaCatalog.Entry>
  ) -> String? {
    guard index.value({ Index(entries()) }).names(address), Self.isInside(address.name) else { return nil }
    let names = address.name.hasSuffix(".json") ? [address.name] : [address.name, address.name + ".json"]
    return existing(names.flatMap { name in Self.folders.map { $0 + name } })
  }

  /// Looks for the address in the schemas themselves: the third way. Cost: reads the start of each schema, for the first address only.
  private func identified(_ address: CatalogAddress) -> String? {
    heads.value(readHeads).first { SchemaIdentity.isAddress(address, ofSchemaAt: $0.path, head: $0.bytes) }?
      .path
  }

  /// Reads the starts of all files with `.json` at their end, in a fixed order, so the same file wins each time.
  private func readHeads() -> [(path: String, bytes: [UInt8])] {
    Self.folders.flatMap { folder in
      let path = folder.isEmpty ? self.folder : FileLocation(in: self.folder, String(folder.dropLast())).path
      let names = (try? POSIXFileSystem().names(inFolder: path)) ?? []
      return names.sorted().filter { $0.hasSuffix(".json") && $0 != SchemaCatalog.fileName }.compactMap {
        name in
        let file = FileLocation(in: path, name).path
        return SchemaIdentity.head(ofSchemaAt: file).map { (file, $0) }
      }
    }
  }

  /// The folders with schemas, relative to the catalog's: of an installed catalog, of a checkout, and of files that lie beside
  /// `catalog.json`.
  private static let folders = ["schemas/", "schemas/json/", ""]

  /// Whether a path leads to a file in the folder.
  ///
  /// Addresses come from files that other people wrote. `../../etc/passwd` is no schema of this catalog.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.hasSuffix("/")
      && !path.split(separator: "/").contains("..")
  }

  /// Returns the first of some paths in the folder that is a file, or a link to one.
  private func existing(_ paths: [String]) -> String? {
    paths.lazy.map { FileLocation(in: self.folder, $0).path }.first(where: POSIXFileSystem().isFile)
  }
}

/// The address of a schema for comparisons: without its scheme and its fragment.
///
/// SchemaStore serves each of its schemas at several addresses; they are equal.
///
/// For example, `http://json.schemastore.org/package`, `https://json.schemastore.org/package.json` and
/// `https://www.schemastore.org/package.json#` are one address. Only SchemaStore's own hosts are treated like this. The case of the host
/// doesn't count, the case of the path does.
struct CatalogAddress: Hashable {
  /// The host and the folders, with a slash at the end.
  let folder: String
  /// The last component of the path; can be empty.
  let name: String

  /// Creates an address; returns `nil` for text without a scheme and a host, such as a path, or without a slash behind the host.
  init?(_ text: String) {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let rest = text[start...].prefix { $0 != "#" }
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
      let last = rest.lastIndex(of: "/")
    else { return nil }
    let host = rest[..<slash].lowercased()
    let folder = host + rest[slash...last]
    let name = String(rest[rest.index(after: last)...])
    guard Self.isSchemaStore(host, folder: folder) else {
      self.folder = folder
      self.name = name
      return
    }
    self.folder = Self.schemaStore
    self.name = name.hasSuffix(".json") ? name : name + ".json"
  }

  /// The address without its scheme, as a path: `www.schemastore.org/package.json`.
  var text: String { folder + name }

  /// The part that each spelling of the address has: `package` for a schema of SchemaStore, the path without the host for others.
  var path: String {
    isSchemaStore
      ? String(name.dropLast(".json".count)) : String(folder.drop { $0 != "/" }) + name
  }

  /// Whether SchemaStore has the schema.
  var isSchemaStore: Bool { folder == Self.schemaStore }

  /// The folder of all addresses of SchemaStore.
  private static let schemaStore = "www.schemastore.org/"

  /// Whether the schemas of SchemaStore are at a host and a folder: at its own hosts in the root, and in copies of its repository.
  private static func isSchemaStore(_ host: String, folder: String) -> Bool {
    switch host {
    case "json.schemastore.org", "www.schemastore.org", "schemastore.org":
      folder.utf8.count == host.utf8.count + 1
    case "schemastore.azurewebsites.net": folder.hasSuffix("/schemas/json/")
    case "raw.githubusercontent.com":
      folder.hasPrefix("raw.githubusercontent.com/SchemaStore/schemastore/")
        && folder.hasSuffix("/src/schemas/json/")
    default: false
    }
  }
}

/// The settings files on this machine that have a form in a catalog, in the current folder and where apps usually keep them.
///
/// For `settings-tui` without a file. Two searches: each JSON file of the current folder is compared with all patterns; and each pattern
/// without a wildcard that names a folder, such as `**/app/settings.json`, is tried in the folders for settings. No folder is searched in
/// depth, since a home folder can have a million files.
struct CatalogedFiles {
  struct File: Hashable {
    let path: String
    /// The name of the form in its catalog.
    let form: String
  }

  /// A form with its files. The patterns are copied once, because they are compared with each file.
  private struct Form {
    let entry: SchemaCatalog.Entry
    let catalog: SchemaCatalog
    let patterns: [String]

    var isHere: Bool { catalog.file(at: entry.address) != nil }
  }

  /// The maximum number of files in a folder that are compared with the catalogs: each is compared with a thousand entries.
  private static let maxFiles = 500

  private(set) var files: [File] = []
  private let forms: [Form]

  /// Looks for files.
  ///
  /// - Parameters:
  ///   - folder: The current folder.
  ///   - roots: The folders in which apps keep their settings.
  init(_ catalogs: SchemaCatalogs, in folder: String, apps roots: [String]) {
    forms = catalogs.all.flatMap { catalog in
      catalog.entries.map { Form(entry: $0, catalog: catalog, patterns: $0.patterns) }
    }
    addFiles(in: folder)
    for form in forms { addFiles(of: form, in: roots) }
  }

  init(_ catalogs: SchemaCatalogs) {
    let folders = BaseFolders()
    self.init(
      catalogs, in: ".",
      apps: [folders.configuration, folders.home, "/etc/xdg", "/etc"].compactMap(\.self))
  }

  /// Adds the files of a folder for which a catalog has a form, each with the most specific entry.
  private mutating func addFiles(in folder: String) {
    let names = (try? POSIXFileSystem().names(inFolder: folder)) ?? []
    let absolute = POSIXFileSystem().canonicalPath(folder)
    for name in names.sorted().lazy.filter(Self.isJSON).prefix(Self.maxFiles) {
      let path = FilePath(FileLocation(in: absolute, name).path)
      var best: (rank: FileMatch.Rank, form: Form)?
      for form in forms {
        guard let rank = FileMatch.rank(of: path, in: form.patterns), best.map({ $0.rank < rank }) ?? true,
          form.isHere
        else { continue }
        best = (rank, form)
      }
      if let best { add(FileLocation(in: folder, name).path, form: best.form) }
    }
  }

  /// Adds the existing files whose paths a form names without wildcards.
  private mutating func addFiles(of form: Form, in roots: [String]) {
    for pattern in form.patterns {
      let name = pattern.hasPrefix("**/") ? String(pattern.dropFirst(3)) : pattern
      // Without a folder, a name can mean any file of a project.
      guard name.contains("/"), !name.contains(where: { "*?[{!".contains($0) }) else { continue }
      let paths =
        name.hasPrefix("/") ? [name] : roots.map { FileLocation(in: $0, name).path }
      for path in paths where FileMatch.rank(of: FilePath(path), in: form.patterns) != nil {
        guard POSIXFileSystem().exists(path), form.isHere else { continue }
        add(path, form: form)
      }
    }
  }

  /// Adds a file unless it is listed already. The first form wins, which the search of the current folder has chosen with care.
  private mutating func add(_ path: String, form: Form) {
    guard !files.contains(where: { $0.path == path }), POSIXFileSystem().isFile(atPath: path) else { return }
    files.append(File(path: path, form: form.entry.name))
  }

  /// Whether a file with this name can be JSON: it ends with `.json`, `.jsonc` or `rc`, or has no extension.
  ///
  /// Other files have a form in SchemaStore, too, which has schemas for YAML and TOML; this program can't read them.
  private static func isJSON(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return true }
    return [".json", ".jsonc"].contains(name[dot...].lowercased()) || name.hasSuffix("rc")
  }
}
