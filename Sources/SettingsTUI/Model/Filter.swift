import Settings

/// Which settings the editor shows.
enum Filter: CaseIterable {
  case all
  /// Settings that are set, stored or staged: what the file itself has.
  case set
  /// Settings with a staged change.
  case changed
  /// Settings whose value isn't the default.
  case nonDefault

  /// The filter after this one.
  var next: Filter {
    switch self {
    case .all, .set: .changed
    case .changed: .nonDefault
    case .nonDefault: .all
    }
  }

  /// The filter's name in the title line; `nil` for the filter that leaves out nothing.
  var name: String? {
    switch self {
    case .all: nil
    case .set: "only what is set"
    case .changed: "only changed"
    case .nonDefault: "only not default"
    }
  }

  /// A sentence about the settings that the filter shows.
  var message: Message {
    switch self {
    case .all: .init("All settings are shown.", .secondary)
    case .set: .init("Only what is set in the file is shown.", .secondary)
    case .changed: .init("Only changed settings are shown.", .secondary)
    case .nonDefault: .init("Only settings that differ from their default are shown.", .secondary)
    }
  }

  /// Returns the settings that pass the filter, by their positions in the index; `nil` for all.
  ///
  /// Cost: linear in the number of changes, or, for ``nonDefault``, in the size of the form.
  @MainActor
  func settings(in model: UntypedViewModel) -> Set<Int>? {
    switch self {
    case .all: return nil
    case .set:
      let own = model.draft.ownValues().keys
      return Set(own.filter { model.isSet(model.index.settings[$0].path) })
    case .changed:
      return Set(model.draft.review().changes.compactMap { model.index.position(of: $0.path) })
    case .nonDefault:
      let settings = model.index.settings
      return Set(
        settings.indices.filter { position in
          let path = settings[position].path
          return model.isSet(path) && model.value(at: path) != model.defaultValue(at: path)
        })
    }
  }
}
