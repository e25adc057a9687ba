// # SettingsSchemas
//
// Forms of JSON Schemas that other people wrote. An app whose form the generator writes doesn't compile this module.
//
// **What it promises.** A schema of any draft from 4 on opens, if its text is JSON. A part that can't be used is one warning with its
// location, and its values are edited as JSON. Nothing is fetched: references lead to files and catalogs of this machine.
//
// **Its central types.** `SchemaBundler` follows references, and collects the documents into one schema of draft 2020-12.
// `SchemaMerger` makes one schema of those that describe one value: `allOf`, siblings of `$ref`, and alternatives.
// `SourceFormReader` reads that as a form. The validity of values is still judged by the schema as it was written.
//
// **How data flows.**
//
//     text → SchemaDialect → SchemaBundler → SourceSchema → SchemaMerger → SourceFormReader → FormSchema
//
// **What must never happen.** A form looks simpler than the schema and so refuses a value that the schema allows. A schema that refers to
// itself is expanded without an end.

// The signatures contain forms and documents.
@_exported public import SettingsValidation
