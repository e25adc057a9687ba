extension FormSchema {
  /// The form for other programs: without the settings that only the app's code uses, without the rules about them, and
  /// without the members of a document that it doesn't describe.
  package var exported: FormSchema {
    var skipped: Set<SettingPath> = []
    root.addSkippedPaths(at: .root, to: &skipped)
    var form = self
    form.root = root.describedItemsOnly
    if skipped.isEmpty { return form }
    form.rules = rules.compactMap { $0.leavingOut(skipped) }
    return form
  }
}

extension FormItem {
  /// Whether only the app's code uses the setting, or all settings of the section.
  package var isSkipped: Bool {
    switch self {
    case .section(let section): section.isSkipped
    case .setting(let setting): setting.traits.contains(.skipped)
    }
  }
}

extension FormSection {
  /// Whether only the app's code uses the settings inside, and the section shows nothing else.
  package var isSkipped: Bool {
    !items.isEmpty && details.isEmpty && actions.isEmpty && items.allSatisfy(\.isSkipped)
  }

  fileprivate func addSkippedPaths(at path: SettingPath, to skipped: inout Set<SettingPath>) {
    for item in items {
      let inner = path.appending(item.key)
      if item.isSkipped { skipped.insert(inner) }
      if case .section(let section) = item { section.addSkippedPaths(at: inner, to: &skipped) }
    }
  }

  fileprivate var describedItemsOnly: FormSection {
    var section = self
    section.items = items.compactMap { item in
      guard !item.isSkipped, !item.isUndescribed else { return nil }
      if case .section(let inner) = item { return .section(inner.describedItemsOnly) }
      return item
    }
    return section
  }
}

extension FormRule {
  /// Returns the rule for a form without these settings and sections; `nil` if the rule is only about them or reads one of them.
  fileprivate func leavingOut(_ paths: Set<SettingPath>) -> FormRule? {
    var readsPath = false
    for expression in expressions {
      expression.forEach { if case .setting(let path) = $0, paths.contains(path) { readsPath = true } }
    }
    if readsPath { return nil }
    switch effect {
    case .require: return self
    case .assign(let path, _): return paths.contains(path) ? nil : self
    case .hide(let targets): return restricting(targets.filter { !paths.contains($0) }, RuleEffect.hide)
    case .disable(let targets): return restricting(targets.filter { !paths.contains($0) }, RuleEffect.disable)
    case .readOnly(let targets):
      return restricting(targets.filter { !paths.contains($0) }, RuleEffect.readOnly)
    }
  }

  /// Returns the rule with other targets; `nil` without targets.
  private func restricting(
    _ targets: [SettingPath], _ effect: ([SettingPath]) -> RuleEffect
  ) -> FormRule? {
    if targets.isEmpty { return nil }
    var rule = self
    rule.effect = effect(targets)
    return rule
  }
}
