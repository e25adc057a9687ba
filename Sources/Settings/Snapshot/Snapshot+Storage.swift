extension Snapshot {
  /// Reads a storage.
  ///
  /// Content that is gone leaves the name of its schema behind, so that an apply that creates it again stores that, too.
  ///
  /// - Parameters:
  ///   - malformed: What to do with content that isn't JSON.
  ///   - last: The last snapshot, which is returned if the content hasn't changed.
  init(
    of storage: any SettingsStorage, validator: FormValidator, malformed: MalformedContentPolicy,
    last: Snapshot? = nil
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
      self.init(
        document ?? last?.document.onlySchemaName ?? JSONDocument(), content?.revision, validator: validator)
    } catch {
      guard malformed == .allowRollback, let content else {
        throw .malformed(file: storage.name, error)
      }
      self.init(MalformedContent(bytes: content.bytes, error: error), validator: validator)
    }
  }

  /// Parses content. Pass `nil` if nothing is stored.
  init(parsing bytes: [UInt8]?, validator: FormValidator) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsing: bytes) }
    self.init(document ?? JSONDocument(), bytes.map(Revision.init(of:)), validator: validator)
  }

  /// Reads the content of a version, which another program may have stored, so that it may be malformed.
  init(ofVersion bytes: [UInt8]?, validator: FormValidator) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes, validator: validator)
    } catch {
      self.init(MalformedContent(bytes: bytes ?? [], error: error), validator: validator)
    }
  }
}

extension JSONDocument {
  /// A document with nothing but the name of the schema; `nil` if this one has none.
  fileprivate var onlySchemaName: JSONDocument? {
    guard let name = root["$schema"]?.string else { return nil }
    return try? JSONDocument(parsing: Array("{\n  \"$schema\": \(JSONValue.string(name))\n}\n".utf8))
  }
}
