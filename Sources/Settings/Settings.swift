// # Settings
//
// What an app imports: typed settings in a file, staged, reviewed and applied like a transaction.
//
// **What it promises.** An apply stores all of a draft's changes or none of them, durably, and exactly once, whatever other programs do to
// the file at the same time, and wherever the machine stops. Each version can be restored. An app starts with valid values, or says what to
// do about the others.
//
// **Its central types.** `SettingsStore` is the typed front of `UntypedStore`, the one engine that apps, the editor and the command line
// share. A `Snapshot` is the stored document as it was read, with its problems and the results of rules; it never changes. A `Draft` lays
// staged changes over a snapshot. A `Review` lists what an apply of a draft would do. A `SettingsStorage` keeps the document and its log.
//
// **How data flows.**
//
//     storage → Snapshot → values, saved, observers
//     Snapshot + edits → Draft → Review → ApplyPhase → storage → Snapshot
//
// **What must never happen.** A change of another program is lost. An observer hears of something that wasn't committed. A confirmation
// that expired stays applied. A secret appears in a review, a log or an error.

// An app that imports `Settings` gets the form and the document, and the errors and times of the system.
@_exported public import SettingsSystem
@_exported public import SettingsValidation
