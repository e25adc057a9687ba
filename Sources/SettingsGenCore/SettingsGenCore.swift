// # SettingsGenCore
//
// The generator: it reads the Swift sources of an app, and writes the form and the code that belongs to it.
//
// **What it promises.** The same sources give the same bytes, whatever the order of the files, and an output whose bytes don't change isn't
// touched. Each error has a file, a line and a column, and says what to write. What the running program would do and what the form says
// agree: a value that can't be known for certain is an error or a note, never a guess.
//
// **Its central types.** `Lexer` and `Parser` read declarations and skip the bodies of functions. `Program` has the files of a target, with
// `#if` decided. `TypeTable` knows what names denote, and which keys are coded. `Evaluator` computes initial values. `FormBuilder` makes the
// form of a root, `SwiftEmitter` its code.
//
// **How data flows.**
//
//     source → Token → declarations → annotations, types, values → GeneratedForm → JSON Schema, Swift
//
// **What must never happen.** A generated file that lies among the sources changes the next run. Generated code takes more than linear time
// to type-check. A comment that looks like an annotation is ignored silently.
