// # SettingsValidation
//
// From the file of a form to the form, and from a document to its problems. Rules are compiled and evaluated here.
//
// **What it promises.** Opening is linear in the size of the form. A change of one setting checks that setting, and the rules that read it;
// the others keep their results. Each problem has a path and, in a document, a position.
//
// **Its central types.**
//
// - `FormIndex` numbers the settings and sections of a form, and finds them by path. Inside, everything uses the numbers.
//   `FormIndex.listing(_:of:)` adds the members of a document that the form doesn't describe.
// - `FormValidator` checks documents. Its `read(_:)` is how every document comes in: it brings a document of an earlier version up to date
//   (`MigratedDocument`), and finds the problems of the result.
// - `RuleEngine` has the compiled rules, and `RuleState` their results for given values.
// - `ValueDifference` tells how two values differ inside: which element was added, moved, changed.
//
// **How data flows.**
//
//     file of a form ─▶ FormReader ─▶ FormSchema ─▶ FormIndex ──┬── sections, settings, key tables
//                                                               └── RuleCompiler ─▶ RuleEngine
//                                                                                      │
//     stored document ─▶ FormValidator.read ─▶ StepWalk ─▶ FormWalk                    │
//                             │                (moves, conversions) (checks)           ▼
//                             └─▶ MigratedDocument: document, problems ─▶ values ─▶ RuleState
//                                                                              hidden, disabled, derived, violated
//
// **What must never happen.** A form hides a member of the file. A rule that can't be evaluated counts as met without a word. A form with
// rules is used without its rules. A value of an earlier version is dropped, or replaced by a default.
//
// **Where to start.** `Index/FormIndex.swift`, whose positions occur everywhere. Then `Documents/FormWalk.swift` for a check and
// `Rules/RuleState.swift` for an update. `Documents/StepWalk.swift` is the part with the most cases; its overview has an example.

// The signatures of the validation API contain forms.
@_exported public import SettingsForm
