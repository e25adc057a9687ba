import SettingsForm

extension UntypedStore {
  /// Returns the settings that the form has and the form of the last apply didn't have: those that an update of the app has added.
  ///
  /// A setting at a new path (`was`) isn't new. Nothing is new if no apply has been recorded, if there is no form,
  /// or if no setting of the last form is left. A key that a section allows by a pattern is never new.
  ///
  /// ```swift
  /// let paths = store.newSettings()
  /// for entry in store.index.settings where paths.contains(entry.path) { print(entry.setting.title) }
  /// ```
  ///
  /// Cost: linear in the number of settings.
  package func newSettings() -> Set<SettingPath> {
    guard formSettings.isRecordable,
      let recorded = storage.builtIn?.recordedSettings(otherThan: formSettings.known.revision)
    else { return [] }
    return formSettings.settings(newSince: recorded)
  }

  /// Records the form's settings after an apply that has succeeded.
  ///
  /// An apply that the history doesn't record keeps the marks of new settings, because no person has seen these settings then. So does
  /// a rollback of an apply that expired or was canceled.
  func recordSettings(appliedBy step: LogStep) {
    guard !step.commit.records.isEmpty, formSettings.isRecordable else { return }
    storage.builtIn?.recordSettings(formSettings.known)
  }
}
