import Settings
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

/// A folder of its own for one test.
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
  private let place = "/home/somebody/settings.json"

  private func record(_ form: UntypedViewModel, time: Int64 = 1_000_000) -> RecoveryRecord {
    RecoveryRecord(form.review(), file: place, time: time)
  }

  @Test("A record holds every change but secrets, and reads back as it was")
  func record() throws {
    let form = try TestForm.model(#"{"network": {"host": "a", "password": "old"}}"#)
    form.stage(.number(JSONNumber(8)), at: period)
    form.stage(.string("hunter2"), at: ["network", "password"])
    form.stage(.null, at: ["language"])
    form.reset(["network", "host"])
    let record = record(form)
    #expect(record.count == 4 && record.secrets == [["network", "password"]])
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("hunter2"))
    #expect(!String(decoding: record.bytes, as: UTF8.self).contains("old"))
    #expect(RecoveryRecord(record.bytes) == record)
  }

  @Test(
    "What is no record is none",
    arguments: ["", "{}", "[]", #"{"version": 2}"#, #"{"version": 1, "file": "a"}"#])
  func damaged(_ text: String) {
    #expect(RecoveryRecord(Array(text.utf8)) == nil)
  }

  @Test(
    "A file is a leftover as soon as its editor is gone, only for its owner, and only for its settings file")
  func leftovers() throws {
    let temporary = try TemporaryFolder()
    let folder = RecoveryFolder(path: temporary.path)
    let form = try TestForm.model()
    form.stage(.number(JSONNumber(8)), at: period)
    var file: RecoveryFile? = folder.file(for: place)
    #expect(file?.write(record(form, time: 1).bytes) == true)
    #expect(file?.write(record(form, time: 2).bytes) == true)
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

  @Test("An editor that has nothing staged any more leaves no file")
  func removed() throws {
    let temporary = try TemporaryFolder()
    let form = try TestForm.model()
    let keeper = RecoveryKeeper(
      RecoveryFolder(path: temporary.path), settingsFile: place, review: { form.review() }, onFailure: {})
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).isEmpty)
    form.stage(.number(JSONNumber(8)), at: period)
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).count == 1)
    form.cancel()
    #expect(keeper.saveNow())
    #expect(try POSIXFileSystem().names(inFolder: temporary.path).isEmpty)
  }

  @Test("A folder that cannot be made fails, and is not taken for safe")
  func unwritable() throws {
    let form = try TestForm.model()
    form.stage(.number(JSONNumber(8)), at: period)
    let keeper = RecoveryKeeper(
      RecoveryFolder(path: "/dev/null/x"), settingsFile: place, review: { form.review() }, onFailure: {})
    #expect(!keeper.saveNow())
  }

  private func offer(_ record: RecoveryRecord, to form: UntypedViewModel) -> (EditorDriver, Bool) {
    let driver = EditorDriver(form, start: period)
    let isOffered = driver.editor.offer(RecoveryFolder.Leftover(path: "/tmp/none", record: record))
    return (driver, isOffered)
  }

  @Test("Restoring stages everything as one step, tells which secret is missing, and settles the file")
  func restoring() async throws {
    let old = try TestForm.model()
    old.stage(.number(JSONNumber(8)), at: period)
    old.stage(.string("hunter2"), at: ["network", "password"])
    old.reset(["network", "host"])
    let form = try TestForm.model()
    let (driver, isOffered) = offer(record(old), to: form)
    #expect(isOffered)
    await driver.send(.resized)
    #expect(driver.text.contains("3 unsaved changes from 1970-01-12"))
    #expect(driver.words.contains("type it again"))
    await driver.press(Key("r"))
    #expect(form.stagedCount == 2 && form.value(at: period) == .number(JSONNumber(8)))
    #expect(driver.effects.count == 1)
    await driver.press(Key("u"))
    #expect(!form.hasChanges)
  }

  @Test("Discarding settles the file and stages nothing; not now keeps it", arguments: [true, false])
  func discarding(_ discards: Bool) async throws {
    let old = try TestForm.model()
    old.stage(.number(JSONNumber(8)), at: period)
    let (driver, _) = offer(record(old), to: try TestForm.model())
    await driver.press(Key(discards ? "d" : "n"))
    #expect(driver.effects.count == (discards ? 1 : 0))
    #expect(!driver.form.hasChanges)
  }

  @Test("What has been stored meanwhile is not asked about, and other values are said to be there")
  func meanwhile() async throws {
    let old = try TestForm.model()
    old.stage(.number(JSONNumber(8)), at: period)
    old.stage(.string("b"), at: ["network", "host"])
    let record = record(old)
    let same = try TestForm.model(#"{"calculation": {"timePeriod": 8}, "network": {"host": "b"}}"#)
    #expect(!offer(record, to: same).1)
    let other = try TestForm.model(#"{"network": {"host": "c"}}"#)
    let (driver, isOffered) = offer(record, to: other)
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("other values for network.host"))
  }

  @Test("Changes that the form does not know any more are said to be lost")
  func otherForm() async throws {
    let change = RecoveryRecord.Change(path: ["gone"], value: .bool(true), base: nil)
    let known = RecoveryRecord.Change(path: period, value: .number(JSONNumber(9)), base: nil)
    let form = try TestForm.model()
    let (driver, isOffered) = offer(
      RecoveryRecord(file: place, time: 1, changes: [change, known], secrets: []), to: form)
    #expect(isOffered)
    await driver.resize(120, 30)
    #expect(driver.words.contains("cannot be made in this form any more"))
  }
}
