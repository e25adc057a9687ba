import CDefaults
import Settings

/// A type of the module's name.
public enum Service {
  /// A root that is nested, internal, and named as the framework.
  struct Settings: SettingsGroup {
    /// The number of processes.
    var workers = Int(default_workers())

    /// The number of requests that a process accepts.
    // setting: range = 1...1000
    var requests = 100
  }
}

extension Service.Settings {
  static let rules = RuleBook(for: Self.self) { s in
    s.workers <= s.requests
  }
}
