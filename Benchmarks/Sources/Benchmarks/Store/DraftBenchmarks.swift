import SettingsEditing

func runStaging() throws {
  try forEachSize { try runStaging($0) }
  try runReviews()
}

private func runStaging<Root: SampleSettings>(_ type: Root.Type) throws {
  let text = try Root.json.text(.pretty())
  let store = try StoreEngine(
    form: FormIndex(try Root.form), layers: SettingsLayers(storage: MemoryStorage(text)))
  let path = SettingPath(Root.path)
  let edits = 1_000
  var contest = Contest("Staging \(edits) edits of one setting in turn, of \(Root.count): ms are µs an edit")
  contest.add("Draft, by path") {
    var draft = store.draft()
    for value in 0..<edits { try draft.stage(.number(JSONNumber(value)), at: path) }
    use(draft)
  }
  contest.add("FormViewModel, by path") {
    try MainActor.assumeIsolated {
      let model = FormViewModel(store)
      for value in 0..<edits { try model.stage(.number(JSONNumber(value)), at: path) }
      use(model)
    }
  }
  contest.add("FormViewModel, reading by path") {
    MainActor.assumeIsolated {
      let model = FormViewModel(store)
      for _ in 0..<edits { use(model.value(at: path)) }
    }
  }
  // The values of a root of 100 000 settings are too large for the stack of a thread.
  if Root.count <= 10_000 {
    let typed = try SettingsStore<Root>(storage: MemoryStorage(text), hooks: nil)
    contest.add("SettingsViewModel, typed") {
      MainActor.assumeIsolated {
        let model = SettingsViewModel(typed)
        let keyPath = Root.keyPath
        for value in 0..<edits { model[keyPath] = value }
        use(model)
      }
    }
  }
  try contest.run()
}

private func runReviews() throws {
  var form = try TenThousand.form
  try runReviews(of: form, "")
  // A form with this rule is validated as a whole.
  form.root.otherKeywords["minProperties"] = .count(.minProperties, 1)
  try runReviews(of: form, ", a keyword at the root")
}

private func runReviews(of form: FormSchema, _ note: String) throws {
  let text = try TenThousand.json.text(.pretty())
  let store = try StoreEngine(form: FormIndex(form), layers: SettingsLayers(storage: MemoryStorage(text)))
  let numbers = store.index.settings.filter { $0.path.keys.last == "retryCount" }.map(\.path)
  var contest = Contest("Reviewing changes of a draft of \(store.index.settings.count)\(note)")
  for count in [1, 10, 100, 1_000] {
    var draft = store.draft()
    for place in 0..<count { try draft.stage(4, at: numbers[place * numbers.count / count]) }
    let staged = draft
    contest.add("\(count) changed") {
      // A review is kept until something else is staged.
      var draft = staged
      try draft.stage(5, at: numbers[0])
      use(draft.review())
    }
  }
  try contest.run()
}
