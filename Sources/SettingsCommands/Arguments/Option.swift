/// The options of all commands.
enum Option: String, CaseIterable {
  case schema = "--schema"
  case json = "--json"
  case changed = "--changed"
  case yes = "--yes"
  case dryRun = "--dry-run"
  case keys = "--keys"
  case why = "--why"
  case showSecrets = "--show-secrets"
  case plain = "--plain"
  case plan = "--plan"
  case message = "--message"
  case confirmWithin = "--confirm-within"
  case noHistory = "--no-history"
  case prepare = "--prepare"
  case commit = "--commit"
  case timeLimit = "--time-limit"

  /// What stands behind the option; `nil` if nothing does.
  var valueName: String? {
    switch self {
    case .schema: "FORM"
    case .prepare, .commit: "CMD"
    case .plan: "OUT"
    case .message: "TEXT"
    case .confirmWithin, .timeLimit: "SECONDS"
    case .json, .changed, .yes, .dryRun, .noHistory, .keys, .why, .showSecrets, .plain: nil
    }
  }

  /// One line for the help.
  var help: String {
    switch self {
    case .schema: "the form, a JSON Schema; without it, the one that the file's \"$schema\" names"
    case .json: "print JSON for scripts; secrets are masked"
    case .changed: "only the settings that have a value of their own"
    case .yes: "apply without asking"
    case .dryRun: "print the review and change nothing"
    case .plain: "ask line by line, for screen readers and for terminals that cannot place text"
    case .keys: "print the editor's keys in the form of keys.json, and open nothing"
    case .why: "say where the value comes from, which rules have a say, and what depends on it"
    case .showSecrets: "print secrets as they are, which are masked otherwise"
    case .plan: "save the review as a plan, which \"apply\" takes, and change nothing; - prints it"
    case .message: "what the log is to say about it"
    case .confirmWithin: "bring the old content back after so long unless \"confirm\" is called"
    case .noHistory: "keep no record of the apply, so that there is no way back to or from it"
    case .prepare: "a shell command that checks the candidate first; if it fails nothing is applied"
    case .commit:
      "a shell command to run once the file is written; if it fails the old content comes back, and it runs again"
    case .timeLimit: "how long CMD may take (default: 30 s); longer counts as failed"
    }
  }
}
