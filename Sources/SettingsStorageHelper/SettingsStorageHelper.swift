// # SettingsStorageHelper
//
// Storages behind programs. `settings-tui etcd://…` starts `settings-storage-etcd` and exchanges lines of JSON with it, as git does with
// its remote helpers. So a storage can be written in any language, and the editor starts without a networking library.
//
// **What it promises.** A helper that dies, hangs, or writes garbage is an error with the name of the program and what it wrote last. No
// request waits without a limit.
//
// **Its central types.**
//
// - `HelperStorage` is the storage on the side of the editor. `HelperClient` sends its requests, and starts the program again if it has
//   ended; `HelperProcess` starts and ends the program.
// - `HelperRequest` and `HelperReply` are the messages.
// - `HelperService` is the other side: it answers requests from any `SettingsStorage`.
//
// **How data flows.**
//
//     editor                                              program, one for each address
//     StoreEngine ─▶ HelperStorage ─▶ HelperClient ─▶ {"id":3,"request":"read"}        ─▶ HelperService ─▶ storage
//                                               ◀──── {"id":3,…}                       ◀─
//                                               ◀──── a line without a request: something has changed
//
// Requests have numbers: several can be on their way. `Documentation/StorageHelpers.md` has the protocol.
//
// **What must never happen.** A commit whose reply was lost is reported as failed. A program that was started stays behind when the editor
// ends.
//
// **Where to start.** `HelperRequest.swift`, the list of requests; then `HelperService.swift`.
