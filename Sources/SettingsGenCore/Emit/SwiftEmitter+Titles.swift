import SettingsForm

/// The titles and help of types that name themselves and their values.
extension SwiftEmitter {
  /// Writes the function that adds the titles and help, if there are any.
  mutating func emitTitles() {
    let displayed = form.displayed
    if displayed == GeneratedForm.Displayed() { return }
    emit(
      "", "  /// Adds the titles and help that types give themselves.",
      "  \(access)static func addTitles(to titles: inout SettingsTitles) {")
    for title in displayed.titles {
      let path = SwiftText.literal(title.path.pointer)
      emit("    titles.add(\(title.type).settingsTitle, at: \(path))")
    }
    for item in displayed.choices {
      let name = "\(item.choice.type).\(SwiftName.quoted(item.choice.name))"
      let title = item.choice.hasTitle ? "\(name).settingsTitle" : "nil"
      let help = item.choice.hasHelp ? "\(name).settingsHelp" : "nil"
      let value = SwiftText.literal(item.choice.value.text(.compact))
      emit(
        "    titles.add(\(title), \(help), ofChoice: \(value), at: \(SwiftText.literal(item.path.pointer)))")
    }
    emit("  }")
  }
}
