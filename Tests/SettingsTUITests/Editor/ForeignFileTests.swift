import SettingsEditing
import SettingsSchemas
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Editing files of other programs")
struct ForeignFileTests {
  private static let package = #"""
    {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Package", "type": "object", "properties": {
      "name": {"type": "string"},
      "private": {"type": "boolean"},
      "files": {"type": "array", "items": {"type": "string"}},
      "anything": {"type": "array"},
      "scripts": {"type": "object", "propertyNames": {"enum": ["build", "test", "start"]}, "additionalProperties": {"type": "string"}},
      "devDependencies": {"type": "object", "additionalProperties": {"type": "string"}},
      "contributors": {"type": "array", "items": {"type": "object", "properties": {
        "guid": {"type": "string"}, "email": {"type": "string"}, "name": {"type": "string"}}}},
      "compilerOptions": {"type": "object", "additionalProperties": true, "properties": {
        "strict": {"type": "boolean"}, "strictNullChecks": {"type": "boolean", "description": "Null is not a value of other types."},
        "paths": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}}}
    }}
    """#

  private static let document = #"""
    {"name": "app", "files": ["lib", "bin"], "devDependencies": {"cspell": "^8.0.0", "eslint": "^9.1.0"},
     "contributors": [{"guid": "{1-2}", "email": "a@b", "name": "Ada"}, {"guid": "{3-4}", "email": "c@d"}],
     "compilerOptions": {"strict": true, "paths": {"@/*": ["src/*"]}}, "anything": [1]}
    """#

  private func driver(
    _ document: String = Self.document, form: String = Self.package, at path: SettingPath? = nil,
    size: Size = Size(width: 100, height: 24)
  ) throws -> EditorDriver {
    let store = try StoreEngine(
      form: FormIndex(parsingSchema: Array(form.utf8)),
      layers: SettingsLayers(storage: MemoryStorage(document)))
    return EditorDriver(FormViewModel(store), size: size, start: path)
  }

  private func search(_ driver: EditorDriver, _ query: String) async {
    await driver.press(Key("/"))
    await driver.type(query)
  }

  // MARK: - Finding

  @Test(
    "A search finds what is inside of values: members that aren't set, entries, elements and text; it opens there",
    arguments: [
      ("cspell", "cspell", ["devDependencies", "cspell"]),
      ("src/", "0", ["compilerOptions", "paths", "@/*", "0"]),
      ("Ada", "0  Ada", ["contributors", "0"]),
      ("c@d", "email", ["contributors", "1", "email"]),
    ] as [(String, String, SettingPath)])
  func inside(_ query: String, _ title: String, _ path: SettingPath) async throws {
    let driver = try driver()
    await search(driver, query)
    let found = driver.editor.core.find(query).items
    let place = try #require(
      found.firstIndex { if case .part(let part) = $0 { part.path == path } else { false } })
    for _ in 0..<place { await driver.press(Key(.down)) }
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains(title), "\(driver.text)")
    let setting = try #require(driver.model.index.entry(containing: path)).path
    #expect(driver.editor.screens.count == path.keys.count - setting.keys.count)
  }

  @Test("What matches only because something inside of it does is left out")
  func innermost() async throws {
    let core = try driver().editor.core
    #expect(core.find("src/").items.map { core.title(of: $0) } == ["0"])
    #expect(core.find("Ada").items.map { core.title(of: $0) } == ["0  Ada", "name"])
  }

  @Test("Names that equal the query or begin with it come first")
  func order() async throws {
    let driver = try driver()
    let titles = { (query: String) in
      let core = driver.editor.core
      return core.find(query).items.map { core.title(of: $0) }
    }
    #expect(titles("cspell").first == "cspell")
    #expect(titles("strict").prefix(2) == ["strict", "strictNullChecks"])
    #expect(titles("name").first == "name")
  }

  @Test("A path that leads into a value goes to its row")
  func goTo() async throws {
    let driver = try driver()
    await driver.press(.control("g"))
    await driver.type("contributors.1.email")
    await driver.press(Key(.enter))
    #expect(driver.focusedLine.contains("email") && driver.focusedLine.contains("c@d"))
  }

  @Test("A path to nothing in a value leads nowhere", arguments: ["contributors.1.emial", "contributors.9"])
  func goToParts(_ path: String) async throws {
    let driver = try driver()
    await driver.press(.control("g"))
    await driver.type(path)
    await driver.press(Key(.enter))
    #expect(driver.editor.screens.last is SearchScreen)
    #expect(driver.words.contains("Nothing is found to go to"))
  }

  @Test("One key shows only what is set, and all again")
  func onlySet() async throws {
    let driver = try driver()
    #expect(driver.text.contains("private"))
    await driver.press(Key("v"))
    #expect(!driver.text.contains("private") && driver.text.contains("devDependencies"))
    #expect(driver.text.contains("only what is set"))
    await driver.press(Key("v"))
    #expect(driver.text.contains("private"))
  }

  @Test("The first view of a file with a large foreign schema is what the file has")
  func firstView() async throws {
    let properties = (0..<60).map { #""key\#($0)": {"type": "integer"}"# }.joined(separator: ", ")
    let form =
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Large", "properties": {\#(properties)}}"#
    let driver = try driver(#"{"key7": 1}"#, form: form)
    #expect(driver.text.contains("key7") && !driver.text.contains("key8"))
    #expect(driver.text.contains("v shows all 60 settings"))
    #expect(try self.driver("{}", form: form).text.contains("key8"))
  }

  @Test("Dotted keys are listed by their prefix")
  func dottedKeys() async throws {
    let text = #"{"editor.fontSize": 12, "files.eol": "a", "editor.tabSize": 2, "telemetry": true}"#
    let document = try JSONDocument(parsing: Array(text.utf8))
    let store = try StoreEngine(
      form: FormIndex(FormSchema(describingNothingIn: document)).listing(.all, of: document),
      layers: SettingsLayers(storage: MemoryStorage(text)))
    let driver = EditorDriver(FormViewModel(store))
    let rows = driver.editor.core.outline.rows.map { row -> String in
      switch row {
      case .prefix(let word, _): word
      case .item(.setting(let position)): store.index.settings[position].setting.key
      default: ""
      }
    }
    #expect(
      rows.filter { !$0.isEmpty } == [
        "files.eol", "telemetry", "editor", "editor.fontSize", "editor.tabSize",
      ])
    #expect(driver.focusedLine.contains("files.eol"))
  }

  @Test("Elements are named by what tells them apart, and numbered as in paths, also in the review")
  func elements() async throws {
    let driver = try driver(at: ["contributors"])
    await driver.press(Key(.enter))
    #expect(driver.text.contains("0  Ada") && driver.text.contains("1  c@d"))
    await driver.press(Key("d"), Key("s"))
    #expect(driver.words.contains("0 Ada removed"))
  }

  @Test("The review, the apply and the reasons are available in groups and lists")
  func nested() async throws {
    let driver = try driver(at: ["devDependencies"])
    await driver.press(Key(.enter), Key("d"), Key("s"))
    #expect(driver.words.contains("Review") && driver.words.contains("cspell"))
    await driver.press(Key(.escape))
    #expect(driver.text.contains("eslint"))
    await driver.press(Key("w"))
    #expect(driver.words.contains("Why"))
    await driver.press(Key(.escape), Key("s"), Key("s"))
    #expect(driver.text.contains("Applied 1 change."))
  }

  // MARK: - Typing

  @Test("Typing replaces a value that was only looked at, and the arrow keys edit it")
  func typing() async throws {
    let driver = try driver(at: ["name"])
    await driver.press(Key(.enter))
    await driver.type("web")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["name"]) == "web")
    await driver.press(Key(.enter), Key(.end))
    await driver.type("site")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["name"]) == "website")
  }

  @Test("Given a list of words, when one is typed, then it is the only one that is added")
  func words() async throws {
    let driver = try driver(at: ["files"])
    await driver.press(Key(.enter), Key("a"))
    await driver.type("man")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["files"]) == ["lib", "bin", "man"])
    #expect(driver.editor.keyMap == EditorKeys.standard[.list], "\(driver.text)")
    await driver.press(Key("a"))
    await driver.type("doc")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["files"]) == ["lib", "bin", "man", "doc"])
    // Changing an element adds nothing.
    await driver.press(Key("g"), Key(.enter))
    await driver.type("x")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["files"]) == ["x", "bin", "man", "doc"])
    #expect(driver.editor.keyMap == EditorKeys.standard[.list], "\(driver.text)")
  }

  @Test("A new key says which keys are possible, and completes them")
  func possibleKeys() async throws {
    let driver = try driver(#"{"scripts": {"test": "x"}}"#, at: ["scripts"])
    await driver.press(Key(.enter), Key("a"))
    #expect(driver.words.contains("Possible keys: build, start."))
    await driver.type("b")
    await driver.press(Key(.tab))
    #expect(driver.text.contains(" build "))
    await driver.press(Key(.enter))
    await driver.type("make")
    await driver.press(Key(.enter))
    #expect(driver.model.value(at: ["scripts"]) == ["test": "x", "build": "make"])
  }

  @Test(
    "The words of a pattern are possible keys; other patterns are shown",
    arguments: [
      ("^(lint|test)$", "Possible keys: lint, test."), ("^x-", "A key has to begin with x-."),
      ("^\\.", "A key has to begin with .."),
      ("^[a|b]$", "A key has to match ^[a|b]$."),
      (TextPattern.integerKeys, "A key is a whole number."),
    ])
  func patterns(_ pattern: String, _ sentence: String) {
    let keys = PossibleKeys(
      of: [FormEntries(pattern: pattern, kind: .json)], keywords: JSONSchema(keywords: []))
    #expect(keys.sentence { _ in false } == sentence)
  }
}
