import Foundation
import Settings

/// An apply, compared with the fewest system calls that replace a file durably, on the same bytes in the same folder.
func runApply() throws -> [Summary.Row] {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-bench-\(getpid())")
    .path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try ([Hundred.self, TenThousand.self] as [any SampleSettings.Type]).flatMap {
    try runApply($0, in: folder)
  }
}

private func runApply<Root: SampleSettings>(_ type: Root.Type, in folder: String) throws -> [Summary.Row] {
  let bytes = try Root.json.bytes(.pretty())
  let index = FormIndex(try Root.form)
  let path = SettingPath(Root.path)
  let (bare, plain, logged) = (
    "\(folder)/bare.json", "\(folder)/plain\(Root.count).json", "\(folder)/logged\(Root.count).json"
  )
  for file in [plain, logged] { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
  let plainStore = try StoreEngine(form: index, layers: SettingsLayers(storage: FileStorage(plain)))
  let loggedStore = try StoreEngine(form: index, layers: SettingsLayers(storage: FileStorage(logged)))
  let memoryStore = try StoreEngine(
    form: index, layers: SettingsLayers(storage: MemoryStorage(String(decoding: bytes, as: UTF8.self))))

  var turn = 0
  func apply(to store: StoreEngine, _ history: ApplyOptions.Recording = .record) throws {
    turn += 1
    var draft = store.draft()
    try draft.stage(.number(JSONNumber(1_000 + turn)), at: path)
    let staged = draft
    try waiting { try await store.apply(staged, options: ApplyOptions(history: history)) }
  }
  var contest = Contest("Applying one change to \(Root.count) settings, \(bytes.count) bytes")
  contest.add("write, fsync, rename, fsync folder") { replace(bare, with: bytes, in: folder) }
  contest.add("StoreEngine, no history", summarizedAs: "apply without history, \(Root.count) settings") {
    try apply(to: plainStore, .skip)
  }
  contest.add(
    "StoreEngine, with its history entry", summarizedAs: "apply with history, \(Root.count) settings"
  ) { try apply(to: loggedStore) }
  contest.add("StoreEngine in memory") { try apply(to: memoryStore) }
  return try contest.run(for: .seconds(3))
}

/// Replaces a file durably with the fewest system calls.
private func replace(_ path: String, with bytes: [UInt8], in folder: String) {
  let temporary = path + ".new"
  let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  precondition(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
  precondition(fsync(file) == 0 && close(file) == 0 && rename(temporary, path) == 0)
  let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  precondition(fsync(directory) == 0 && close(directory) == 0)
}

/// The cost of a commit for observers of other settings.
func runObservers() throws {
  let text = try Hundred.json.text(.pretty())
  let index = FormIndex(try Hundred.form)
  let path = SettingPath(Hundred.path)
  var turn = 0
  var contest = Contest("Applying one change of 100 settings in memory")
  for count in [0, 1_000] {
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage(text)))
    let others = index.settings.map(\.path).filter { $0 != path }
    let streams = try (0..<count).map { try store.changes(of: others[$0 % others.count]) }
    contest.add("\(count) observe other settings") {
      turn += 1
      var draft = store.draft()
      try draft.stage(.number(JSONNumber(1_000 + turn)), at: path)
      let staged = draft
      try waiting { try await store.apply(staged) }
      use(streams)
    }
  }
  try contest.run()
}
