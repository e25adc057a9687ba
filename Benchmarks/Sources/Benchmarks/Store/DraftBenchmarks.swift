import Settings

func runStaging() throws {
  try forEachSize { try runStaging($0) }
}

private func runStaging<Root: SampleSettings>(_ type: Root.Type) throws {
  let text = try Root.json.text(.pretty())
  let store = try FormStore(form: FormIndex(try Root.form), storage: MemoryStorage(text))
  let path = SettingPath(Root.path)
  let edits = 1_000
  var contest = Contest("Staging \(edits) edits of one setting in turn, of \(Root.count)")
  contest.add("Draft") {
    var draft = store.draft()
    for value in 0..<edits { draft.stage(.number(JSONNumber(value)), at: path) }
    use(draft)
  }
  try contest.run()

  var draft = store.draft()
  draft.stage(99, at: path)
  var review = Contest("Reviewing one change, of \(Root.count)")
  review.add("Draft") { use(draft.review()) }
  try review.run()
}
