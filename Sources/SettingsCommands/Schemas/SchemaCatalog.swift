import Settings
import SettingsSystem

/// A catalog of schemas on this machine: a folder with a `catalog.json` in SchemaStore's format, and the schemas beside it.
struct SchemaCatalog: Sendable {
  /// The file that makes a folder a catalog.
  static let fileName = "catalog.json"

  let folder: String
  private let document: JSONDocument
  private let files: SchemaCatalogFiles

  /// Reads the catalog in a folder; returns `nil` if the folder has none.
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

  /// The entries, in order. An entry without an address is left out.
  var entries: some Sequence<Entry> {
    (document.root["schemas"].map { Array($0.elements) } ?? []).lazy.compactMap(Entry.init)
  }

  /// The error of the first malformed entry; `nil` if all entries can be used.
  var entriesError: SchemaCatalogError? {
    let malformed = document.root["schemas"]?.elements.first { Entry($0) == nil }
    return malformed.map {
      SchemaCatalogError(
        path: FileLocation(in: folder, Self.fileName).path, reason: .malformedEntry($0.position))
    }
  }

  /// Returns the file with the schema at an address; `nil` if it isn't here.
  func file(at address: String) -> String? {
    files.file(at: address, among: { entries })
  }

  /// Returns the entries for a file, in order, each with its most specific pattern.
  func entries(for path: FilePath) -> [(entry: Entry, rank: FileMatch.Rank)] {
    entries.compactMap { entry in
      FileMatch.rank(of: path, in: entry.patterns).map { (entry, $0) }
    }
  }

  private static func read(_ path: String) throws(SchemaCatalogError) -> [UInt8]? {
    do throws(StorageError) { return try FileStorage(path).readBytes() } catch {
      throw SchemaCatalogError(path: path, reason: .unreadable("\(error)"))
    }
  }
}

extension SchemaCatalog {
  /// An entry of a catalog: a schema, and the files that have it as their form.
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

    /// The addresses of the schema and of its versions.
    var addresses: [String] { [address] + (node["versions"]?.members.compactMap(\.value.string) ?? []) }
  }
}

/// Why a catalog, or one of its entries, can't be used.
struct SchemaCatalogError: Error, CustomStringConvertible {
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
