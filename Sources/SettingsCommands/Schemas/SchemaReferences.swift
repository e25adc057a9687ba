import Settings
import SettingsSchemas
import SettingsSystem
import Synchronization

/// The schemas that a schema refers to: files, schemas at addresses relative to the schema's own address, and schemas in catalogs.
final class SchemaReferences: Sendable {
  private struct Known {
    /// The address of the schema itself; the outer `nil` until it is needed.
    var own: CatalogAddress??
    /// The files by their addresses; `nil` for a missing file, because a schema can have many references to it.
    var files: [String: String?] = [:]
  }

  private let schema: [UInt8]
  private let path: String
  private let catalogs: SchemaCatalogs
  private let known = Mutex(Known())

  /// Creates the references of a schema with the text of a file.
  init(of schema: [UInt8], at path: String, _ catalogs: SchemaCatalogs) {
    self.schema = schema
    self.path = path
    self.catalogs = catalogs
  }

  var documents: SchemaDocuments {
    SchemaDocuments { address in
      self.file(at: address).flatMap { try? FileStorage($0).readBytes() }
    }
  }

  private func file(at address: String) -> String? {
    if let path = SchemaFileAddress.path(of: address) { return path }
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
  /// The relative path between the two files is assumed to be the one between the two addresses.
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
