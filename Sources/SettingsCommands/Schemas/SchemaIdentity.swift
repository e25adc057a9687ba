import Settings
import SettingsSystem

/// The address that a schema gives itself.
enum SchemaIdentity {
  /// Returns the address in the schema's `$id`, which draft 4 calls `id`; `nil` if it has none.
  static func address(of schema: JSONDocument) -> CatalogAddress? {
    (schema.root["$id"] ?? schema.root["id"])?.string.flatMap(CatalogAddress.init)
  }

  /// Returns the file with the schema at an address that is relative to another schema's address, as their files are to each
  /// other; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - schema: The text of the other schema.
  ///   - path: Its file.
  static func file(at address: String, beside schema: [UInt8], at path: String) -> String? {
    guard let wanted = CatalogAddress(address), let document = try? JSONDocument(parsing: schema),
      let own = self.address(of: document), wanted.folder.hasPrefix(own.folder)
    else { return nil }
    let relative = wanted.folder.dropFirst(own.folder.count) + wanted.name
    guard !relative.split(separator: "/").contains("..") else { return nil }
    let file = FileLocation(path).path(of: String(relative))
    return [file, file + ".json"].first {
      (try? POSIXFileSystem().resolvedStatus(atPath: $0).kind) == .file
    }
  }
}
