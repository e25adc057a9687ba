import Foundation
import Testing

/// The pages in `Documentation` name the tests of what they claim.
@Suite struct DocumentationTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test("Each test that the page about corruption names exists, and each link leads to a file")
  func references() throws {
    let page = try String(contentsOfFile: Self.package + "/Documentation/Corruption.md", encoding: .utf8)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.package + "/Tests")
    let names = page.matches(of: /<!--([^>]*)-->/).flatMap { $0.1.split(whereSeparator: \.isWhitespace) }
    #expect(names.count > 40)
    for name in Set(names) {
      let parts = name.split(separator: ".")
      try #require(parts.count == 2, "\(name)")
      let sources = try paths.filter { $0.contains("/\(parts[0])") && $0.hasSuffix(".swift") }
        .map { try String(contentsOfFile: Self.package + "/Tests/" + $0, encoding: .utf8) }
      #expect(sources.contains { $0.contains("func \(parts[1])(") }, "\(name)")
    }
    for link in page.matches(of: /\]\(([A-Za-z]+\.md)\)/) {
      #expect(FileManager.default.fileExists(atPath: Self.package + "/Documentation/" + link.1))
    }
  }
}
