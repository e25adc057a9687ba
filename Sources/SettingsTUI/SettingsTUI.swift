// # SettingsTUI
//
// The editor. It renders into a grid of cells, so that tests compare whole screens without a terminal; curses paints the grid.
//
// **What it promises.** A key press is answered within one frame at 100 000 settings. Control characters of values are shown, never obeyed.
// The terminal is restored after any exit. Staged edits survive a crash and a lost connection.
//
// **Its central types.** `EditorCore` has the draft, the outline and the search; it makes every edit, for the screens and for `--plain`.
// A `Screen` turns commands into actions and draws itself. `ScreenEditor` is the stack of screens, without a terminal. `EditorSession` runs
// it: it reads keys, performs effects, and paints.
//
// **How data flows.**
//
//     bytes → KeyDecoder → Key → KeyMap → command → Screen → EditorAction → EditorCore → Draft
//     Draft → Outline → Screen → Frame → Grid → Terminal → bytes
//
// **What must never happen.** A key that was typed before a question was seen answers it. A secret is painted. A slow storage stops the
// loop.
