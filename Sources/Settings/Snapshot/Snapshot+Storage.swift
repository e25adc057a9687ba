extension Snapshot {
  /// Reads a storage, unless it holds what is known already.
  init(
    of storage: any SettingsStorage, validator: FormValidator, knowing known: Snapshot? = nil
  ) throws(StoreError) {
    let content: StoredContent?
    do throws(StorageError) { content = try storage.read() } catch { throw .storage(error) }
    if let known, known.revision == content?.revision {
      self = known
      return
    }
    do throws(JSONParseError) {
      // The storage has told the content's identity already.
      let document = try content.map { content throws(JSONParseError) in
        try JSONDocument(parsing: content.bytes)
      }
      self.init(document ?? JSONDocument(), content?.revision, validator: validator)
    } catch {
      throw .malformed(file: storage.name, error)
    }
  }

  /// Reads a content; no bytes mean that nothing is stored.
  init(parsing bytes: [UInt8]?, validator: FormValidator) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    self.init(document ?? JSONDocument(), bytes.map(Revision.init(of:)), validator: validator)
  }
}
