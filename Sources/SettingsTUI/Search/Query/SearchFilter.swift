import Settings

/// A condition in a query, such as `@changed`, that restricts which settings are found.
enum SearchFilter: Hashable {
  case changed, set, problem, secret, restart, new
  /// The settings and sections inside the sections with a name.
  case section(String)

  /// The filters as they are typed, and what they find.
  static let guide: [(typed: String, meaning: String)] = [
    ("@changed", "settings with a staged change"),
    ("@set", "settings that are set in the file"),
    ("@problem", "settings with a problem or a conflict"),
    ("@secret", "settings with secrets"),
    ("@restart", "settings that require a restart"),
    ("@new", "settings that are new since the last apply"),
    ("@section:NAME", "settings in a section"),
  ]

  /// A sentence about the filters, for people who type a query.
  static var sentence: String { "The filters are \(Phrase.enumeration(guide.map(\.typed)))." }

  /// Reads a word that begins with `@`, in any case.
  ///
  /// - Parameter name: The name after a colon.
  init?(_ word: String, name: String?) {
    switch (word.lowercased(), name) {
    case ("@changed", nil): self = .changed
    case ("@set", nil): self = .set
    case ("@problem", nil): self = .problem
    case ("@secret", nil): self = .secret
    case ("@restart", nil): self = .restart
    case ("@new", nil): self = .new
    case ("@section", let name?): self = .section(name)
    default: return nil
    }
  }
}
