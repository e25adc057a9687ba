import Foundation

/// The code blocks of a Markdown page, with the HTML comments that direct their tests.
///
///     <!-- context: let store = … -->     the comment of the block right behind it
///     a fence with the word swift         its language
///     store.values                        its code, with the number of its first line
///
/// Tests compile or parse every block of the documentation, and report a failure with the page and the line.
package struct MarkdownPage: Sendable {
  /// A fenced code block.
  package struct Block: Sendable {
    /// The language after the opening fence; empty if it has no language.
    package let language: String
    /// The number of its first line in the page, counted from 1.
    package let line: Int
    /// The code, without the indentation of the fence.
    package let code: String
    /// The HTML comment right before the block, without its marks; `nil` if the block has no comment.
    package let comment: String?
  }

  /// The path from the root of the package.
  package let path: String
  /// The blocks, in order.
  package private(set) var blocks: [Block] = []
  /// All HTML comments, without their marks.
  package private(set) var comments: [String] = []

  /// The root of the package.
  package static let package: URL = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The Markdown files of a folder, those of the folders inside it included.
  package static func paths(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: package.path + "/" + folder)
      .filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }.sorted()
  }

  /// Reads a page.
  package init(_ path: String) throws {
    self.init(
      path, text: try String(contentsOf: Self.package.appendingPathComponent(path), encoding: .utf8))
  }

  /// Reads the text of a page.
  package init(_ path: String, text: String) {
    self.path = path
    var lines = text.components(separatedBy: "\n")[...]
    var comment: String?
    while let line = lines.popFirst() {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("```") {
        let first = lines.startIndex + 1
        let indentation = line.count - content.count
        let end = lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("```") } ?? lines.endIndex
        let code = lines[..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
        blocks.append(
          Block(language: String(content.dropFirst(3)), line: first, code: code, comment: comment))
        lines = lines[end...].dropFirst()
        comment = nil
      } else if content.hasPrefix("<!--") {
        var text = String(content.dropFirst(4))
        while !text.contains("-->"), let more = lines.popFirst() { text += "\n" + more }
        let inner = text.components(separatedBy: "-->")[0].trimmingCharacters(in: .whitespacesAndNewlines)
        comments.append(inner)
        comment = inner
      } else if !content.isEmpty {
        comment = nil
      }
    }
  }
}
