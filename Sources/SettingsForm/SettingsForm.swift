// # SettingsForm
//
// The form: what settings there are, of which types, with which limits, names and help. Its JSON encoding is a JSON Schema. This module has
// the model, its keywords, the check of a value, and rules as data. That is all the generator needs, so apps compile it twice, and it stays
// as small as it can be.
//
// **What it promises.** Form → JSON → form loses nothing. The check is complete for each keyword of drafts 4 to 2020-12: the official suites
// pass. An error names the path, what was found and what was expected, and shows no secret.
//
// **Its central types.** `FormSchema` is a form; `FormSection` and `FormSetting` are its nodes, `FormKind` the types of values.
// `CompiledSchema` is a schema prepared for checking, and `SchemaChecker` checks one value by it. `Secrecy` tells which parts of a value are
// secret; everything that shows a value goes through it. `FormProblem` is what is wrong with a value, and its sentence.
//
// **How data flows.**
//
//     Swift source → (generator) → FormSchema → JSON Schema
//     JSONSchema → CompiledSchema → SchemaChecker + value → FormProblem
//
// **What must never happen.** A schema makes the check take exponential time: effort is counted, and ends with a problem. A value passes
// because a keyword wasn't understood.

// The signatures of a form's API contain values and paths.
@_exported public import SettingsJSON

/// This release, for all programs of the package.
package enum Release {
  /// The version by Semantic Versioning.
  package static let version = "1.0.0"
}
