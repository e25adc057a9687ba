/// The results of rules for settings and sections.
extension SettingsViewModel {
  /// Whether a rule hides the setting or section, or a section that contains it.
  public func isHidden(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isHidden) ?? false
  }

  /// Whether no rule disables the setting or section, or a section that contains it.
  public func isEnabled(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isEnabled) ?? true
  }

  /// Whether the setting, or the whole section, is read-only: by its annotation, by a rule, or because a layer below locks it.
  public func isReadOnly(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isReadOnly) ?? false
  }

  /// Whether no layer sets the setting and a rule derives its default.
  public func isDerived(_ keyPath: PartialKeyPath<Root>) -> Bool {
    path(of: keyPath).map(untyped.isDerived) ?? false
  }

  /// Returns why a setting has its value, why it or a section is hidden or can't be changed, and the constraints on it.
  public func trace(at keyPath: PartialKeyPath<Root>) -> RuleTrace {
    untyped.trace(at: path(of: keyPath) ?? .root)
  }
}
