import Settings
import SettingsSystem

extension EditorCore {
  /// Returns the draft's content for another file; fails if the changes can't be made in the document.
  func copy(to path: String) throws(JSONEditError) -> DraftCopy {
    DraftCopy(
      path: EnvironmentVariables.expandingHome(path), bytes: try model.candidate(),
      hasSecrets: index.settings.contains { $0.setting.holdsSecrets && model.isSet($0.path) },
      original: model.store.identity)
  }
}
