import Settings

extension FormProblem {
  /// Returns the message for the place of a value. The path precedes it if the problem is about a part of the value.
  func message(at path: SettingPath) -> String {
    self.path == path ? message : "\(shownPath): \(message)"
  }
}
