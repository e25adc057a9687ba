import SettingsForm

/// A place in one of the source files.
///
/// It stays two integers until a person reads it. Lines and columns are computed by `DiagnosticRenderer`, for the
/// diagnostics that are printed.
struct SourceLocation: Hashable, Sendable {
  /// The index in `Program.files`, which is the order of the paths.
  var file: Int
  /// The byte, from the start of the file.
  var offset: Int
}

/// A message to the developer about the sources.
///
/// It begins in lowercase and has no period, as the messages of compilers. Where the remedy is known, it follows a
/// semicolon: "several structs can be the root of the settings: A and B; name one with --root".
struct Diagnostic: Error, Hashable {
  /// The raw values are the words that Xcode, SwiftPM and editors look for in the output of a build.
  enum Severity: String, Sendable {
    /// The developer has to change something. Nothing is generated, and the build fails.
    case error
    /// The source is probably a mistake, such as an annotation without effect. The output is generated.
    case warning
    /// The developer should know something about what was generated, such as a setting whose default only the running
    /// program knows.
    case note
  }

  var severity: Severity
  /// The place; `nil` if the message isn't about a single place.
  var location: SourceLocation?
  var message: String
}

/// Collects diagnostics. All of them are reported at once.
///
/// A step that finds an error reports it and goes on with the best assumption that it has, because a developer wants to
/// correct ten mistakes after one build, not after ten. So callers must ask `hasErrors` before they use a result.
///
/// Adding an equal diagnostic again has no effect. A struct that two sections use is examined twice, and the whole form
/// is built again for each variant of its `#if` conditions, but the developer reads each message once.
struct Diagnostics: Sendable {
  /// All diagnostics in the order in which they were found, without repetitions.
  private(set) var all: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []

  /// Whether there is an error. If so, nothing is generated.
  var hasErrors: Bool { errorCount > 0 }

  /// What a developer reads. Notes describe what is generated; if there are errors, nothing is, so the notes are left
  /// out.
  var reported: [Diagnostic] { hasErrors ? all.filter { $0.severity != .note } : all }

  /// The number of errors. The difference before and after a step tells whether the step has failed.
  private(set) var errorCount = 0

  /// Whether an error is that the sources have no settings. With `--allow-none`, `Generator` drops all that was
  /// reported in that case: a library target without settings isn't a mistake.
  var lacksSettings: Bool { all.contains { $0.message == Self.noSettings } }

  /// The message when there are no settings.
  static let noSettings =
    "no struct holds settings: let one conform to SettingsGroup, 'struct AppSettings: SettingsGroup'"

  /// Adds a diagnostic, unless an equal diagnostic was added before.
  mutating func add(_ diagnostic: Diagnostic) {
    guard seen.insert(diagnostic).inserted else { return }
    all.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  mutating func add(_ severity: Diagnostic.Severity, message: String, at location: SourceLocation?) {
    add(Diagnostic(severity: severity, location: location, message: message))
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

/// Formats diagnostics as compilers do, so build systems and editors understand them.
///
///     Settings.swift:4:7: error: the type of 'port' can't be inferred from its initial value; state it: 'var port: Type = …'
///       var port = defaultPort()
///           ^
///
/// Lines with 1000 bytes or more, which only generated files have, aren't shown.
struct DiagnosticRenderer {
  /// The largest number of diagnostics that are printed, because each one reads its whole line.
  static let maximumCount = 200

  let files: [SourceFile]

  /// Returns the diagnostics in the order of paths and lines, each with its line and a caret under its column.
  /// Diagnostics without a place come last.
  ///
  /// Beyond `maximumCount`, only their number is printed. That line is an error if one of the others is, so a build log
  /// never looks better than the exit status.
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

  /// Returns the place and message of a diagnostic on one line, for the `#error` of a variant that has no form.
  func summary(_ diagnostic: Diagnostic) -> String {
    guard let location = diagnostic.location else { return diagnostic.message }
    let file = files[location.file]
    return "\(file.path):\(LineTable(file).position(of: location.offset)): \(diagnostic.message)"
  }

  /// Sorts by path and byte. Diagnostics are found type by type, across files, and people read them file by file.
  private func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { left, right in
      guard let first = left.location else { return false }
      guard let second = right.location else { return true }
      return (files[first.file].path, first.offset) < (files[second.file].path, second.offset)
    }
  }

  /// Returns a line with its control characters replaced by `U+FFFD`, because a terminal would execute them: a string
  /// literal of the sources can contain an escape character as it is. Each one is replaced by one scalar, so the caret
  /// stays in its column.
  private static func printable(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text
  }

  /// Returns white space as wide as the part of the line before the column. A tab stays a tab, since only the terminal
  /// knows its width.
  private static func indent(_ line: String, column: Int) -> String {
    String(line.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " as Character })
  }
}
