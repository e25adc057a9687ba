// # TestSupport
//
// What several test targets share, and the map of the tests.
//
// **Which kind of test a change needs.** The quickest that can fail for it:
//
// - A decision (what is valid, what a draft becomes, what a screen shows) is a value. Tests call it with values and compare the result;
//   they touch no file and no terminal. Most tests are of this kind.
// - An effect is behind a protocol: `FileSystem`, `SettingsStorage`, `StandardStreams`, `SettingsParticipant`. A test passes a stand-in
//   that fails, waits or records. It can fail at every call in turn, which no real file system does.
// - What only a whole process has (signals, exit statuses, two processes at one file, a terminal) is tested with the built programs, in
//   `CommandLineTests`.
//
// **The targets.** Each library has a target of its name. Beside them:
//
//     GeneratedFixtureTests, PublicFixtureTests   apps that the plugin generates code for, as in a user's package
//     RuleBookTests                               rules in Swift, compared with the same rules as data
//     CommandLineTests                            the built programs, with real files, terminals, users and faults
//     ApplyLoop                                   a program that applies through the library, for races with the command line
//     FaultInjection                              a C library that is preloaded to make the Nth system call fail
//     Fixtures                                    files that earlier versions have stored, which every later version must read
//
// **The stand-ins, by what they stand in for.**
//
//     a disk that loses what wasn't synchronized    SimulatedDisk, SimulatedFileSystem     SettingsTests/FileSystem
//     a kernel whose calls fail                     FaultInjection                         CommandLineTests/Faults
//     other programs that save the file             OtherEditor, RandomTree                CommandLineTests/Neighbors, …Tests/Watching
//     an app that takes part in an apply            RecordingParticipant, StepParticipant  SettingsTests/Apply, SettingsEtcdTests/Support
//     an app with rows of its own                   AppForm.Hooks                          SettingsTUITests/AppRows
//     somebody at the editor                        EditorDriver, PlainDriver              SettingsTUITests/Editor, SettingsTUITests/Plain
//     somebody at a terminal                        Screen (tmux), Pty (exact bytes)       CommandLineTests/Support
//     the streams of a command                      RecordedStreams                        SettingsCommandsTests/Support
//     another user                                  OtherUser                              CommandLineTests/Support
//     etcd, and a network that loses replies        EtcdCluster, FaultProxy                TestSupport, SettingsEtcdTests/Support
//     another implementation                        Python, PlainSearch, PlainApply,       TestSupport, SettingsTUITests/Search,
//                                                   EditModel, JSONPatch                   SettingsTests, SettingsJSONTests
//
// **Random tests** draw from `SeededRandom`, and name the seed in their failure. They need something to compare with: an independent
// program (`Python`), the same rules in their simplest form (`PlainSearch`), or a property, such as that nothing that was stored is lost.
//
// **Golden files** are whole screens and outputs as text. `SETTINGS_RECORD` writes the screens again, `SETTINGS_GEN_UPDATE` the outputs of
// the generator; look at the difference before you commit it.
//
// **Waiting.** A test never sleeps for a time that should be enough. It waits for an event, or polls for a condition with a generous limit
// (`waitUntil`, `Screen.wait`), since a busy machine can take seconds for what takes milliseconds here. Limits of time are about processor
// time (`ProcessorTime`).
