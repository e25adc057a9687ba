// # SettingsSystem
//
// The only module that imports the C library. Everything above it asks for files, locks, processes, signals and time in terms of Swift, so
// that tests can answer in place of the kernel.
//
// **What it promises.** Each function is one system call, or the few calls that have to be made together. A call that a signal interrupts
// is made again. A failure is a `SystemCallError` with the name of the call and the path; it is never a number, and nothing is logged or
// ignored.
//
// **Its central types.**
//
// - `FileSystem` is the protocol of what can be done with files, by descriptor and not by path, because a path can lead elsewhere a moment
//   later. `POSIXFileSystem` makes the real calls.
// - The tests have a twin in memory that can fail, cut short or crash at any call, and that shows after a crash only what POSIX promises:
//   data that wasn't synchronized can be lost, in any combination.
// - `ProcessLaunch` and `SpawnedProcess` are child processes, `SignalPipe` is signals as bytes, and `SystemThread` is threads for calls
//   that wait long.
// - `ByteStream` reads and writes pipes and terminals without losing bytes.
//
// **How a module above uses it.**
//
//     FileCommit, FileLog, …  ──▶  protocol FileSystem  ◀──  POSIXFileSystem  ──▶  kernel
//     (Settings)                         ▲
//                                        └─────────────────  the twin of the tests: fails or crashes at call n
//
// **How a replacement works.** Write a temporary file in the same folder, synchronize it, exchange it with the file in one step, and
// synchronize the folder:
//
//     step                            the name leads to    if the machine stops now
//     1  create .NAME.new, write      the old file         old content; a leftover with no meaning
//     2  fsync of the new file        the old file         old content
//     3  rename or exchange           the new file         old or new content, each of them whole
//     4  fsync of the folder          the new file         new content
//
// A reader at any moment sees the old file or the new file. No step leaves half of one. Without step 2, a file system may write the name
// before the content, and the name would lead to an empty file after a crash.
//
// **What must never happen.** A lock that another process holds is waited for without a limit; a child process outlives the program that
// started it unnoticed; a descriptor is inherited by a child that doesn't need it.
//
// **Where to start.** `FileSystem.swift` is the list of what the package needs from a kernel. `POSIXFileSystem+Replacing.swift` is the
// simplest complete use of it.
