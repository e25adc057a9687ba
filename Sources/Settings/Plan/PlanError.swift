import SettingsForm

/// Why a plan can't be created, read or applied.
public enum PlanError: Error, Hashable, Sendable {
  /// The bytes aren't a plan.
  case unreadable(reason: String)
  /// The content has changed since the plan was created, or the plan has been applied already.
  case stale
  /// The plan is for another file.
  case otherFile(String)
  /// The plan is for another form.
  case otherForm
  /// The history can't be read.
  case storage(StorageError)
  /// The plan would contain secrets in plain text.
  case secret([SettingPath])
}

extension PlanError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .unreadable(let reason): "This isn't a plan: \(reason)"
    case .stale:
      "The plan is stale: the settings have changed since, or it has been applied already. Create a new one."
    case .otherFile(let file): "The plan is for another file: \(file)."
    case .otherForm: "The plan is for another form. Create a new one."
    case .storage(let error): "\(error)"
    case .secret(let paths):
      "A plan would contain secrets in plain text: \(paths.map(\.description).joined(separator: ", ")). "
        + "Set them directly."
    }
  }
}
