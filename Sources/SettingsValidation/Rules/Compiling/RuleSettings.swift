/// The settings that rules are compiled against, by their positions in the form.
///
/// A form's index compiles its rules while it is built, so it is above them; this is the part of it that they need.
protocol RuleSettings {
  /// The setting at a position.
  func setting(at position: Int) -> FormSetting
  /// The path of the setting at a position.
  func settingPath(at position: Int) -> SettingPath
  /// The position of the setting at a path; `nil` if there is no such setting.
  func position(of path: SettingPath) -> Int?
  /// The position of the section at a path; `nil` if there is no such section.
  func sectionPosition(at path: SettingPath) -> Int?
  /// The setting or section that was probably meant by a path that the form doesn't have.
  func nearest(to path: SettingPath) -> SettingPath?
}
