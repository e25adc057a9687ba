// # SettingsStorageHelper
//
// Storages behind programs. `settings-tui etcd://…` starts `settings-storage-etcd` and exchanges lines of JSON with it, as git does with its
// remote helpers. So a storage can be written in any language, and the editor starts without a networking library.
//
// **What it promises.** A helper that dies, hangs, or writes garbage is an error with the name of the program and what it wrote last. No
// request waits without a limit.
//
// **Its central types.** `HelperStorage` is the storage on the side of the editor; `HelperProcess` starts and ends the program.
// `HelperRequest` and `HelperReply` are the messages. `HelperService` answers requests from any `SettingsStorage`.
