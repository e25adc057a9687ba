extension Snapshot {
  /// Reads a storage.
  ///
  /// - Parameter last: The last snapshot, which is returned if the content hasn't changed.
  init(
    of storage: any SettingsStorage, validator: FormValidator, last: Snapshot? = nil
  ) throws(StoreError) {
    let content: StoredContent?
    do throws(StorageError) { content = try storage.read() } catch { throw .storage(error) }
    if let last, last.revision == content?.revision {
      self = last
      return
    }
    do throws(JSONParseError) {
      let document = try content.map { content throws(JSONParseError) in
        try JSONDocument(parsing: content.bytes)
      }
      self.init(document ?? JSONDocument(), content?.revision, validator: validator)
    } catch {
      throw .malformed(file: storage.name, error)
    }
  }

  /// Parses content. Pass `nil` if nothing is stored.
  init(parsing bytes: [UInt8]?, validator: FormValidator) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    self.init(document ?? JSONDocument(), bytes.map(Revision.init(of:)), validator: validator)
  }
}
