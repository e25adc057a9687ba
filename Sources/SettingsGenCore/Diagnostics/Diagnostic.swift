/// A place in one of the source files.
struct SourceLocation: Hashable, Sendable {
  /// The index of the file.
  var file: Int
  /// The byte.
  var offset: Int
}

/// Something to tell the developer about the sources.
struct Diagnostic: Hashable, Sendable {
  enum Severity: String, Sendable {
    /// Nothing is made of the sources.
    case error
    /// Something is probably not meant as it is written.
    case warning
    /// Something is good to know.
    case note
  }

  var severity: Severity
  /// `nil` if no single place is to blame.
  var location: SourceLocation?
  var message: String
}

/// Collects diagnostics, so that all of them can be told at once.
struct Diagnostics: Sendable {
  private(set) var all: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []

  /// Whether nothing can be made of the sources.
  var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// Whether all that is wrong is that there are no settings.
  var lacksSettings: Bool { all.contains { $0.message == Self.noSettings } }

  /// What to say when there are no settings.
  static let noSettings =
    "no struct holds settings: let one conform to SettingsGroup, 'struct AppSettings: SettingsGroup'"

  /// Adds a diagnostic, once.
  mutating func add(_ severity: Diagnostic.Severity, _ message: String, at location: SourceLocation?) {
    let diagnostic = Diagnostic(severity: severity, location: location, message: message)
    if seen.insert(diagnostic).inserted { all.append(diagnostic) }
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
