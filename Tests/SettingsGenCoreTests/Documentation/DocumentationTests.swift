import Foundation
import TestSupport
import Testing

/// The pages for maintainers name files, types, tests and variables that exist.
@Suite struct DocumentationTests {
  private static let pages =
    (try? MarkdownPage.paths(in: "Documentation") + ["CONTRIBUTING.md", "SECURITY.md", "Scripts/mutate.md"])
    ?? []

  /// Types of the toolchain, and the public suite, that pages mention.
  private static let foreignNames: Set<String> = [
    "Character", "ClosedRange", "Codable", "CodingKeyRepresentable", "Date", "Decodable", "Dictionary",
    "ExpressibleByDictionaryLiteral", "Int", "Int64",
    "JSONDecoder", "JSONEncoder",
    "JSONSerialization", "JSONTestSuite", "Mirror", "Mutex", "Observable", "Range", "Sendable", "SetAlgebra",
    "HttpCodingKeys",
  ]

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: MarkdownPage.package.appendingPathComponent(path), encoding: .utf8)
  }

  private static func exists(_ path: some StringProtocol) -> Bool {
    FileManager.default.fileExists(atPath: MarkdownPage.package.path + "/" + path)
  }

  /// The Swift files of folders of the package, as text.
  private static func sources(in folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: MarkdownPage.package.path + "/" + folder)
        .filter { $0.hasSuffix(".swift") }.map { try text(folder + "/" + $0) }
    }
  }

  /// A page without its blocks of code.
  private static func prose(_ path: String) throws -> String {
    try text(path).components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
      .map(\.element).joined()
  }

  @Test("The page about limits has the numbers of the code, and all of them")
  func limits() throws {
    let page = try Self.text("Documentation/Limits.md")
    let code = try Self.text("Sources/SettingsJSON/Values/InputLimits.swift")
    var limits: [Substring: Substring] = [:]
    for limit in code.matches(of: /static let (\w+) = ([\d_]+(?: << \d+)?)\n/) { limits[limit.1] = limit.2 }
    #expect(limits.count >= 14)
    for (name, value) in limits {
      let row = try #require(
        page.firstMatch(of: try Regex("([0-9]+)( [A-Za-z]+)* <!-- \(name) -->")), "\(name)")
      let number = try #require(row.output[1].substring)
      #expect(value.replacing("_", with: "") == number || value == "\(number) << 20", "\(name)")
    }
  }

  @Test(
    "Each test that the pages about corruption and security name exists",
    arguments: [
      ("Documentation/Corruption.md", 40), ("SECURITY.md", 8),
    ])
  func tests(path: String, count: Int) throws {
    let page = try MarkdownPage(path)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: MarkdownPage.package.path + "/Tests")
    let names = try Self.text(page.path).matches(of: /<!--([^>]*)-->/)
      .flatMap { $0.1.split(whereSeparator: \.isWhitespace) }
    #expect(names.count > count)
    for name in Set(names) {
      let parts = name.split(separator: ".")
      try #require(parts.count == 2, "\(name)")
      let sources = try paths.filter { $0.contains("/\(parts[0])") && $0.hasSuffix(".swift") }
        .map { try Self.text("Tests/" + $0) }
      #expect(sources.contains { $0.contains("func \(parts[1])(") }, "\(name)")
    }
  }

  @Test(
    "The page about platforms lists each file with code for one platform, with the number of its conditions")
  func platforms() throws {
    let condition =
      #/(?m)^ *#(?:if|ifdef|elseif)\b.*(?:\b(?:os|arch|_runtime)\(|canImport\((?:Glibc|Musl|Darwin|FoundationEssentials)\)|__(?:linux|APPLE|GLIBC)__)/#
    var found: [String: Int] = [:]
    for folder in ["Sources", "Plugins"] {
      for name in try FileManager.default.subpathsOfDirectory(
        atPath: MarkdownPage.package.path + "/" + folder)
      where [".swift", ".c", ".h"].contains(where: name.hasSuffix) {
        let path = folder + "/" + name
        // A link to another file of the list.
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: MarkdownPage.package.path + "/" + path))
          != nil
        {
          continue
        }
        let count = try Self.text(path).matches(of: condition).count
        if count > 0 { found[path] = count }
      }
    }
    let rows = try Self.text("Documentation/Platforms.md").matches(of: #/(?m)^\| `([^`]+)` \| (\d+) \|/#)
    let listed = Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), Int($0.2) ?? 0) })
    #expect(found == listed)
  }

  @Test("Each link leads to a file and a heading", arguments: pages + ["README.md"])
  func links(path: String) throws {
    let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/" : ""
    for link in try Self.prose(path).matches(of: /\]\(([^):]*?)(?:#([^)]*))?\)/) {
      let target = link.1.isEmpty ? path : folder + link.1
      #expect(Self.exists(target), "\(path): \(link.1)")
      guard let heading = link.2, Self.exists(target) else { continue }
      let headings = try Self.text(target).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
      #expect(headings.contains(String(heading)), "\(path): #\(heading)")
    }
  }

  /// The types that the sources declare, and the names of files and folders. All pages are compared with them.
  private static let names = Result {
    let declared = Set(
      try sources(in: ["Sources", "Tests", "Plugins", "Benchmarks/Sources"]).flatMap { source in
        source.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias|func|case) ([A-Z][A-Za-z0-9_]*)/)
          .map { String($0.1) }
      })
    let folders = Set(
      try ["Sources", "Tests"].flatMap { folder in
        try FileManager.default.subpathsOfDirectory(atPath: MarkdownPage.package.path + "/" + folder)
          .flatMap { $0.split(separator: "/").map(String.init) }
      })
    return (declared, folders)
  }

  @Test("Each path and each type in backticks exists", arguments: pages)
  func names(path: String) throws {
    let (declared, folders) = try Self.names.get()
    for name in try Self.prose(path).matches(of: /`([^`\n]+)`/).map(\.1) {
      if name.contains(/^(Sources|Tests|Documentation|Scripts|Plugins|Fuzz|Benchmarks|Example)(\/[^ ]*)?$/) {
        guard name != "Tests/Data", name != "Sources/hello/main.swift", !name.contains(/[*…]/) else {
          continue
        }
        #expect(Self.exists(name), "\(path): \(name)")
      } else if let match = name.wholeMatch(of: /([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)((?:\.|\().*)?/) {
        let type = String(match.1)
        let isKnown = declared.contains(type) || folders.contains(type) || Self.foreignNames.contains(type)
        #expect(isKnown || Self.exists(type), "\(path): \(name)")
      }
    }
  }

  @Test("CONTRIBUTING lists each environment variable that the tests read")
  func variables() throws {
    let sources = try Self.text("Package.swift") + Self.sources(in: ["Tests", "Example/Tests"]).joined()
    let read = Set(sources.matches(of: /environment\["(SETTINGS_[A-Z_]+)"\]/).map { String($0.1) })
    #expect(read.count > 5)
    let listed = try Self.text("CONTRIBUTING.md").matches(of: /(?m)^\| `(SETTINGS_[A-Z_]+)` \|/).map {
      String($0.1)
    }
    #expect(read == Set(listed))
  }
}
