// # SettingsForm
//
// The form: what settings there are, of which types, with which limits, names and help. Its JSON encoding is a JSON Schema. This module has
// the model, its keywords, the check of a value, and rules as data. That is all the generator needs, so apps compile it twice, and it stays
// as small as it can be.
//
// **What it promises.** Form → JSON → form loses nothing. The check is complete for each keyword of drafts 4 to 2020-12: the official
// suites pass. An error names the path, what was found and what was expected, and shows no secret.
//
// **Its central types.**
//
// - `FormSchema` is a form; `FormSection` and `FormSetting` are its nodes, and `FormKind` is the types of values. A `FormShape` is a
//   setting without its names, which many settings share.
// - `JSONSchema` is a schema as it is written: a list of keywords. `CompiledSchema` is the same schema prepared for checking, and
//   `SchemaChecker` checks one value by it. `FormProblem` is what is wrong with a value, and its sentence.
// - `Secrecy` tells which parts of a value are secret. Everything that shows a value goes through it.
// - `TextPattern` is a regular expression that can't hang an app.
//
// **How data flows.** From left to right, at three different times:
//
//     when an app is built     Swift source ─▶ (generator) ─▶ FormSchema ─▶ JSON Schema, FormOutline
//                                                                                │
//     when a store opens       FormOutline.accepts(document)? ── yes ──▶ done: no problem, and no form was read
//                                        │ no
//                              JSON Schema ─▶ FormReader (SettingsValidation) ─▶ FormSchema
//
//     when a value is checked  FormSetting.checks ─▶ CompiledSchema (once) ─▶ SchemaChecker + value ─▶ [FormProblem]
//
// **What must never happen.** A schema makes the check take exponential time: effort is counted, and ends with a problem. A value passes
// because a keyword wasn't understood. A problem, which ends in a log or on a screen, quotes a secret.
//
// **Where to start.** `Model/FormSchema.swift` for the words. Then follow one value: `CompiledSchema.Check` has a case for each way to be
// wrong, and `SchemaChecker.check(_:schema:)` is the loop over them.

// The signatures of a form's API contain values and paths.
@_exported public import SettingsJSON

/// This release, for all programs of the package.
package enum Release {
  /// The version by Semantic Versioning.
  package static let version = "1.0.0"
}
