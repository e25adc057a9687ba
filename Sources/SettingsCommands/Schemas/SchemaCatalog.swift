import SettingsEditing
import SettingsSystem

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
