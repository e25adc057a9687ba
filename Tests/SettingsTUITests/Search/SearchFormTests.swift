import SettingsEditing
import Testing

@testable import SettingsTUI

/// What a search finds besides settings by their names: sections, keywords, and words with a typing error.
@Suite("Searching for other words than a form has")
struct SearchFormTests {
  private let index: FormIndex

  init() {
    func setting(
      _ key: String, _ title: String, help: String = "", keywords: [String] = [], choices: [String] = []
    ) -> FormItem {
      let kind: FormKind =
        choices.isEmpty
        ? .string(TextLimits()) : .choice(choices.map { FormChoice(value: .string($0), title: $0) })
      return .setting(
        FormSetting(
          key: key, title: title, help: help, kind: kind,
          attributes: SettingKeyword.Attributes(keywords: keywords)))
    }
    let items: [FormItem] = [
      setting("ports", "Open Ports"), setting("port", "Port", help: "Where sockets are."),
      setting("timeout", "Timeout"), setting("wait", "Patience", help: "The timeout of a request."),
      setting("relay", "Relay", keywords: ["proxy", "gateway"]),
      setting("policy", "Policy"), setting("mode", "Mode", choices: ["fast", "exact"]),
      setting("tls", "TLS"), setting("ipv6", "IPv6 Address"),
      .section(
        FormSection(
          key: "net", title: "Network", help: "Everything online.",
          attributes: SettingKeyword.Attributes(keywords: ["web"]), items: [setting("host", "Host")])),
    ]
    index = FormIndex(FormSchema(root: FormSection(key: "", title: "", items: items)))
  }

  private func find(_ query: String) -> [String] {
    var search = SettingSearch(Outline(index), index)
    return search.find(query).map {
      switch $0.item {
      case .setting(let position): index.settings[position].setting.title
      case .section(let node): "[\(index.nodes[node].section.title)]"
      case .part, .row: "\($0)"
      }
    }
  }

  @Test("A section is found by its title, key, help and keywords, before the settings inside")
  func sections() {
    #expect(find("network") == ["[Network]"])
    #expect(find("net") == ["[Network]", "Host"])
    #expect(find("online") == ["[Network]"])
    #expect(find("web") == ["[Network]"])
  }

  @Test("A setting is found by its keywords, after those with the word in their names")
  func keywords() {
    #expect(find("gateway") == ["Relay"])
    #expect(find("prox") == ["Relay"])
  }

  @Test("A hyphen, a plural and another spelling count as a typing error, after what is found as it is typed")
  func spellings() {
    #expect(find("time-out") == ["Timeout", "Patience"])
    #expect(find("net-work") == ["[Network]"])
    #expect(find("timeouts") == ["Timeout", "Patience"])
    #expect(find("ports") == ["Open Ports"])
    #expect(find("port") == ["Port", "Open Ports"])
  }

  @Test(
    "A word with one typing error is found if nothing else is",
    arguments: ["tiemout", "timeut", "timmeout", "timeott", "itmeout", "tiemo"])
  func typos(query: String) {
    #expect(find(query) == ["Timeout", "Patience"])
  }

  @Test("Short words and numbers have no typing errors, and words found literally hide similar ones")
  func noTypos() {
    #expect(find("tps").isEmpty)
    #expect(find("ipv4").isEmpty)
    #expect(find("tiemotu").isEmpty)
  }

  @Test("Each word can be mistyped")
  func words() {
    #expect(find("opne port") == ["Open Ports"])
    #expect(find("patiense reqest") == ["Patience"])
  }

  @Test("A mistyped word that is continued correctly finds the same as if it had been typed at once")
  func narrowing() {
    var search = SettingSearch(Outline(index), index)
    var typed = ""
    var found: [EditorItem] = []
    for character in "poilcy" {
      typed.append(character)
      found = search.find(typed).map(\.item)
    }
    #expect(found == [.setting(5)])
  }

  @Test(
    "A result says which of its strings matches",
    arguments: [
      ("timeout", "Timeout", nil), ("timeout", "Patience", "in its help"),
      ("gateway", "Relay", "in its keywords"),
      ("exact", "Mode", "in a choice"), ("net.host", "Host", "in its path"), ("tiemout", "Timeout", nil),
      ("reqest", "Patience", "in its help"), ("relay proxy", "Relay", "in its keywords"),
      ("/^relay$/", "Relay", nil), ("/where/", "Port", "in its help"),
    ])
  func places(query: String, title: String, phrase: String?) throws {
    var search = SettingSearch(Outline(index), index)
    let position = try #require(index.settings.firstIndex { $0.setting.title == title })
    let place = try #require(search.places(of: [.setting(position)], SearchQuery(query)).first ?? nil)
    #expect(place.phrase == phrase)
  }

  @Test("A pattern matches titles, paths, keywords, values and help; a title comes first")
  func patterns() throws {
    func find(_ pattern: String) throws -> [EditorItem] {
      let search = SettingSearch(Outline(index), index)
      return search.find(try SearchPattern(pattern))
    }
    #expect(try find("^p.*y$") == [.setting(5), .setting(4)])
    #expect(try find("^net\\.h") == [.setting(9)])
    #expect(try find("^IPv[0-9]") == [.setting(8)])
    #expect(try find("^IPV").isEmpty)
    #expect(try find("ONLINE").isEmpty)
    #expect(try find("on\\Sine") == [.section(1)])
  }
}
