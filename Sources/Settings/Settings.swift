// # Settings
//
// What an app imports: typed settings in a file, staged, reviewed and applied like a transaction.
//
// **What it promises.** An apply stores all of a draft's changes or none of them, durably, and exactly once, whatever other programs do to
// the file at the same time, and wherever the machine stops. Each version can be restored. An app starts with valid values, or says what to
// do about the others.
//
// **Its central types.**
//
// - `StoreEngine` is the one engine that apps, the editor and the command line share. `SettingsStore` is its typed front.
// - A `Snapshot` is the stored document as it was read, with its problems and the results of rules; it never changes. A `Draft` lays staged
//   changes over a snapshot. A `FormReview` lists what an apply of a draft would do.
// - A `SettingsStorage` keeps the document and its log. `FileStorage` is the one that most apps use.
// - `ApplyPhase` is an apply, and `ConfirmationPhase` what may follow it.
//
// **How data flows.**
//
//                   FileStorage.read                         values, saved ──▶ the app
//     file ───────────────────────────▶ Snapshot ──────────▶ changes(of:) ──▶ observers
//       ▲                                   │
//       │                                   │ + staged edits
//       │                                   ▼
//       │                                 Draft ──────────▶ Review ──▶ a person decides
//       │                                   │
//       │  FileCommit                       ▼
//       └───────────────── ApplyPhase: validate ▶ prepare ▶ persist ▶ commit
//                                              participants      participants
//
// Below the file lie other layers (`LayerStack`): defaults, files of the system, the environment, options. They are read into the same
// snapshot, and never written.
//
// **Locks.** A store's state is behind one lock. Files are read under another one, so nobody who only wants a value waits for a disk.
// Observers are notified while the state is locked. Therefore they hear of commits in order; all that happens there is that an element is
// put into a stream. A storage's own lock, a file in the hidden folder, excludes other processes for the time of a commit.
//
// **What must never happen.** A change of another program is lost. An observer hears of something that wasn't committed. A confirmation
// that expired stays applied. A secret appears in a review, a log or an error.
//
// **Where to start.** `Apply/ApplyPhase.swift` has the phases as a state machine, and `Store/StoreEngine+Apply.swift` runs them. For what
// is on the disk: `Storage/File/FileLog.swift`, then `FileCommit.swift`. For confirmations: `Apply/ConfirmationLog.swift`, then
// `Store/StoreEngine+Confirmation.swift`.

// An app that imports `Settings` gets the form and the document, and the errors and times of the system.
@_exported public import SettingsSystem
@_exported public import SettingsValidation
