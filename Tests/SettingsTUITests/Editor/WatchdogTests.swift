import SettingsEditing
import SettingsSchemas
import TestSupport
import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// No key press may block the loop of the editor, however large the file is.
///
/// The processor time of the thread is measured, which other processes don't change, and it is compared with that of smaller content:
/// whatever the machine, a key press that takes time in proportion to the square of the size fails.
@MainActor
@Suite("The time that a key press takes")
struct WatchdogTests {
  /// The time that one key press may take with megabytes of content, in seconds. Programs that aren't optimized need many times as
  /// long.
  #if DEBUG
    private static let budget = 2.0
  #else
    private static let budget = 0.05
  #endif

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the times of key presses and their frames, in seconds.
  private func times(_ driver: EditorDriver, _ keys: [Key]) async -> [Double] {
    var times: [Double] = []
    for key in keys {
      let start = Self.now()
      await driver.press(key)
      times.append(Self.now() - start)
    }
    return times
  }

  private static let form = """
    {"title": "Big", "properties": {
      "text": {"type": "string"}, "words": {"type": "array", "items": {"type": "string"}},
      "table": {"type": "object", "additionalProperties": {"type": "object", "properties": {"a": {"type": "integer"}}}},
      "any": {}, "port": {"type": "integer"}}}
    """

  /// An editor with long text, a long list and a large table, all of them changed.
  private func driver(scale: Int) throws -> EditorDriver {
    func text(_ change: String) -> String {
      let line = "the quick brown fox jumps over the lazy dog\n"
      return String(repeating: line, count: 50 * scale) + change + String(repeating: line, count: 50 * scale)
    }
    func words(_ change: String) -> JSONValue {
      .array((0..<20 * scale).map { .string("w\($0)") } + [.string(change)])
    }
    func table(_ change: Int) -> JSONValue {
      var object = JSONObject()
      for key in 0..<20 * scale { object["k\(key)"] = ["a": .number(JSONNumber(key))] }
      object["last"] = ["a": .number(JSONNumber(change))]
      return .object(object)
    }
    let document: JSONValue = [
      "text": .string(text("before\n")), "words": words("before"), "table": table(1), "any": table(3),
      "port": 1,
    ]
    let index = try FormIndex(parsingSchema: Array(Self.form.utf8))
    let store = try StoreEngine(
      form: index, layers: SettingsLayers(storage: MemoryStorage(document.description)))
    let model = FormViewModel(store)
    try model.stage(.string(text("after\n")), at: ["text"])
    try model.stage(words("after"), at: ["words"])
    try model.stage(table(2), at: ["table"])
    return EditorDriver(model, start: ["port"])
  }

  /// Steps, a change, the review with its filter, the search, the filters of the list, a list of elements, and the details.
  private static let keys: [Key] = [
    Key("k"), Key("j"), Key("+"), Key("s"), Key("j"), Key(" "), Key(" "), Key("f"), Key("f"), Key(.escape),
    Key(.escape),
    Key("/"), Key("w"), Key("9"), Key(.escape), Key("f"), Key("f"), Key("f"), Key("!"), Key(.escape),
    Key(.tab), Key(.tab),
    Key("g"), Key("j"), Key(.enter), Key("j"), Key("f"), Key("9"), Key(.escape), Key(.escape), Key("i"),
    Key(.escape),
    Key("u"),
  ]

  @Test(
    "Megabytes of text, elements and entries take time in proportion to their size, and no key more than its budget"
  )
  func growth() async throws {
    let small = await times(try driver(scale: 20), Self.keys)
    let large = await times(try driver(scale: 200), Self.keys)
    for (number, (small, large)) in zip(small, large).enumerated() {
      let name = Self.keys[number].name(ascii: true)
      // Ten times the content may take thirty times as long, because caches are small, but not a hundred times.
      #expect(large <= max(30 * small, 0.1), "key \(number), \(name): \(small) s, then \(large) s")
      #expect(large <= Self.budget, "key \(number), \(name): \(large) s")
    }
  }

  @Test(
    "A long text with a change is reviewed by the words around it; without common text, by its beginning and its size"
  )
  func longText() async throws {
    let driver = try driver(scale: 200)
    await driver.press(Key("s"))
    #expect(driver.words.contains("[-before-]{+after+}"))
    let other = try self.driver(scale: 200)
    try other.model.stage(.string(String(repeating: "entirely different\n", count: 100_000)), at: ["text"])
    await other.press(Key("s"))
    #expect(other.words.contains("… (880 kB)") && other.words.contains("entirely different^Je… (2 MB)"))
  }

  @Test("The largest public files", .enabled(if: TestData.has("schemastore"), "schemastore is missing"))
  func publicFiles() async throws {
    for name in ["schemastore/catalog.json", "windows-terminal/defaults.json"] where TestData.has(name) {
      let bytes = try TestData.bytes(name)
      let document = try JSONDocument(parsing: bytes)
      let store = try StoreEngine(
        form: FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document),
        layers: SettingsLayers(storage: MemoryStorage(String(decoding: bytes, as: UTF8.self))))
      let driver = EditorDriver(FormViewModel(store))
      let keys: [Key] = [
        Key("j"), Key("/"), Key("s"), Key("c"), Key(.escape), Key("G"), Key(.enter), Key("j"), Key("f"),
        Key("a"),
        Key(.escape), Key(.escape), Key("f"), Key("!"), Key(.escape),
      ]
      for (key, time) in zip(keys, await times(driver, keys)) {
        #expect(time <= Self.budget, "\(name), \(key.name(ascii: true)): \(time) s")
      }
    }
  }
}
