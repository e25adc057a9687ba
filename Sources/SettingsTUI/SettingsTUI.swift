// # SettingsTUI
//
// The editor. It renders into a grid of cells: tests compare whole screens without a terminal, and curses paints the grid.
//
// **What it promises.** A key press is answered within one frame at 100 000 settings. Control characters of values are shown, never obeyed.
// The terminal is restored after any exit. Staged edits survive a crash and a lost connection.
//
// **Its central types.**
//
// - `EditorCore` has the draft, the outline and the search. It makes every edit, for the screens and for `--plain`.
// - A `Screen` turns commands into actions and draws itself. It changes nothing but itself, so a command can be tried on a copy of it. Most
//   screens are a `ListScreen`: rows that a query filters.
// - `ScreenEditor` is the stack of screens, without a terminal: events go in, effects and frames come out. Tests drive this.
// - `EditorSession` is the loop around it: it reads keys, performs effects, and paints. `EditorWork` is what it shares with `PlainSession`,
//   the loop of `--plain`: applies, functions of the app, recovery, events of the store.
//
// **How data flows.** Down with a key, and back up with a frame:
//
//     terminal ─bytes─▶ KeyDecoder ─Key─▶ KeyMap ─Command─▶ Screen ─EditorAction─▶ ScreenEditor ─DraftEdit─▶ EditorCore ─▶ Draft
//                                                                                     │                                     │
//                                                                                     └─ EditorEffect ─▶ EditorSession      │
//                                                                                        (store, run, copy, suspend)        │
//     terminal ◀─bytes─ curses ◀─cells─ Grid ◀─ Frame ◀─ Screen.draw ◀─ Outline, rows ◀─────────────────────────────────────┘
//
// For `j` in the list of settings: the byte 6A is `Key("j")`, which is `moveDown` in the key map of that place; the screen moves the focus
// of its `ListState` by a row; the next frame differs from the last one in two rows and in the help of the focused setting; curses sends
// the cells that differ.
//
// Nothing is told that it has changed. After each event, the top screen draws all of what is visible from the current state, and the frame
// is compared with the last frame.
//
// **What it costs.** A frame draws the visible rows only. What takes longer runs in a task beside the loop (an apply, hooks of the app),
// or in small parts between two keys (the index of the search). With 10 000 settings, a key press takes less than a millisecond; see
// `Documentation/Performance.md`.
//
// **What must never happen.** A key that was typed before a question was seen answers it. A secret is painted. A slow storage stops the
// loop.
//
// **Where to start.** `Editor/EditorSession.swift`, the loop; then `Editor/ScreenEditor.swift`, whose `perform(_:)` is the list of all that
// a screen can ask for. `Screens/LinesScreen.swift` is the smallest screen. `Plain/PlainSession.swift` is the other front end, on the same
// core.

// An app with the editor has the models that its screens work on.
@_exported public import SettingsEditing
