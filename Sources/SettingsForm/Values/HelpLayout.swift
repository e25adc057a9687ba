import SettingsJSON

/// The layout of a help page in a window. The text is of the program, so a character is a column.
package struct HelpLayout {
  /// The most columns of a line. Longer lines are hard to read.
  private static let widest = 90
  /// The fewest columns of a description beside a name. In a narrower window, it is below the name.
  private static let narrowest = 30

  private let width: Int

  /// - Parameter window: The columns of the window; `nil` if the output isn't a terminal.
  package init(window: Int? = nil) {
    width = max(Self.narrowest, min(window ?? Self.widest, Self.widest))
  }

  /// Fits text into the window. Paragraphs, with an empty line between them, are filled. A line that begins with a space stays a line of
  /// its own, and what doesn't fit of it is in lines below.
  package func text(_ text: String) -> String {
    text.split(separator: "\n\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for line in paragraph.split(separator: "\n") {
        if line.first != " ", let last = lines.last, last.first != " " {
          lines[lines.count - 1] = "\(last) \(line)"
        } else {
          lines.append(String(line))
        }
      }
      return lines.flatMap { Self.wrapped($0, to: width) }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Returns names with their descriptions as two columns:
  ///
  ///     edit      Opens a settings file in the editor.
  ///     describe  Describes settings: value, type, limits, …
  ///
  /// - Parameters:
  ///   - rows: The names, and the paragraphs about each.
  ///   - indent: The column of the descriptions; `nil` for after the longest name. A longer name has its description below it.
  package func columns(_ rows: [(name: String, about: [String])], indent: Int? = nil) -> String {
    let wanted = indent ?? (rows.map(\.name.count).max() ?? 0) + 4
    let indent = width - wanted < Self.narrowest ? 6 : wanted
    return rows.flatMap { row -> [String] in
      let about = row.about.flatMap { Self.wrapped($0, to: width - indent) }
        .map { "".padded(to: indent) + $0 }
      guard row.name.count + 4 <= indent, let first = about.first else { return ["  \(row.name)"] + about }
      return ["  \(row.name)".padded(to: indent) + first.dropFirst(indent)] + about.dropFirst()
    }.joined(separator: "\n")
  }

  /// Returns the descriptions of options as two columns; the last two rows are `--help` and, for a whole program, `--version`.
  package func options(_ options: [some ProgramOption], ofProgram isProgram: Bool = false) -> String {
    columns(
      options.map { option in
        (([option.rawValue] + [option.valueName].compactMap(\.self)).joined(separator: " "), [option.help])
      } + [("--help", ["print this"])] + (isProgram ? [("--version", ["print the version"])] : []))
  }

  /// Breaks a line between its words. The lines below begin below its first word, and a word that is too long has a line of its own.
  private static func wrapped(_ line: String, to width: Int) -> [String] {
    var lines: [String] = []
    let indent = "".padded(to: min(line.prefix { $0 == " " }.count, width / 2))
    var rest = line
    while rest.count > width {
      let start = rest.firstIndex { $0 != " " } ?? rest.endIndex
      let end = max(
        start, rest.index(rest.startIndex, offsetBy: width + 1, limitedBy: rest.endIndex) ?? start)
      guard
        let space = rest[start..<end].lastIndex(of: " ") ?? rest[end...].firstIndex(of: " ")
      else { break }
      lines.append(String(rest[..<space].reversed().drop { $0 == " " }.reversed()))
      rest = indent + rest[space...].drop { $0 == " " }
    }
    return lines + [rest]
  }
}
