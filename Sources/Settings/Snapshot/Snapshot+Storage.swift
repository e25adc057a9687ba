extension Snapshot {
  /// Returns the content of a storage.
  ///
  /// After the content was removed, the name of its schema is kept, so that an apply that creates the content again stores the name, too.
  /// Before it is created, the name of the schema is that of the layers.
  /// An app's form is read only if it has to describe something: a problem, a value of another layer, or the result of a rule.
  ///
  /// - Parameters:
  ///   - layers: The values of the other layers.
  ///   - malformed: What to do with content that isn't JSON.
  ///   - schema: The name of the schema of content that doesn't exist yet.
  ///   - last: The last snapshot, which is returned if the content hasn't changed.
  ///   - freshness: How current the content has to be.
  static func read(
    _ storage: any SettingsStorage, layers: LayerStack, form: StoreForm,
    malformed: MalformedContentPolicy, schema: String? = nil, last: Snapshot? = nil,
    _ freshness: ContentFreshness = .now
  ) throws(StoreError) -> Snapshot {
    let content: StoredContent?
    do throws(StorageError) { content = try storage.read(freshness) } catch { throw .storage(error) }
    if let last, last.revision == content?.revision {
      return last.layers.number == layers.number ? last : last.with(layers, form.validator)
    }
    do throws(JSONParseError) {
      let stored = try content.map { content throws(JSONParseError) in
        try JSONDocument(parsingStored: content.bytes, insteadOf: last?.document)
      }
      let document =
        stored ?? last?.document.onlySchemaName ?? schema.flatMap(JSONDocument.init(onlySchemaName:))
        ?? JSONDocument()
      if layers.isEmpty, form.isKnownToAccept(document) {
        return Snapshot(
          withoutProblems: document, content?.revision, layers: layers, form.switches.conditions)
      }
      return Snapshot(document, content?.revision, layers: layers, validator: form.validator)
    } catch {
      guard malformed == .allowRollback, let content else {
        throw .malformed(file: storage.name, error)
      }
      return Snapshot(
        MalformedContent(bytes: content.bytes, error: error), layers: layers, validator: form.validator)
    }
  }

  /// Parses content. Pass `nil` if nothing is stored.
  convenience init(
    parsing bytes: [UInt8]?, layers: LayerStack = .none, validator: FormValidator
  ) throws(JSONParseError) {
    let document = try bytes.map { bytes throws(JSONParseError) in try JSONDocument(parsingStored: bytes) }
    self.init(
      document ?? JSONDocument(), bytes.map(Revision.init(of:)), layers: layers, validator: validator)
  }

  /// Reads the content of a version, which another program may have stored, so that it may be malformed.
  convenience init(ofVersion bytes: [UInt8]?, layers: LayerStack, validator: FormValidator) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes, layers: layers, validator: validator)
    } catch {
      self.init(MalformedContent(bytes: bytes ?? [], error: error), layers: layers, validator: validator)
    }
  }
}

extension JSONDocument {
  /// A document with nothing but the name of the schema; `nil` if this one has none.
  fileprivate var onlySchemaName: JSONDocument? {
    root["$schema"]?.string.flatMap(JSONDocument.init(onlySchemaName:))
  }

  /// Creates a document with nothing but the name of a schema.
  fileprivate init?(onlySchemaName name: String) {
    try? self.init(parsing: Array("{\n  \"$schema\": \(JSONValue.string(name))\n}\n".utf8))
  }
}
