import SettingsEditing
import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a shell command prints.
private func shell(_ command: String) throws -> String {
  let pipe = try #require(popen(command, "r"))
  var bytes: [UInt8] = []
  while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  pclose(pipe)
  return String(decoding: bytes, as: UTF8.self)
}

@Suite("Words of a shell")
struct ShellWordTests {
  @Test("A shell reads every quoted text as that text")
  func quoting() throws {
    let special = [
      "", "a", "a b", "it's", "'", "''", "\\", "\"$HOME\"", "`id`", "$(id)", "*", "~", "!", "#", "-n",
    ]
    let more = [
      "a=~/x", "a:=~", "line\nline", "tab\t", "日本語 👩‍👩‍👧", "\u{1B}[31m", "{a,b}", "a;b", "a&b", "<>", "%s", "\\n",
    ]
    let ascii = (1..<128).map { String(Unicode.Scalar(UInt8($0))) }
    let texts = special + more + ascii + [(special + more + ascii).joined()]
    // An `x` before each text prevents an option, and one after it keeps a newline at the end.
    for chunk in stride(from: 0, to: texts.count, by: 20) {
      let part = texts[chunk..<min(chunk + 20, texts.count)]
      let words = part.map { ShellWord.quoted($0) }.joined(separator: " ")
      let printed = try shell("for word in \(words); do printf 'x%sx|' \"$word\"; done")
      #expect(printed == part.map { "x\($0)x|" }.joined())
    }
  }

  @Test("Plain words stay as they are")
  func plain() {
    #expect(ShellWord.quoted("calculation.timePeriod=8") == "calculation.timePeriod=8")
    #expect(ShellWord.quoted("a b") == "'a b'")
  }
}

@MainActor
@Suite("Copying")
struct CopyingTests {
  private let period: SettingPath = ["calculation", "timePeriod"]

  private func driver(_ text: String = #"{"network": {"host": "10.0.0.1"}}"#, at path: SettingPath) throws
    -> EditorDriver
  {
    EditorDriver(try TestForm.model(text), start: path)
  }

  @Test("Path and value are sent to the terminal and shown on the screen")
  func pathAndValue() async throws {
    let driver = try driver(at: ["network", "host"])
    await driver.press(Key("c"), Key(.enter))
    #expect(driver.effects == [.copy("network.host")])
    await driver.press(Key("j"), Key(.enter))
    #expect(driver.effects.last == .copy("10.0.0.1"))
    #expect(driver.text.contains("10.0.0.1") && driver.text.contains("clipboard"))
    await driver.press(Key(.escape))
    #expect(driver.focusedLine.contains("Host"))
  }

  @Test("Of an element, its own path and value are copied")
  func element() async throws {
    let driver = try driver(#"{"display": {"colors": ["red", "blue"]}}"#, at: ["display", "colors"])
    await driver.press(Key(.enter), Key(.down), Key("c"), Key(.enter), Key(.down), Key(.enter))
    #expect(driver.effects == [.copy("display.colors.1"), .copy("blue")])
  }

  @Test("A secret is neither copied nor shown")
  func secret() async throws {
    let driver = try driver(#"{"network": {"password": "hunter2"}}"#, at: ["network", "password"])
    await driver.press(Key("c"), Key("j"), Key(.enter))
    #expect(driver.effects.isEmpty)
    #expect(!driver.text.contains("hunter2") && driver.text.contains("secret"))
  }

  @Test("All changes are copied as a command that asks for secrets and says so")
  func command() async throws {
    let driver = try driver(at: period)
    try driver.model.stage(.string("hunter2"), at: ["network", "password"])
    try driver.model.stage(.string("it's me"), at: ["display", "title"])
    try driver.model.stage(.array([.string("a b")]), at: ["display", "colors"])
    try driver.model.stage(.null, at: ["language"])
    try driver.model.reset(["network", "host"])
    await driver.press(Key("+"), Key("c"), Key("G"), Key(.enter))
    guard case .copy(let command)? = driver.effects.last else {
      Issue.record("nothing was copied")
      return
    }
    #expect(
      command == #"""
        settings-tui set --yes settings.json \
          language=null \
          calculation.timePeriod=8 \
          network.password \
          'display.title=it'\''s me' \
          'display.colors=a b' && \
        settings-tui reset --yes settings.json \
          network.host
        """#)
    #expect(driver.text.contains("It asks for a secret: network.password."))
  }

  @Test("Running the copied command stages equal values of every kind")
  func roundTrip() throws {
    let values: [(SettingPath, JSONValue)] = [
      (["language"], .null), (["language"], .string("deutsch")), (["network", "host"], .string("")),
      (["network", "host"], .string("null")), (["network", "host"], .string("a\nb\u{0}\u{1B}")),
      (["calculation", "damping"], .number(JSONNumber("0.10") ?? JSONNumber(0))),
      (["calculation", "activeDays"], .array([])), (["calculation", "cutoff"], .string("not a date")),
      (["display", "labels"], .object(["a b": .string("c")])), (["display", "extra"], .string("text")),
      (["calculation", "timePeriod"], .string("wrong")),
    ]
    for (path, value) in values {
      let store = try StoreEngine(
        form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage()))
      var draft = store.draft()
      try draft.stage(value, at: path)
      guard !draft.isEmpty else { continue }
      let command = try #require(draft.review().command(naming: nil, of: draft).text)
      let word = try #require(command.split(separator: "\n", maxSplits: 1).last).dropFirst(2)
      let read = try shell("printf '%s' \(word)")
      let name = path.description
      if read.hasPrefix(name + ":=") {
        #expect(try JSONValue(parsing: String(read.dropFirst(name.count + 2))) == value)
      } else {
        #expect(read.hasPrefix(name + "="))
        #expect(
          try store.index[path]?.setting.value(parsing: String(read.dropFirst(name.count + 1))) == value)
      }
    }
  }

  @Test("Comments are written by a command each, and renames come first")
  func commentsAndRenames() throws {
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema),
      layers: SettingsLayers(storage: MemoryStorage(#"{"display": {"labels": {"a": "x"}}}"#)))
    var draft = store.draft()
    try draft.stage(["b": "x"], at: ["display", "labels"])
    draft.note(originOf: ["display", "labels", "b"], ["display", "labels", "a"])
    _ = draft.stageComment("why", above: ["display", "labels", "b"])
    let command = draft.review(of: "f.json").command(naming: nil, of: draft)
    #expect(command.note == nil)
    #expect(
      command.text?.replacing(" \\\n  ", with: " ").split(separator: " && \\\n") == [
        "settings-tui rename --yes f.json display.labels.a b",
        #"settings-tui set --yes f.json 'display.labels={"b": "x"}'"#,
        #"settings-tui set --yes --comment why f.json 'display.labels.b:="x"'"#,
      ])
  }

  @Test("A rename comes after the one that frees its key, and keys that are exchanged are set")
  func renamesThatDependOnEachOther() throws {
    let text = #"{"display": {"labels": {"a": "1", "b": "2", "x": "3", "y": "4"}}}"#
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage(text)))
    var draft = store.draft()
    let labels: SettingPath = ["display", "labels"]
    try draft.stage(["b": "1", "c": "2", "x": "4", "y": "3"], at: labels)
    for (new, old) in [("b", "a"), ("c", "b"), ("x", "y"), ("y", "x")] {
      draft.note(originOf: labels.appending(new), labels.appending(old))
    }
    let command = draft.review(of: "f.json").command(naming: nil, of: draft)
    #expect(
      command.text?.replacing(" \\\n  ", with: " ").split(separator: " && \\\n").dropLast() == [
        "settings-tui rename --yes f.json display.labels.b c",
        "settings-tui rename --yes f.json display.labels.a b",
      ])
    #expect(command.note?.contains("display.labels.x and display.labels.y") == true)
  }

  @Test("The command has no control character, so that a terminal can't obey one when it is pasted")
  func controlCharacters() throws {
    let value = "\u{9B}31m\u{7F}\u{1B}[2J\n\u{85}é"
    let store = try StoreEngine(
      form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage()))
    var draft = store.draft()
    try draft.stage(.string(value), at: ["network", "host"])
    let command = try #require(draft.review().command(naming: nil, of: draft).text)
    let line = try #require(command.split(separator: " \\\n").last)
    #expect(
      !line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line.debugDescription)")
    let read = try shell("printf '%s' \(line.drop { $0 == " " })")
    #expect(try JSONValue(parsing: String(read.dropFirst("network.host:=".count))) == .string(value))
  }

  @Test("The command names the form if the file doesn't, and a file like an option isn't one")
  func names() throws {
    let model = FormViewModel(
      try StoreEngine(
        form: FormIndex(TestForm.schema), layers: SettingsLayers(storage: MemoryStorage(name: "-f.json"))))
    try model.stage(.number(JSONNumber(8)), at: period)
    #expect(
      model.review().command(naming: "my form.json", of: model.draft).text?.hasPrefix(
        "settings-tui set --yes --schema 'my form.json' -- -f.json \\\n") == true)
  }
}
