import Foundation
import Testing

/// The manual pages and `--help`.
@Suite struct ManualTests {
  private static var folder: String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path + "/Share/man"
  }

  static let pages = ["man1/settings-tui.1", "man1/settings-gen.1", "man5/settings-file.5"]

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

  @Test(
    "The pages are well formed", .enabled(if: BuiltPrograms.tool("groff") != nil, "groff is missing"),
    arguments: pages)
  func wellFormed(name: String) throws {
    let groff = try #require(BuiltPrograms.tool("groff"))
    let result = try Run(groff, ["-man", "-ww", "-Tutf8", "-z", Self.folder + "/" + name])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}
