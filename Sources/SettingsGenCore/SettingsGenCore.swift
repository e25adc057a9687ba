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
//     Annotations ─▶ what comments say, by one table
//     Program    ─▶ whose annotations they are; which files; which #if clauses        one target
//     Types      ─▶ what a name denotes, what a value is                as far as it is certain
//     Form       ─▶ FormSection, FormSetting ─▶ GeneratedForm ─▶ JSON Schema and Swift
//     Command    options, plugin, outputs
//
// **An example.** One property on its way through the folders:
//
//     // setting: range = 1...30, unit = "days"
//     var timePeriod = 7
//
//     Syntax     PropertyDeclaration: name, value and comments as ranges of bytes
//     Annotations Annotation range = 1...30, Annotation unit = "days"
//     Types      no type is stated, and the literal is an Int; its value in a document is 7
//     Form       FormSetting: key timePeriod, title "Time Period", integer 1...30, unit days, default 7
//                JSON Schema: "timePeriod": { "type": "integer", "minimum": 1, "maximum": 30, "default": 7, … }
//                Swift: the key path \.timePeriod with the path /timePeriod
//
// **What it costs.** Each build of an app that has changed a Swift file runs it. A file without settings is searched for a few words and
// not parsed; 300 files of 2.2 MB take 40 ms if the generator is optimized. A form has at most `FormBuilder.maximumCount` settings.
//
// **What is certain.** A reader of the form, such as an editor, takes a default in it for the app's default. So whatever may be
// different in the running program is left out: calls of functions, values that the platform computes, types that code
// themselves. A note says so at the declaration, and the running program adds what it knows (`SettingsRoot`). `TruthTests`
// compiles programs and compares.
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
