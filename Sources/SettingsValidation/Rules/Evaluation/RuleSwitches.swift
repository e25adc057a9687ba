import Synchronization

/// The inputs of a running app's rules other than the settings. The app can change them at any time.
package final class RuleSwitches: Sendable {
  private let state: Mutex<RuleConditions>

  package init(_ conditions: RuleConditions) {
    state = Mutex(conditions)
  }

  /// The current inputs.
  package var conditions: RuleConditions { state.withLock { $0 } }

  /// Changes the inputs atomically.
  package func change(_ body: (inout RuleConditions) -> Void) {
    state.withLock { body(&$0) }
  }
}
