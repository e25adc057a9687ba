import SettingsForm

/// Formats diagnostics as compilers do, so that build systems and editors understand them.
struct DiagnosticRenderer {
  /// The largest number of diagnostics that are printed, because each one reads its whole line.
  static let maximumCount = 200

  let files: [SourceFile]

  /// Returns the diagnostics in source order, each with its line and a caret under its column.
  func text(_ diagnostics: [Diagnostic]) -> String {
    var tables: [Int: LineTable] = [:]
    var text = ""
    let sorted = sorted(diagnostics)
    for diagnostic in sorted.prefix(Self.maximumCount) {
      guard let location = diagnostic.location else {
        text += "\(diagnostic.severity.rawValue): \(diagnostic.message)\n"
        continue
      }
      let file = files[location.file]
      let table = tables[location.file] ?? LineTable(file)
      tables[location.file] = table
      let position = table.position(of: location.offset)
      text += "\(file.path):\(position): \(diagnostic.severity.rawValue): \(diagnostic.message)\n"
      let line = table.line(of: location.offset)
      if line.utf8.count < 1000 {
        text += "\(Self.printable(line))\n\(Self.indent(line, column: position.column))^\n"
      }
    }
    if sorted.count > Self.maximumCount {
      let rest = sorted.dropFirst(Self.maximumCount)
      let severity = rest.map(\.severity).contains(.error) ? Diagnostic.Severity.error : .note
      text += "\(severity.rawValue): \(rest.count) more messages are left out\n"
    }
    return text
  }

  /// Returns the place and message of a diagnostic, on one line.
  func summary(_ diagnostic: Diagnostic) -> String {
    guard let location = diagnostic.location else { return diagnostic.message }
    let file = files[location.file]
    return "\(file.path):\(LineTable(file).position(of: location.offset)): \(diagnostic.message)"
  }

  private func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { left, right in
      switch (left.location, right.location) {
      case (let left?, let right?):
        (files[left.file].path, left.offset) < (files[right.file].path, right.offset)
      case (nil, _?): false
      case (_?, nil): true
      case (nil, nil): false
      }
    }
  }

  /// Returns a line with its control characters replaced, because a terminal would execute them.
  private static func printable(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text
  }

  /// Returns white space as wide as the part of the line before the column; tabs are kept.
  private static func indent(_ line: String, column: Int) -> String {
    String(line.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " as Character })
  }
}
