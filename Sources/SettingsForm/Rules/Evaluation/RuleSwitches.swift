import Synchronization

/// What the rules of a running app depend on besides the settings, switched by the app at any time.
package final class RuleSwitches: Sendable {
  private let state: Mutex<RuleConditions>

  init(_ conditions: RuleConditions) {
    state = Mutex(conditions)
  }

  /// What counts now.
  package var conditions: RuleConditions { state.withLock { $0 } }

  /// Switches a group of rules on or off, all at once.
  package func switchRules(in group: String, on isActive: Bool) {
    state.withLock { conditions in
      if isActive { conditions.inactiveGroups.remove(group) } else { conditions.inactiveGroups.insert(group) }
    }
  }
}
