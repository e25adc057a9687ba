import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// The tours in README.md and on a page of their own, replayed in an empty folder.
  @Suite struct TourTests {
    /// A command of a tour and the output that the page shows for it.
    struct Step {
      let command: String
      var output = ""
    }

    private enum Block {
      case file(name: String, content: String)
      case console([Step])
    }

    @Test(
      "Each command of a tour prints what the page shows",
      arguments: [("README.md", 8), ("Documentation/Tour.md", 14)])
    func replay(page: String, count: Int) throws {
      let folder = NSTemporaryDirectory() + "settings-tour-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      // A variable that is exported is there for the commands below it, as it is for a person.
      var exports = ""
      let blocks = try Self.blocks(of: page)
      #expect(blocks.count > count)
      for block in blocks {
        switch block {
        case .file(let name, let content):
          let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try content.replacing("../Settings", with: MarkdownPage.package.path)
            .write(to: file, atomically: false, encoding: .utf8)
        case .console(let steps):
          for step in steps {
            let programs = try #require(BuiltPrograms.folder)
            if step.command.hasPrefix("export ") { exports += step.command + "\n" }
            let result = try Run(
              "/bin/sh", ["-c", Self.script + exports + step.command, programs] + PackageTests.options,
              in: folder)
            #expect(
              Self.comparable(result.output.replacing(folder, with: "/home/ada"))
                == Self.comparable(step.output),
              "\(step.command)\n\(result.output)")
          }
        }
      }
    }

    /// Finds the built programs, and lets the package manager build next to the example, where the library is built already.
    private static let script = #"""
      PATH="$0:$PATH"; scratch=$2; shift 2; others="$*"
      mkdir -p .build; [ -e .build/debug ] || ln -s "$0" .build/debug
      swift() { verb=$1; shift; command swift "$verb" --scratch-path "$scratch" $others "$@" 2>/dev/null; }
      exec 2>&1

      """#

    /// Returns the console blocks and the files of a page. The last name in the text above a block is the file's.
    private static func blocks(of page: String) throws -> [Block] {
      let text = try String(contentsOf: MarkdownPage.package.appending(path: page), encoding: .utf8)
      // Text and blocks alternate.
      let parts = text.components(separatedBy: "```")
      return zip(parts, parts.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }.compactMap {
        _, pair in
        let lines = pair.1.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let content = lines.dropFirst().map { $0 + "\n" }.joined()
        if lines.first == "console" { return .console(steps(content)) }
        guard let name = pair.0.matches(of: /`([A-Za-z\/.]+\.[a-z]+)`/).last?.1 else { return nil }
        return .file(name: String(name), content: content)
      }
    }

    private static func steps(_ block: String) -> [Step] {
      var steps: [Step] = []
      for line in block.split(separator: "\n") {
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else {
          steps[steps.count - 1].output += line + "\n"
        }
      }
      return steps
    }

    /// Replaces times, the IDs of confirmations, remaining seconds, the user's name and the widths of columns.
    private static func comparable(_ text: String) -> String {
      text.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "TIME")
        .replacing(#/\b[0-9a-f]{8}\b/#, with: "ID").replacing(#/\b\d+ s\b/#, with: "SECONDS")
        .replacing(NSUserName(), with: "ada").replacing(#/[ ]+/#, with: " ").replacing(" \n", with: "\n")
    }
  }
}
