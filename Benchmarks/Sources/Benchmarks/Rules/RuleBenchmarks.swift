import SettingsEditing

/// Rules over pairs of neighboring settings: `s7 <= s8`, as many as there are settings.
func runRules() throws {
  for count in [100, 10_000] {
    let plain = FormIndex(RuledForm.form(settings: count, rules: 0))
    let ruled = FormIndex(RuledForm.form(settings: count, rules: count))
    try runEdits(plain, ruled, count: count)
    try runOpening(plain, ruled, count: count)
  }
}

private func runEdits(_ plain: FormIndex, _ ruled: FormIndex, count: Int) throws {
  let edits = 1_000
  let path: SettingPath = ["s\(count / 2)"]
  var contest = Contest("\(edits) edits of one setting in turn, 2 of \(count) rules depend on it")
  for (name, index) in [("without rules", plain), ("with rules", ruled)] {
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage("{}")))
    var draft = store.draft()
    try draft.stage(3, at: path)
    contest.add(name) {
      for value in 0..<edits { try draft.stage(.number(JSONNumber(value & 1 + 1)), at: path) }
      use(draft)
    }
  }
  try contest.run()

  var first = Contest("The first edit of a draft, which takes a copy of the rules' state, \(count) rules")
  for (name, index) in [("without rules", plain), ("with rules", ruled)] {
    let store = try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage("{}")))
    first.add(name) {
      var draft = store.draft()
      try draft.stage(3, at: path)
      use(draft)
    }
  }
  try first.run()

  let store = try StoreEngine(form: ruled, layers: SettingsLayers(storage: MemoryStorage("{}")))
  var draft = store.draft()
  try draft.stage(-1, at: path)
  var asking = Contest("Asking 1 000 times, \(count) rules")
  asking.add("problems of a setting") { for _ in 0..<1_000 { use(draft.problems(at: path)) } }
  asking.add("whether it is hidden") { for _ in 0..<1_000 { use(draft.isHidden(path)) } }
  asking.add("its trace") { for _ in 0..<1_000 { use(draft.trace(at: path)) } }
  try asking.run()
}

private func runOpening(_ plain: FormIndex, _ ruled: FormIndex, count: Int) throws {
  var contest = Contest("Preparing a form of \(count) settings")
  contest.add("without rules") { use(FormIndex(plain.form)) }
  contest.add("with \(count) rules") { use(FormIndex(ruled.form)) }
  try contest.run()

  var opening = Contest("Opening a store of \(count) settings, none set")
  opening.add("without rules") {
    use(try StoreEngine(form: plain, layers: SettingsLayers(storage: MemoryStorage("{}"))))
  }
  opening.add("with \(count) rules") {
    use(try StoreEngine(form: ruled, layers: SettingsLayers(storage: MemoryStorage("{}"))))
  }
  try opening.run()

  let document = try JSONDocument(parsing: Array("{}".utf8))
  var checking = Contest("Validating a document of \(count) settings, none set")
  for (name, index) in [("without rules", plain), ("with \(count) rules", ruled)] {
    let validator = FormValidator(index)
    checking.add(name) { use(validator.problems(in: document)) }
  }
  try checking.run()
}

private enum RuledForm {
  static func form(settings: Int, rules: Int) -> FormSchema {
    let items = (0..<settings).map { number in
      FormItem.setting(
        FormSetting(key: "s\(number)", title: "S", kind: .integer(NumberLimits()), defaultValue: 0))
    }
    return FormSchema(
      root: FormSection(key: "", title: "Form", items: items),
      rules: (0..<rules).map { number in
        FormRule(
          .require(
            .operation(.lessOrEqual, [.setting(["s\(number)"]), .setting(["s\((number + 1) % settings)"])])))
      })
  }
}
