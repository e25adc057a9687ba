import Foundation
import TestSupport
import Testing

/// The manual pages and `--help`.
@Suite struct ManualTests {
  private static var folder: String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path + "/Share/man"
  }

  static let pages = [
    "man1/settings-tui.1", "man1/settings-gen.1", "man1/settings-storage-etcd.1",
    "man1/settings-storage-check.1", "man5/settings-file.5",
  ]

  /// Returns the text of a page without font escapes.
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: Self.folder + "/" + name, encoding: .utf8)
      .replacing("\\-", with: "-").replacing(#/\\f[A-Z]/#, with: "")
  }

  @Test("Every command and every option of settings-tui is in its manual page")
  func settingsTUI() throws {
    let page = try page("man1/settings-tui.1")
    let overview = try Run(BuiltPrograms.settingsTUI, ["--help"]).output
    let commands = overview.split(separator: "\n").compactMap { $0.firstMatch(of: #/^  ([a-z]+)  /#)?.1 }
    #expect(commands.count >= 11)
    for command in commands {
      #expect(page.contains(".BI \(command) \""), "\(command)")
      let help = try Run(BuiltPrograms.settingsTUI, [String(command), "--help"]).output
      for option in help.matches(of: /\n  (--[a-z-]+)/) {
        #expect(page.firstMatch(of: try Regex("\\n\\.BI?R? \(option.1)\\b")) != nil, "\(command) \(option.1)")
      }
    }
  }

  @Test("Every option of settings-gen is in its manual page")
  func settingsGen() throws {
    let page = try page("man1/settings-gen.1")
    let help = try Run((BuiltPrograms.folder ?? "/nowhere") + "/settings-gen", ["--help"]).output
    let options = help.matches(of: /\n  (--[a-z-]+)/).map { String($0.1) }
    #expect(options.count >= 7)
    for option in options { #expect(page.contains(option), "\(option)") }
  }

  @Test("Every exit status of settings-tui is in its manual page")
  func statuses() throws {
    let page = try page("man1/settings-tui.1")
    for status in ["0", "1", "64", "65", "66", "69", "75"] { #expect(page.contains(".B \(status)\n")) }
    #expect(page.contains(".BR 73 \", \" 74\n"))
  }

  @Test("The version is the same in the programs, the manual pages, the changes and the documentation")
  func version() throws {
    let root = MarkdownPage.package.path
    let version = try Run(root + "/Scripts/version", []).output.trimmingCharacters(in: .newlines)
    try #require(version.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil, "\(version)")
    for name in ["settings-tui", "settings-gen", "settings-storage-etcd", "settings-storage-check"] {
      let run = try Run((BuiltPrograms.folder ?? "/nowhere") + "/" + name, ["--version"])
      #expect(run.output == "\(name) \(version)\n" && run.status == 0)
    }
    for page in Self.pages {
      let text = try String(contentsOfFile: Self.folder + "/" + page, encoding: .utf8)
      #expect(text.prefix { $0 != "\n" }.contains("\"Settings \(version)\""), "\(page)")
    }
    // Changes after a release are in a section of their own, until the next release names it.
    let sections = try String(contentsOfFile: root + "/CHANGELOG.md", encoding: .utf8)
      .matches(of: #/(?m)^## (.+)$/#).map { String($0.1) }
    #expect(sections.first { $0 != "Unreleased" } == version)
    for page in try ["README.md"] + MarkdownPage.paths(in: "Documentation") {
      let text = try String(contentsOf: MarkdownPage.package.appending(path: page), encoding: .utf8)
      for match in text.matches(of: #/settings(?:-gen-|[-_])(\d+\.\d+\.\d+)|from: "(\d+\.\d+\.\d+)"/#) {
        let named = match.1 ?? match.2
        #expect(named.map(String.init) == version, "\(page): \(match.0)")
      }
    }
  }

  @Test(
    "The pages are well formed", .enabled(if: BuiltPrograms.tool("groff") != nil, "groff is missing"),
    arguments: pages)
  func wellFormed(name: String) throws {
    let groff = try #require(BuiltPrograms.tool("groff"))
    let result = try Run(groff, ["-man", "-ww", "-Tutf8", "-z", Self.folder + "/" + name])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}
