import SettingsEditing
import SettingsForm
import SettingsSystem

/// The options of all commands.
///
/// An option means the same in each command that has it, and is described once. A command lists what it accepts in ``Command/options``; the
/// help, the completion and the check of the arguments read that list.
enum Option: String, ProgramOption {
  case schema = "--schema"
  case layer = "--layer"
  case context = "--context"
  case json = "--json"
  case detailedExitCode = "--detailed-exitcode"
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
  case once = "--once"
  case confirmWithin = "--confirm-within"
  case noHistory = "--no-history"
  case noInPlace = "--no-in-place"
  case prepare = "--prepare"
  case commit = "--commit"
  case timeLimit = "--time-limit"
  case verbose = "--verbose"
  case install = "--install"
  case to = "--to"
  case revision = "--revision"
  case before = "--before"
  case noWatch = "--no-watch"

  var valueName: String? {
    switch self {
    case .schema: "FORM"
    case .layer: "FILE"
    case .context: "KEY=VALUE"
    case .prepare, .commit: "CMD"
    case .plan: "OUT"
    case .message, .comment: "TEXT"
    case .confirmWithin, .timeLimit: "SECONDS"
    case .install: "FOLDER-OR-ARCHIVE"
    case .to: "FOLDER"
    case .revision: "REVISION"
    case .before: "TIME"
    case .json, .detailedExitCode, .strict, .changed, .all, .origin, .yes, .dryRun, .noHistory, .noInPlace,
      .keys,
      .why, .new, .showSecrets, .plain, .once, .verbose, .noWatch:
      nil
    }
  }

  var isRepeatable: Bool { [.layer, .context, .revision].contains(self) }

  var help: String {
    switch self {
    case .schema: "the form: a file, - or an address (default: see \"help schemas\")"
    case .layer:
      "a file or an address whose values are defaults below those of the settings file; several, the lowest first"
    case .context:
      "a value that rules read and that only the app knows, as JSON or text; can be given several times"
    case .strict: "exit with 1 for warnings, too, such as unknown keys"
    case .json: "print JSON for scripts; secrets are masked"
    case .noWatch: "copy once, and end"
    case .detailedExitCode: "exit with 2 if something changes, and with 0 only if nothing does"
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
    case .once: "append to a list, as with tags.-=x, only what it doesn't contain"
    case .confirmWithin: "roll the changes back after this time unless they are confirmed"
    case .noHistory: "keep no record of the apply; it can't be rolled back"
    case .noInPlace: "refuse a file that can't be replaced in one step, instead of writing it in place"
    case .prepare: "a shell command that checks the new content; if it fails, nothing is applied"
    case .commit:
      "a shell command to run after the file is written; if it fails, the old content is restored and it runs again"
    case .verbose: "report what can't be used of the form, too"
    case .timeLimit: "the time limit for each CMD (default: 30 s)"
    case .install: "install a catalog from a copy of SchemaStore"
    case .to: "the folder of the installed catalog"
    case .revision:
      "a version, by its number in the log or the first digits of its revision; can be given several times"
    case .before: "the versions from before a day or a time, such as 2026-11-28 or \"2026-11-28 09:30:00\""
    }
  }
}
