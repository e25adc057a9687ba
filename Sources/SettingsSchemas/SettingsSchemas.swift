// # SettingsSchemas
//
// Forms of JSON Schemas that other people wrote. An app whose form the generator writes doesn't compile this module.
//
// **What it promises.** A schema of any draft from 4 on opens, if its text is JSON. A part that can't be used is one warning with its
// location, and only this part falls away. Nothing is fetched: references lead to files and catalogs of this machine.
//
// **Its central types.**
//
// - `SchemaBundler` follows references, and collects the documents into one schema of draft 2020-12. `SchemaDialect` has what differs
//   between the drafts.
// - `SchemaMerger` makes one schema of several that describe one value: `allOf`, siblings of `$ref`, and alternatives. `MergedSchema` is
//   the result.
// - `SourceFormReader` reads that as a form.
//
// **Two answers to two questions.** A schema says which values are valid. A form says what a person sees: which settings there are, and how
// each is edited. A schema of `anyOf`, `if` and `$ref` answers the first question exactly, and the second only by a guess. So both are
// kept:
//
//                         ┌─▶ bundle.source ─────────────────────▶ is the value valid?      exact
//     text ─▶ SchemaBundler
//                         └─▶ SchemaMerger ─▶ SourceFormReader ──▶ what does a row look like?  a simplification
//
// The simplification only has to be useful. If it shows a setting that the schema forbids in this situation, the check says so.
//
// **An example.** `{"anyOf": [{"required": ["image"], "properties": {"image": …}}, {"required": ["build"], "properties": {"build": …}}]}`
// becomes a section with two settings, `image` and `build`. A file with both, or with neither, is judged by the schema as it stands.
//
// **What must never happen.** A form looks simpler than the schema and so refuses a value that the schema allows. A schema that refers to
// itself is expanded without an end.
//
// **Where to start.** `SourceFormReader.form(_:at:documents:)` is the whole way in twenty lines.

// The signatures contain forms and documents.
@_exported public import SettingsValidation
