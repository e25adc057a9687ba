import SettingsForm

/// Why a plan can't be made, read or applied.
public enum PlanError: Error, Hashable, Sendable {
  /// It is no plan.
  case unreadable(reason: String)
  /// The content has changed since the plan was made, or the plan was applied already.
  case stale
  /// It was made for another file.
  case otherFile(String)
  /// It was made by another form.
  case otherForm
  /// The history can't be read.
  case storage(StorageError)
  /// It would hold secrets in the clear.
  case secret([SettingPath])
}

extension PlanError: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .unreadable(let reason): "This is not a plan: \(reason)"
    case .stale:
      "The plan is stale: the settings have changed since, or it was applied already. Make a new one."
    case .otherFile(let file): "The plan is for another file: \(file)."
    case .otherForm: "The plan was made by another form. Make a new one."
    case .storage(let error): "\(error)"
    case .secret(let paths):
      "A plan would hold secrets in the clear: \(paths.map(\.description).joined(separator: ", ")). "
        + "Set them directly."
    }
  }
}
