import Foundation
import Settings

func runOpening() throws {
  for size in [Hundred.self, TenThousand.self] as [any SampleSettings.Type] { try runOpening(size) }
}

private func runOpening<Root: SampleSettings>(_ type: Root.Type) throws {
  let text = try Root.json.text(.pretty())
  let data = Data(text.utf8)
  let storage = MemoryStorage(text)
  let index = FormIndex(try FormSchema(parsing: Array(Root.formSource.utf8)))
  var contest = Contest("Opening \(Root.count) settings, \(data.count) bytes")
  contest.add("JSONDecoder into structs", bytes: data.count) {
    use(try JSONDecoder().decode(Root.self, from: data))
  }
  contest.add("FormStore, its form at hand", bytes: data.count) {
    use(try FormStore(form: index, storage: storage))
  }
  contest.add("SettingsStore", bytes: data.count) { use(try SettingsStore<Root>(storage: storage)) }
  contest.add("reading the form") { use(try FormSchema(parsing: Array(Root.formSource.utf8))) }
  let form = index.form
  contest.add("indexing the form") { use(FormIndex(form)) }
  try contest.run()
}
