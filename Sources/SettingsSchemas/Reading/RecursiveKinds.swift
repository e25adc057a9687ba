/// Makes the kinds of definitions that contain themselves.
struct RecursiveKinds: Sendable {
  private let bundle: SchemaBundle
  private let library: SchemaLibrary

  init(_ bundle: SchemaBundle, _ library: SchemaLibrary) {
    self.bundle = bundle
    self.library = library
  }

  /// Returns the kind of a definition; its content is determined when it is first needed.
  func kind(of name: String) -> FormKind {
    guard bundle.source.definitions[name] != nil else { return .json }
    return .recursive(RecursiveKind(name: name) { content(of: name) })
  }

  private func content(of name: String) -> FormKind {
    var merger = SchemaMerger(bundle, library)
    let reference = JSONSchema(keywords: [.reference(name)])
    let place = bundle.origins[name] ?? SchemaPlace(document: SchemaPlace.first, keys: [])
    var open: SchemaMerger.Names = []
    let merged = merger.merged([PlacedSchema(schema: reference, place: place)], &open)
    var reader = SourceKindReader(self)
    let kind = reader.kind(merger.complete(merged, place, open)).kind
    // A definition can be nothing but a reference to itself.
    if case .recursive = kind { return .json }
    return kind
  }
}
