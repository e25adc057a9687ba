// # SettingsCommands
//
// The command line as a library: tests run commands without a process.
//
// **What it promises.** The exit status says what happened: 0 done, 1 refused, 64 usage, 65 not a document, 66 no such file, 73 and 74
// can't write, 75 try again, 69 no terminal. Errors go to the standard error as one sentence; data goes to the standard output. With
// `--json`, scripts get all that people see.
//
// **Its central types.**
//
// - A `Command` has a name, options, a summary and a function; `SettingsTUICommand` selects it.
// - `SettingsFile` finds the form of a file (`SchemaSearch`) and opens the store.
// - `ApplyWorkflow` is what every command does with a draft: review, ask, apply, report.
// - `Console` is the standard streams, or a recording of them.
//
// **How data flows.** For `settings-tui set trend.json calculation.timePeriod=20`:
//
//     words ─▶ Arguments ─▶ SetCommand
//                              │
//              SchemaSearch ─▶ SettingsFile ─▶ UntypedStore ─▶ Draft
//              Assignment  ─▶ path and value ─────────────────▶ stage
//                                                                │
//                              ApplyWorkflow:  review ─▶ refused? ─▶ ask ─▶ apply ─▶ report ─▶ Console
//                                                               └ exit 1     └ commands of --prepare and --commit
//
// All that can be wrong with the arguments is found before the first question and before any command runs.
//
// **A command that doesn't end.** `--confirm-within` must roll back even if this process is killed, so a background process waits for the
// deadline (`Watcher`). A signal during an apply first ends the running command and restores the old content (`Interruption`).
//
// **What must never happen.** A command changes a file that it couldn't review. A form that is missing stops a rollback. A misspelled word
// becomes a new setting.
//
// **Where to start.** `Commands/SetCommand.swift` is a complete command; `Files/ApplyWorkflow.swift` is the rest of it.
