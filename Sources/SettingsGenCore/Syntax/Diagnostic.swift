import SettingsForm

/// A place in one of the source files.
struct SourceLocation: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The byte.
  var offset: Int
}

/// A message to the developer about the sources.
struct Diagnostic: Hashable, Sendable {
  enum Severity: String, Sendable {
    /// Nothing is generated.
    case error
    /// The source is probably a mistake.
    case warning
    /// The developer should know something.
    case note
  }

  var severity: Severity
  /// The place; `nil` if the message isn't about a single place.
  var location: SourceLocation?
  var message: String
}

/// Collects diagnostics. All of them are reported at once.
struct Diagnostics: Sendable {
  private(set) var all: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []

  /// Whether there is an error. If so, nothing is generated.
  var hasErrors: Bool { errorCount > 0 }

  /// What a developer reads. The notes are about what is generated, so there are none if nothing is.
  var reported: [Diagnostic] { hasErrors ? all.filter { $0.severity != .note } : all }

  /// The number of errors.
  private(set) var errorCount = 0

  private(set) var lacksSettings = false

  /// The message when there are no settings.
  static let noSettings =
    "no struct holds settings: let one conform to SettingsGroup, 'struct AppSettings: SettingsGroup'"

  /// Adds a diagnostic, unless an equal diagnostic was added before.
  mutating func add(_ severity: Diagnostic.Severity, message: String, at location: SourceLocation?) {
    let diagnostic = Diagnostic(severity: severity, location: location, message: message)
    guard seen.insert(diagnostic).inserted else { return }
    all.append(diagnostic)
    if severity == .error { errorCount += 1 }
  }

  mutating func reportNoSettings() {
    lacksSettings = true
    error(Self.noSettings, at: nil)
  }

  mutating func error(_ message: String, at location: SourceLocation?) {
    add(.error, message: message, at: location)
  }

  mutating func warn(_ message: String, at location: SourceLocation?) {
    add(.warning, message: message, at: location)
  }

  mutating func note(_ message: String, at location: SourceLocation?) {
    add(.note, message: message, at: location)
  }
}

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
