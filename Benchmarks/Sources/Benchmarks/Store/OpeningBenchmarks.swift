import Foundation
import Settings

func runOpening() throws -> [Summary.Row] {
  try ([Hundred.self, Thousand.self, TenThousand.self] as [any SampleSettings.Type]).flatMap {
    try runOpening($0)
  }
}

/// Reads, validates and decodes content, compared with `JSONDecoder` alone on the same bytes; then prepares the form, which
/// happens once in a process, and only if something needs it.
private func runOpening<Root: SampleSettings>(_ type: Root.Type) throws -> [Summary.Row] {
  let text = try Root.json.text(.pretty())
  let data = Data(text.utf8)
  var edits = JSONEdits()
  edits.set(14, at: SettingPath(Root.path))
  let contents = [Array(text.utf8), try JSONDocument(parsing: Array(text.utf8)).bytes(applying: edits)]
  let storage = MemoryStorage(text)
  // Without a watch, whose thread would read the changed content at the same time.
  let store = try SettingsStore<Root>(storage: storage, hooks: nil, options: StoreOptions(refresh: .manual))
  var turn = 0
  var contest = Contest("Opening \(Root.count) settings, \(data.count) bytes")
  contest.add("JSONDecoder into structs", bytes: data.count) {
    use(try JSONDecoder().decode(Root.self, from: data))
  }
  // The content differs each time, because the store does not validate the same content twice.
  contest.add(
    "read, validate, compare, decode", bytes: data.count,
    summarizedAs: "reading changed content of \(Root.count) settings"
  ) {
    turn += 1
    _ = storage.commit(contents[turn % 2], expecting: storage.read()?.revision)
    try store.untyped.refresh()
    use(store.saved)
  }
  let index = store.untyped.index
  contest.add("StoreEngine: read, validate", bytes: data.count) {
    use(try StoreEngine(form: index, layers: SettingsLayers(storage: storage)))
  }
  contest.add(
    "SettingsStore", bytes: data.count,
    summarizedAs: "opening a typed store of \(Root.count) settings"
  ) {
    use(try SettingsStore<Root>(storage: storage, hooks: nil))
  }
  contest.add("SettingsStore, and the form") {
    let store = try SettingsStore<Root>(storage: storage, hooks: nil)
    use(store.untyped.index)
  }
  contest.add("reading the form") { use(try FormSchema(written: Array(Root.formSource.utf8))) }
  let form = index.form
  contest.add("indexing the form") { use(FormIndex(form)) }
  return try contest.run()
}
