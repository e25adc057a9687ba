// # SettingsGenCore
//
// The generator: it reads the Swift sources of an app, and writes the form and the code that belongs to it.
//
// **What it promises.** The same sources give the same bytes, whatever the order of the files, and an output whose bytes don't change isn't
// touched. Each error has a file, a line and a column, and says what to write. What the running program would do and what the form says
// agree: a value that can't be known for certain is an error or a note, never a guess.
//
// **Its central types.**
//
// - `Lexer` and `Parser` read declarations and skip the bodies of functions. `FileDeclarations` is what a file declares.
// - `Program` has the files of a target, with `#if` decided; `ProgramLoader` parses only the ones that are needed.
// - `TypeTable` knows what names denote, and which keys are coded. `Evaluator` computes initial values.
// - `FormBuilder` makes the form of a root, and `SwiftEmitter` its code.
//
// **How data flows.** Each folder of the module is a step:
//
//     Syntax     source ─▶ Token ─▶ declarations, comments             one file at a time, no knowledge of types
//     Program    ─▶ annotations; which files; which #if clauses        one target
//     Types      ─▶ what a name denotes, what a value is                as far as it is certain
//     Form       ─▶ FormSection, FormSetting ─▶ GeneratedForm ─▶ JSON Schema and Swift
//     Command    options, plugin, outputs, comparison with an earlier form
//
// **Why not SwiftSyntax or the compiler?** The generator is built and run in each build of each app. SwiftSyntax takes minutes to compile,
// and a macro can't see other files. A parser for declarations alone is small: it doesn't have to understand a single function body, and it
// doesn't have to accept only valid Swift, because the compiler sees the sources right after it.
//
// **What must never happen.** A generated file that lies among the sources changes the next run. Generated code takes more than linear time
// to type-check. A comment that looks like an annotation is ignored silently.
//
// **Where to start.** `Command/Generator.swift` calls the steps in order. Then `Form/FormBuilder+Settings.swift`, where a property becomes
// a setting.
