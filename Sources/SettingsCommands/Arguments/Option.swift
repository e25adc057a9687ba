/// The options of all commands.
enum Option: String, CaseIterable {
  case schema = "--schema"
  case layer = "--layer"
  case context = "--context"
  case json = "--json"
  case strict = "--strict"
  case changed = "--changed"
  case all = "--all"
  case yes = "--yes"
  case dryRun = "--dry-run"
  case keys = "--keys"
  case origin = "--origin"
  case why = "--why"
  case new = "--new"
  case showSecrets = "--show-secrets"
  case plain = "--plain"
  case plan = "--plan"
  case message = "--message"
  case comment = "--comment"
  case confirmWithin = "--confirm-within"
  case noHistory = "--no-history"
  case prepare = "--prepare"
  case commit = "--commit"
  case timeLimit = "--time-limit"
  case verbose = "--verbose"

  /// The name of the option's value in the help; `nil` for an option without a value.
  var valueName: String? {
    switch self {
    case .schema: "FORM"
    case .layer: "FILE"
    case .context: "KEY=VALUE"
    case .prepare, .commit: "CMD"
    case .plan: "OUT"
    case .message, .comment: "TEXT"
    case .confirmWithin, .timeLimit: "SECONDS"
    case .json, .strict, .changed, .all, .origin, .yes, .dryRun, .noHistory, .keys, .why, .new, .showSecrets,
      .plain,
      .verbose:
      nil
    }
  }

  /// Whether the option can be given several times.
  var isRepeatable: Bool { self == .context }

  /// The option's line in the help.
  var help: String {
    switch self {
    case .schema: "the form: a file, - or an address (default: see \"help schemas\")"
    case .layer: "a file whose values are defaults below those of the settings file"
    case .context:
      "a value that rules read and that only the app knows, as JSON or text; can be given several times"
    case .strict: "exit with 1 for warnings, too, such as unknown keys"
    case .json: "print JSON for scripts; secrets are masked"
    case .changed: "list only settings that are set"
    case .all: "list settings that aren't set, too"
    case .origin: "say where each value comes from: file and line, variable, rule or default"
    case .yes: "apply without asking"
    case .dryRun: "print the review and change nothing"
    case .plain: "ask line by line, for screen readers and simple terminals"
    case .keys: "print the editor's keys in the format of keys.json and exit"
    case .why: "explain where the value comes from, which rules affect it and what depends on it"
    case .new: "write a key that the form doesn't describe, even if it resembles one that it describes"
    case .showSecrets: "print secrets instead of masks"
    case .plan: "save the changes as a plan for \"apply\" and change nothing; - prints the plan"
    case .message: "the message for the log"
    case .comment: "write a comment above the key, in place of the one that is there"
    case .confirmWithin: "roll the changes back after this time unless they are confirmed"
    case .noHistory: "keep no record of the apply; it can't be rolled back"
    case .prepare: "a shell command that checks the new content; if it fails, nothing is applied"
    case .commit:
      "a shell command to run after the file is written; if it fails, the old content is restored and it runs again"
    case .verbose: "report what can't be used of the form, too"
    case .timeLimit: "the time limit for each CMD (default: 30 s)"
    }
  }
}
