/// Why a plan can't be created, read or applied. Nothing is stored.
///
/// `SettingsStore.plan(_:)` and `SettingsPlan.init(parsing:)` throw it; an apply throws it as ``ApplyError/plan(_:)``.
///
/// ```swift
/// do throws(ApplyError) {
///   try await store.apply(plan)
/// } catch .plan(.stale) {
///   print("Somebody has changed the settings. Create the plan again.")
/// } catch {
///   print(error)
/// }
/// ```
///
/// The description is one sentence that says what to do.
public enum SettingsPlanError: Error, Hashable, Sendable {
  /// The bytes aren't a plan: no JSON, another format, or a part is missing.
  ///
  /// `This isn't a plan: its format is neither settings-plan-1 nor settings-plan-2.`
  case unreadable(reason: String)
  /// The content has changed since the plan was created, or the plan has been applied already. Create a new plan.
  case stale
  /// The plan is for another file, whose absolute path it names.
  case otherFile(String)
  /// The plan is for another form, which doesn't have its settings. Create a new plan.
  case otherForm
  /// The history can't be read, so the version that the plan is for isn't known.
  case storage(SettingsStorageError)
  /// The plan would contain secrets in plain text; the settings are at these paths. Apply them directly.
  case secret([SettingPath])
}

extension SettingsPlanError: CustomStringConvertible {
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
