import SettingsEditing
import SettingsSchemas
import SettingsSystem
import Synchronization

/// The schemas that a schema refers to: files, schemas at addresses relative to the schema's own address, and schemas in catalogs.
///
/// For a schema in `/usr/share/app/form.json` with the `$id` `https://x.org/app/form.json`:
///
///     reference                          looked for in
///     file:///etc/base.json              /etc/base.json
///     https://x.org/app/parts/net.json   /usr/share/app/parts/net.json, then the catalogs
///     https://y.org/z.json               the catalogs
///
/// A set of schemas that was copied together therefore works without a catalog and without a network. A reference that isn't found is no
/// error here; the form has a warning about it.
final class SchemaReferences: Sendable {
  /// What was looked up already. A schema with a thousand references to one missing file looks for it once.
  private struct Known {
    /// The address of the schema itself; the outer `nil` until it is needed, because it takes a parse of the whole schema.
    var own: CatalogAddress??
    /// The files by their addresses; `nil` for a missing file, because a schema can have many references to it.
    var files: [String: String?] = [:]
  }

  private let schema: [UInt8]
  private let path: String
  private let catalogs: SchemaCatalogs
  private let readsFiles: Bool
  private let known = Mutex(Known())

  /// Creates the references of a schema with the text of a file.
  ///
  /// - Parameter readsFiles: Whether a path leads to a file of this machine.
  init(of schema: [UInt8], at path: String, _ catalogs: SchemaCatalogs, readsFiles: Bool) {
    self.schema = schema
    self.path = path
    self.catalogs = catalogs
    self.readsFiles = readsFiles
  }

  /// The documents for reading the form. It is asked for each of them while the form is read.
  var documents: SchemaDocuments {
    SchemaDocuments { address in
      self.file(at: address).flatMap { (try? POSIXFileSystem().readDocument(atPath: $0)) ?? nil }
    }
  }

  /// Returns the file with the schema at an address; `nil` if it isn't on this machine.
  private func file(at address: String) -> String? {
    if let path = SchemaFileAddress.path(of: address) { return readsFiles ? path : nil }
    return known.withLock { known in
      if let file = known.files[address] { return file }
      let own = known.own ?? SchemaIdentity.address(of: schema)
      known.own = own
      let file = own.flatMap { relativeFile(at: address, to: $0) } ?? catalogs.file(at: address)?.file
      known.files[address] = file
      return file
    }
  }

  /// Returns the file with the schema at an address below the folder of the schema's own address.
  ///
  /// The relative path between the two files is assumed to be the same as between the two addresses. An address with `..` is refused, since
  /// the path would lead out of the folder. An address without `.json` may be a file with it.
  private func relativeFile(at address: String, to own: CatalogAddress) -> String? {
    guard !path.isEmpty, let wanted = CatalogAddress(address), wanted.folder.hasPrefix(own.folder) else {
      return nil
    }
    let relative = wanted.folder.dropFirst(own.folder.count) + wanted.name
    guard !relative.split(separator: "/").contains("..") else { return nil }
    let file = FileLocation(path).path(of: String(relative))
    return [file, file + ".json"].first(where: POSIXFileSystem().isFile)
  }
}
