import Settings
import SettingsSystem

/// The address in a schema itself, by `$id`.
enum SchemaIdentity {
  /// The number of bytes at the start of a schema in which its address is expected.
  private static let headSize = 4096

  /// Returns the address in the schema's `$id`, which draft 4 calls `id`; `nil` if it has none.
  static func address(of schema: [UInt8]) -> CatalogAddress? {
    guard let root = try? JSONDocument(parsing: schema, duplicateKeys: .lastWins).root else { return nil }
    return (root["$id"] ?? root["id"])?.string.flatMap(CatalogAddress.init)
  }

  /// Whether the schema in a file has an address.
  ///
  /// Only a file with the path of the address in its first bytes is read and parsed completely, because a catalog can have hundreds of
  /// large schemas.
  static func isAddress(_ address: CatalogAddress, ofSchemaAt path: String) -> Bool {
    let files = POSIXFileSystem()
    guard files.isFile(atPath: path),
      let file = try? files.openFile(atPath: path),
      var head = try? files.read(file.descriptor, upTo: headSize)
    else { return false }
    head.append(0)
    let mayHaveAddress = head.withUnsafeBytes { head in
      address.path.withCString { path in
        head.bindMemory(to: CChar.self).baseAddress.map { MemorySearch.first(path, in: $0) != nil } ?? false
      }
    }
    return mayHaveAddress && (try? files.readFile(atPath: path)).flatMap(self.address) == address
  }
}
