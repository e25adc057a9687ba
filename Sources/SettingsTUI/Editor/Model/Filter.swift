import Settings

/// Which settings a person wants to see.
enum Filter: CaseIterable {
  case all
  /// Those with a staged change.
  case changed
  /// Those with another value than the default.
  case nonDefault

  /// The filter that the key goes on to.
  var next: Filter {
    switch self {
    case .all: .changed
    case .changed: .nonDefault
    case .nonDefault: .all
    }
  }

  /// What the title line says; `nil` where nothing is left out.
  var name: String? {
    switch self {
    case .all: nil
    case .changed: "only changed"
    case .nonDefault: "only not default"
    }
  }

  /// The settings that it lets through, by their positions in the index; `nil` for all.
  ///
  /// Cost: linear in the number of changes, or for what is not default in the size of the form.
  @MainActor
  func settings(in context: EditorContext) -> Set<Int>? {
    let form = context.form
    switch self {
    case .all: return nil
    case .changed:
      return Set(form.review().changes.compactMap { context.index.position(of: $0.path) })
    case .nonDefault:
      let settings = context.index.settings
      return Set(
        settings.indices.filter { position in
          let path = settings[position].path
          return form.isSet(path) && form.value(at: path) != form.defaultValue(at: path)
        })
    }
  }
}
