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

/// Collects diagnostics, so that all of them are reported at once.
struct Diagnostics: Sendable {
  private(set) var all: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []

  /// Whether there is an error, so that nothing is generated.
  var hasErrors: Bool { errorCount > 0 }

  /// What a developer reads. The notes are about what is generated, so there are none if nothing is.
  var reported: [Diagnostic] { hasErrors ? all.filter { $0.severity != .note } : all }

  /// The number of errors.
  private(set) var errorCount = 0

  /// Whether there are no settings at all.
  private(set) var lacksSettings = false

  /// The message when there are no settings.
  static let noSettings =
    "no struct holds settings: let one conform to SettingsGroup, 'struct AppSettings: SettingsGroup'"

  /// Adds a diagnostic, unless the same one was added before.
  mutating func add(_ severity: Diagnostic.Severity, _ message: String, at location: SourceLocation?) {
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
    add(.error, message, at: location)
  }

  mutating func warn(_ message: String, at location: SourceLocation?) {
    add(.warning, message, at: location)
  }

  mutating func note(_ message: String, at location: SourceLocation?) {
    add(.note, message, at: location)
  }
}
