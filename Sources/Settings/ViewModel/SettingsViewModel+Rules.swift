/// What rules make of settings and sections, by their key paths.
extension SettingsViewModel {
  /// Whether a rule hides the setting or section, or a section around it.
  public func isHidden(_ keyPath: PartialKeyPath<Root>) -> Bool { untyped.isHidden(path(of: keyPath)) }

  /// Whether no rule says that the setting or section has no use now.
  public func isEnabled(_ keyPath: PartialKeyPath<Root>) -> Bool { untyped.isEnabled(path(of: keyPath)) }

  /// Whether the setting, or all of the section, can't be changed: always, or by a rule.
  public func isReadOnly(_ keyPath: PartialKeyPath<Root>) -> Bool { untyped.isReadOnly(path(of: keyPath)) }

  /// Whether the setting was not set and has a default that a rule derives.
  public func isDerived(_ keyPath: PartialKeyPath<Root>) -> Bool { untyped.isDerived(path(of: keyPath)) }

  /// Why a setting has its value, why it or a section is hidden or can't be changed, and what rules require.
  public func trace(at keyPath: PartialKeyPath<Root>) -> RuleTrace { untyped.trace(at: path(of: keyPath)) }

  /// Switches the rules of a group on or off, all at once.
  public func switchRules(in group: String, on isActive: Bool) {
    untyped.switchRules(in: group, on: isActive)
  }
}
