import SettingsEditing
import SettingsSchemas
import SettingsSystem
import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary folder for one test.
private final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/settings-recovery-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in (try? POSIXFileSystem().names(inFolder: path)) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }
}

@MainActor
@Suite("Changes that survive the end of the editor")
struct RecoveryTests {
  private let period: SettingPath = ["calculation", "timePeriod"]
  private let place = "/home/ann/settings.json"

  private func record(_ model: FormViewModel, time: Int64 = 1_000_000) -> RecoveryRecord {
    RecoveryRecord(model.review(), in: model.index, file: place, time: time)
  }

  @Test("A record contains every change except secrets, and is read back unchanged")
  func record() throws {
    let model = try TestForm.model(#"{"network": {"host": "a", "password": "old"}}"#)
    try model.stage(.number(JSONNumber(8)), at: period)
    try model.stage(.string("hunter2"), at: ["network", "password"])
    try model.stage(.null, at: ["language"])
    try model.reset(["network", "host"])
    let record = record(model)
    #expect(record.changes.count == 3 && record.secrets == [["network", "password"]])
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("hunter2"))
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("old"))
    #expect(RecoveryRecord(record.bytes) == record)
  }

  @Test(
    "Other content isn't read as a record",
    arguments: ["", "{}", "[]", #"{"version": 2}"#, #"{"version": 1, "file": "a"}"#])
  func damaged(_ text: String) {
    #expect(RecoveryRecord(Array(text.utf8)) == nil)
  }

  @Test("The oldest leftover is offered first, so of two restored ones the newer counts")
  func order() throws {
    let folder = RecoveryFolder(path: try TemporaryFolder().path)
    let model = try TestForm.model()
    try model.stage(.number(JSONNumber(8)), at: period)
    for time in [3, 1, 2] as [Int64] {
      #expect(folder.file(for: place).write(record(model, time: time).bytes) == nil)
    }
    #expect(folder.leftovers(of: place).map(\.record.time) == [1, 2, 3])
  }

  @Test(
    "A file is a leftover as soon as its editor is gone, only for its owner, and only for its settings file")
  func leftovers() throws {
    let temporary = try TemporaryFolder()
    let folder = RecoveryFolder(path: temporary.path)
    let model = try TestForm.model()
    try model.stage(.number(JSONNumber(8)), at: period)
    var file: RecoveryFile? = folder.file(for: place)
    #expect(try #require(file).write(record(model, time: 1).bytes) == nil)
    #expect(try #require(file).write(record(model, time: 2).bytes) == nil)
    let path = try #require(file?.path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(folder.leftovers(of: place).isEmpty)
    file = nil
    #expect(folder.leftovers(of: place).map(\.record.time) == [2])
    #expect(folder.leftovers(of: place + "2").isEmpty)
    for leftover in folder.leftovers(of: place) { folder.remove(leftover) }
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).isEmpty)
  }

  @Test("An editor without staged changes leaves no file")
  func removed() throws {
    let temporary = try TemporaryFolder()
    let model = try TestForm.model()
    let created = RecoveryKeeper(
      RecoveryFolder(path: temporary.path), settingsFile: place,
      record: { RecoveryRecord(model.review(), in: model.index, file: $0, time: $1) }, onFailure: { _ in })
    let keeper = try #require(created)
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).isEmpty)
    try model.stage(.number(JSONNumber(8)), at: period)
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).count == 1)
    model.discard()
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).isEmpty)
  }

  @Test("A folder that can't be created is an error, and the draft isn't reported as saved")
  func unwritable() throws {
    let model = try TestForm.model()
    try model.stage(.number(JSONNumber(8)), at: period)
    let created = RecoveryKeeper(
      RecoveryFolder(path: "/dev/null/x"), settingsFile: place,
      record: { RecoveryRecord(model.review(), in: model.index, file: $0, time: $1) }, onFailure: { _ in })
    let keeper = try #require(created)
    #expect(!keeper.saveNow())
    let error = RecoveryFolder(path: "/dev/null/x").file(for: place).write(Array("{}".utf8))
    #expect(error?.code == ENOTDIR)
  }

  private func offer(_ record: RecoveryRecord, to model: FormViewModel) -> (EditorDriver, Bool) {
    let driver = EditorDriver(model, start: period)
    let isOffered = driver.editor.offer(RecoveryFolder.Leftover(path: "/tmp/none", record: record))
    return (driver, isOffered)
  }

  @Test("Restoring stages everything as one step, names the missing secrets, and removes the file")
  func restoring() async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    try old.stage(.string("hunter2"), at: ["network", "password"])
    try old.reset(["network", "host"])
    let model = try TestForm.model()
    let (driver, isOffered) = offer(record(old), to: model)
    #expect(isOffered)
    await driver.send(.resized)
    #expect(driver.text.contains("3 unsaved changes from 1970-01-12"))
    #expect(driver.words.contains("type it again"))
    await driver.press(Key("r"))
    #expect(model.stagedCount == 2 && model.value(at: period) == .number(JSONNumber(8)))
    #expect(driver.effects.count == 1)
    await driver.press(Key("u"))
    #expect(!model.hasChanges)
  }

  @Test(
    "Discarding stages nothing, and removes the file when the editor is left; not now keeps it",
    arguments: [true, false])
  func discarding(_ discards: Bool) async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    let (driver, _) = offer(record(old), to: try TestForm.model())
    await driver.press(Key(discards ? "d" : "n"))
    #expect(driver.effects.isEmpty && !driver.model.hasChanges)
    await driver.press(Key("q"))
    let leftover = RecoveryFolder.Leftover(path: "/tmp/none", record: record(old))
    #expect(driver.effects == (discards ? [.removeRecovery([leftover]), .close] : [.close]))
  }

  @Test("Undo after discarding asks again")
  func undoingDiscard() async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    let (driver, _) = offer(record(old), to: try TestForm.model())
    await driver.press(Key("d"))
    #expect(driver.words.contains("Discarded; u asks again, until you leave the editor."))
    await driver.press(Key("u"))
    #expect(driver.words.contains("1 unsaved change from"))
    await driver.press(Key("r"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(8)))
  }

  @Test("The question shows each change with the value that the setting has now")
  func shownChanges() async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    try old.reset(["network", "host"])
    let (driver, _) = offer(record(old), to: try TestForm.model())
    await driver.resize(120, 30)
    #expect(driver.words.contains("calculation.timePeriod: 7 days → 8 days"))
    #expect(driver.words.contains("network.host: 10.0.0.1 → example.org (default)"))
  }

  @Test("Keys that were typed before the question was seen answer nothing")
  func typeAhead() async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    let (driver, _) = offer(record(old), to: try TestForm.model())
    driver.readsQuestions = false
    await driver.press(Key("d"), Key(.enter), Key(.escape))
    await driver.paste("d")
    #expect(driver.words.contains("1 unsaved change from"))
    #expect(driver.effects.isEmpty && !driver.model.hasChanges)
    // While it doesn't take keys, it shows none.
    #expect(!driver.text.contains("Enter Press"))
    driver.editor.seeQuestion()
    await driver.press(Key("r"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(8)))
  }

  @Test("A key that arrived together with the one that opens a question doesn't discard anything")
  func typeAheadOfOwnQuestion() async throws {
    let driver = EditorDriver(try TestForm.model(), start: period)
    await driver.press(Key("+"))
    await driver.send(.input([.key(Key("q")), .key(Key("d"))]))
    #expect(driver.editor.outcome == nil && driver.model.hasChanges)
    await driver.press(Key("d"))
    #expect(driver.editor.outcome != nil && !driver.model.hasChanges)
  }

  @Test("Changes that were stored since are not offered, and other stored values are reported")
  func changedInTheMeantime() async throws {
    let old = try TestForm.model()
    try old.stage(.number(JSONNumber(8)), at: period)
    try old.stage(.string("b"), at: ["network", "host"])
    let record = record(old)
    let same = try TestForm.model(#"{"calculation": {"timePeriod": 8}, "network": {"host": "b"}}"#)
    #expect(!offer(record, to: same).1)
    let other = try TestForm.model(#"{"network": {"host": "c"}}"#)
    let (driver, isOffered) = offer(record, to: other)
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("other values for network.host"))
  }

  @Test("Changes of settings that the form no longer has are reported as lost")
  func otherForm() async throws {
    let change = RecoveryRecord.Change(path: ["gone"], value: .bool(true), base: nil)
    let known = RecoveryRecord.Change(path: period, value: .number(JSONNumber(9)), base: nil)
    let model = try TestForm.model()
    let (driver, isOffered) = offer(
      RecoveryRecord(file: place, time: 1, changes: [change, known], secrets: []), to: model)
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("can't be made anymore"))
  }

  @Test("What was left out of the review stays left out after a recovery")
  func leftOut() async throws {
    let old = EditorDriver(try TestForm.model(), start: period)
    try old.model.stage(.number(JSONNumber(8)), at: period)
    try old.model.stage("b", at: ["network", "host"])
    try old.model.stage(["red", "black", "blue"], at: ["display", "colors"])
    let changes = old.model.review().changes
    let colors = try #require(changes.first { $0.path == ["display", "colors"] })
    let part = try #require(colors.parts.first)
    old.editor.core.reviewChoices.leaveOut([.setting(["network", "host"]), .part(part.id)], of: changes)
    let record = try #require(
      RecoveryRecord(old.editor.core.recoveryRecord(file: place, time: 1).bytes))
    #expect(record.leftOut == [.setting(["network", "host"]), .part(part.id)])

    let (driver, _) = offer(record, to: try TestForm.model())
    await driver.resize(120, 40)
    #expect(
      driver.words.contains("What was left out of the review stays left out: display.colors, network.host."))
    await driver.press(Key("r"), Key("s"))
    #expect(driver.words.contains("[ ] Host") && driver.words.contains("[✓] Time Period"))
    await driver.press(Key("s"))
    #expect(driver.model.savedValue(at: period) == .number(JSONNumber(8)))
    #expect(driver.model.savedValue(at: ["network", "host"]) == "10.0.0.1")
    #expect(driver.model.isStaged(["display", "colors"]))
  }

  @Test("If the stored value of a part that was left out has changed, the whole change is left out")
  func leftOutPartOfOtherValue() async throws {
    let colors: SettingPath = ["display", "colors"]
    let old = EditorDriver(try TestForm.model(#"{"display": {"colors": ["red", "blue"]}}"#), start: period)
    try old.model.stage(["black", "blue", "white"], at: colors)
    let changes = old.model.review().changes
    let part = try #require(changes.first?.parts.first)
    old.editor.core.reviewChoices.leaveOut([.part(part.id)], of: changes)
    let record = old.editor.core.recoveryRecord(file: place, time: 1)
    let (driver, _) = offer(record, to: try TestForm.model(#"{"display": {"colors": ["pink"]}}"#))
    await driver.press(Key("r"))
    let core = driver.editor.core
    #expect(core.reviewChoices.leftOut(of: core.model.review().changes) == [.setting(colors)])
  }

  @Test("A record without what was left out is read")
  func olderRecord() throws {
    let text = #"{"version": 1, "file": "/a", "time": 1, "changes": [{"path": "/language"}], "secrets": []}"#
    let record = try #require(RecoveryRecord(Array(text.utf8)))
    #expect(record.changes.count == 1 && record.leftOut.isEmpty && record.text == nil)
  }

  @Test(
    "Text from the person's own editor that can't be staged is kept when the editor is terminated, and opens again"
  )
  func unstagedText() async throws {
    let old = EditorDriver(try TestForm.model(), start: period)
    await old.press(Key("E"))
    let wrong = old.given.replacing(#"// "timePeriod": 7"#, with: #""timePeriod": seven"#)
    await old.finishEditing(wrong, failure: "“vi” was ended by signal 1.")
    await old.send(.ended(signal: 1))
    #expect(old.editor.outcome?.hasUnstagedText == true)
    let record = try #require(
      RecoveryRecord(old.editor.core.recoveryRecord(file: place, time: 1).bytes))
    #expect(record.text == UnstagedText(path: nil, text: wrong) && !record.isEmpty)

    let (driver, isOffered) = offer(record, to: try TestForm.model())
    #expect(isOffered)
    await driver.send(.resized)
    #expect(driver.words.contains("Text from your editor"))
    await driver.press(Key("r"))
    #expect(driver.given == wrong && driver.editor.core.unstagedText?.text == wrong)
    await driver.finishEditing(wrong.replacing("seven", with: "9"))
    #expect(driver.model.value(at: period) == .number(JSONNumber(9)))
    #expect(driver.editor.core.unstagedText == nil)
  }

  @Test("Text of one value is kept until it is given up")
  func unstagedValue() async throws {
    let driver = EditorDriver(try TestForm.model(), start: period)
    await driver.press(Key("e"))
    await driver.finishEditing("99\n")
    #expect(driver.editor.core.unstagedText?.path == period)
    let record = driver.editor.core.recoveryRecord(file: place, time: 1)
    #expect(RecoveryRecord(record.bytes) == record)
    await driver.press(Key("g"))
    #expect(driver.editor.core.unstagedText == nil)
  }

  @Test("The removal of a section that the form doesn't describe is restored, with other changes as one step")
  func removal() async throws {
    let text = #"{"unknown": {"deep": 1}, "network": {"host": "a"}}"#
    let old = try TestForm.model(text)
    old.removeUndescribed(at: ["unknown"])
    let alone = record(old)
    try old.stage(.number(JSONNumber(8)), at: period)
    for (record, count) in [(alone, 1), (record(old), 2)] {
      let model = try TestForm.model(text)
      let (driver, isOffered) = offer(record, to: model)
      #expect(isOffered)
      await driver.resize(120, 30)
      #expect(driver.words.contains("→ (not set)") && !driver.text.contains("can't be made"))
      await driver.press(Key("r"))
      #expect(driver.model.stagedCount == count && driver.model.isStaged(["unknown"]))
      await driver.press(Key("u"))
      #expect(!driver.model.hasChanges)
    }
  }

  @Test("Changes that can't be made anymore are offered, so that only a person gives them up")
  func gone() async throws {
    let lost = RecoveryRecord(
      file: place, time: 1_000_000, changes: [.init(path: ["no", "longer"], value: 1, base: nil)], secrets: []
    )
    let (driver, isOffered) = offer(lost, to: try TestForm.model())
    #expect(isOffered)
    await driver.send(.resized)
    #expect(driver.words.contains("1 unsaved change can't be made anymore"))
    #expect(!driver.words.contains("Restore"))
    await driver.press(Key("n"))
    #expect(driver.effects.isEmpty)
  }

  @Test("Text that is being typed on its own screen is kept before it is accepted")
  func typedText() async throws {
    let driver = EditorDriver(try TestForm.model(), start: ["display", "notes"])
    await driver.press(Key(.enter))
    let before = driver.editor.core.recoveryState
    await driver.type(" long work")
    let isOther = driver.editor.core.recoveryState != before
    #expect(isOther)
    let text = try #require(driver.editor.core.recoveryRecord(file: "", time: 0).text)
    #expect(text.path == ["display", "notes"] && text.text.contains("second long work"))
    await driver.press(.control("s"))
    #expect(driver.editor.core.recoveryRecord(file: "", time: 0).text == nil && driver.model.hasChanges)
  }

  @Test("The question shows only the first line of a long text")
  func longText() async throws {
    let old = try TestForm.model()
    try old.stage("TEN MINUTES\nof typing\n", at: ["display", "notes"])
    let (driver, _) = offer(record(old), to: try TestForm.model())
    await driver.resize(120, 30)
    #expect(driver.words.contains("… → TEN MINUTES…") && !driver.text.contains("of typing"))
  }

  private static let secretForm = #"""
    {"type": "object", "properties": {
      "tokens": {"type": "object", "additionalProperties": {"type": "string", "writeOnly": true}},
      "vault": {"type": "object", "writeOnly": true, "additionalProperties": {"type": "string"}}}}
    """#

  private func secretModel(
    _ text: String = #"{"tokens": {"a": "QSEC1", "c": "QSEC2"}, "vault": {"QKEY": "QSEC3"}}"#
  ) throws -> FormViewModel {
    let index = try FormIndex(parsingSchema: Array(Self.secretForm.utf8))
    return FormViewModel(try StoreEngine(form: index, layers: SettingsLayers(storage: MemoryStorage(text))))
  }

  @Test(
    "Other keys of secrets are restored with the stored values, and only a typed secret is asked for again"
  )
  func renamedSecrets() async throws {
    for typesSecret in [false, true] {
      let old = EditorDriver(try secretModel())
      let entry = try #require(old.model.index[["tokens"]])
      let place = ValuePlace(entry)
      _ = old.editor.perform(.edit(.rename("a", to: "b", in: place)))
      if typesSecret { try old.model.stage(["b": "QSEC1", "c": "QNEW"], at: ["tokens"]) }
      let record = old.editor.core.recoveryRecord(file: self.place, time: 1_000_000)
      #expect(RecoveryRecord(record.bytes) == record && !record.isEmpty)
      let bytes = String(decoding: record.bytes, as: UTF8.self)
      #expect(!bytes.contains("QSEC") && !bytes.contains("QNEW"), "\(bytes)")
      let driver = EditorDriver(try secretModel(), size: Size(width: 120, height: 30))
      #expect(driver.editor.offer(RecoveryFolder.Leftover(path: "/tmp/none", record: record)))
      await driver.send(.resized)
      #expect(driver.words.contains("type it again") == typesSecret, "\(driver.text)")
      #expect(driver.words.contains("tokens.a renamed to tokens.b"), "\(driver.text)")
      await driver.press(Key("r"))
      #expect(driver.model.value(at: ["tokens"]) == ["b": "QSEC1", "c": "QSEC2"])
      await driver.press(Key("s"))
      #expect(driver.words.contains("1 of 1 change") && !driver.text.contains("QSEC"), "\(driver.text)")
    }
  }

  @Test("Members with equal values that exchange their keys are restored, since their comments move")
  func exchangedKeys() async throws {
    let text =
      "{\"display\": {\"labels\": {\n  // about a\n  \"a\": \"x\",\n  // about b\n  \"b\": \"x\"\n}}}\n"
    let old = EditorDriver(try TestForm.model(text))
    let place = ValuePlace(try #require(old.model.index[["display", "labels"]]))
    for (key, new) in [("a", "c"), ("b", "a"), ("c", "b")] {
      _ = old.editor.perform(.edit(.rename(key, to: new, in: place)))
    }
    let record = old.editor.core.recoveryRecord(file: self.place, time: 1_000_000)
    let (driver, isOffered) = offer(record, to: try TestForm.model(text))
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("display.labels.a renamed to display.labels.b"), "\(driver.text)")
    await driver.press(Key("r"))
    #expect(try driver.model.draft.candidate() == old.model.draft.candidate())
    #expect(driver.model.stagedCount == 1)
  }

  @Test("A member that only got another key keeps what another process has stored since")
  func renameOverOtherValue() async throws {
    func model(_ value: String) throws -> FormViewModel {
      try TestForm.model(#"{"display": {"labels": {"a": "\#(value)"}}}"#)
    }
    let old = EditorDriver(try model("x"))
    let place = ValuePlace(try #require(old.model.index[["display", "labels"]]))
    _ = old.editor.perform(.edit(.rename("a", to: "b", in: place)))
    let record = old.editor.core.recoveryRecord(file: self.place, time: 1_000_000)
    let (driver, isOffered) = offer(record, to: try model("theirs"))
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("display.labels.a renamed to display.labels.b"), "\(driver.text)")
    await driver.press(Key("r"))
    #expect(driver.model.value(at: ["display", "labels"]) == ["b": "theirs"])
  }

  @Test("Keys that are secret aren't recorded; the person is told to type them again")
  func secretKeys() async throws {
    let old = EditorDriver(try secretModel())
    let place = ValuePlace(try #require(old.model.index[["vault"]]))
    _ = old.editor.perform(.edit(.rename("QKEY", to: "QNEW", in: place)))
    #expect(old.model.stagedCount == 1)
    let record = old.editor.core.recoveryRecord(file: self.place, time: 1_000_000)
    let bytes = String(decoding: record.bytes, as: UTF8.self)
    #expect(!bytes.contains("QKEY") && !bytes.contains("QNEW") && !bytes.contains("QSEC"), "\(bytes)")
    let driver = EditorDriver(try secretModel(), size: Size(width: 120, height: 30))
    #expect(driver.editor.offer(RecoveryFolder.Leftover(path: "/tmp/none", record: record)))
    await driver.send(.resized)
    #expect(driver.words.contains("type it again"), "\(driver.text)")
  }

  @Test(
    "Given comments of members that aren't there, then they are counted as lost, and no row is about them")
  func commentsOfNothing() async throws {
    let json = #"""
      {"version": 1, "file": "/tmp/settings.json", "time": 1000000, "changes": [], "secrets": [],
       "comments": [{"pointer": "/none", "text": "x"}, {"pointer": "/network/host", "text": "ours"}]}
      """#
    let record = try #require(RecoveryRecord(Array(json.utf8)))
    let (driver, isOffered) = offer(record, to: try TestForm.model("{\n  \"network\": {\"host\": \"a\"}\n}"))
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(!driver.words.contains("none: comment") && driver.words.contains("network.host: comment ours"))
    #expect(driver.words.contains("1 unsaved change can't be made"), "\(driver.text)")
    await driver.press(Key("r"), Key("s"))
    #expect(driver.model.draft.review().comments.map(\.path) == [["network", "host"]])
    #expect(driver.words.contains("1 of 1 change"), "\(driver.text)")
  }
}
