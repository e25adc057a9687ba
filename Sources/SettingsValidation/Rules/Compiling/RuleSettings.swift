/// The settings that rules are compiled against, by their positions in the form.
///
/// A form's index compiles its rules while it is built, so the index depends on the rules. This protocol is the part of the
/// index that the rules need.
protocol RuleSettings {
  /// Returns the setting at a position.
  func setting(at position: Int) -> FormSetting
  /// Returns the path of the setting at a position.
  func settingPath(at position: Int) -> SettingPath
  /// Returns the position of the setting at a path; `nil` if there is no such setting.
  func position(of path: SettingPath) -> Int?
  /// Returns the position of the section at a path; `nil` if there is no such section.
  func sectionPosition(at path: SettingPath) -> Int?
  /// Returns the setting or section that was probably meant by a path that the form doesn't have.
  func nearest(to path: SettingPath, describedOnly: Bool) -> SettingPath?
}
