// # SettingsCommands
//
// The command line as a library: tests run commands without a process.
//
// **What it promises.** The exit status says what happened. Errors go to the standard error as one sentence; data goes to the standard
// output. With `--json`, scripts get all that people see.
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
//              SchemaSearch ─▶ SettingsFile ─▶ StoreEngine ─▶ Draft
//              Assignment  ─▶ path and value ─────────────────▶ stage
//                                                                │
//                              ApplyWorkflow:  review ─▶ refused? ─▶ ask ─▶ apply ─▶ report ─▶ Console
//                                                               └ exit 1     └ commands of --prepare and --commit
//
//     $ settings-tui set app.json network.port=9090
//     network.port: 8080 → 9090                                                             standard output, exit status 0
//     $ settings-tui set app.json network.port=99999
//     settings-tui: app.json: error: network.port: Use 65535 or less instead of 99999.      standard error, exit status 1
//
// All that can be wrong with the arguments is found before the first question and before any command runs.
//
// **What goes where.** Scripts depend on three things, so each has one place: the result is written by `Console.print`, everything else by
// `Console.report`, and the exit status comes from the initializers of `Failure`, which name every error of the layers below. No command
// calls `exit` or writes to a stream.
//
//     0    done, also if there was nothing to do          69   no terminal for the editor
//     1    refused: by the form, a rule, a participant,   73   the file may not be written
//          a lock, another version, or an answer          74   the system could not read or write
//     64   the words make no sense                        75   the same command may work in a moment
//     65   a document, a form or a plan can't be read     128+N in a shell: signal N has ended the program
//     66   there is no such file
//
// **How to add a command.** Write a type with the requirements of `Command`, whose `run` ends with an `ApplyWorkflow` if it changes
// something; put it into `CommandList.all`; and describe it in the manual page, which a test compares with the list. The help, the check
// of the words and the completion follow from its `Operand`s and options; a new kind of operand is completed in `Completion`.
//
// **The folders**, each of which uses only the ones before: `Console` is words, streams and failures, and opens no file. `Schemas` finds
// forms. `Files` opens stores and applies changes. `Commands` has a file for each command or two.
//
// **A command that doesn't end.** `--confirm-within` must roll back even if this process is killed, so a background process waits for the
// deadline (`Watcher`). A signal during an apply first ends the running command and restores the old content (`Interruption`).
//
// **What must never happen.** A command changes a file that it couldn't review. A form that is missing stops a rollback. A misspelled word
// becomes a new setting.
//
// **Where to start.** `Commands/SetCommand.swift` is a complete command; `Files/ApplyWorkflow.swift` is the rest of it.
