import Synchronization

/// The inputs of a running app's rules other than the settings. The app can change them at any time.
package final class RuleSwitches: Sendable {
  private let state: Mutex<RuleConditions>

  init(_ conditions: RuleConditions) {
    state = Mutex(conditions)
  }

  /// The current inputs.
  package var conditions: RuleConditions { state.withLock { $0 } }

  /// Switches all rules of a group on or off atomically.
  package func switchRules(in group: String, on isActive: Bool) {
    state.withLock { conditions in
      if isActive { conditions.inactiveGroups.remove(group) } else { conditions.inactiveGroups.insert(group) }
    }
  }
}
