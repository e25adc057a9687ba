import SettingsEditing
import SettingsForm
import SettingsSystem

/// What a command takes at one place of its line, or from there to the end.
///
/// Usage, the check of the number of words, and the completion follow from a command's list of these:
///
///     [.file, .several("PATH", .path)]     FILE PATH…     two words or more; after the file, paths are completed
struct Operand {
  /// What the words name. Only the completion needs it: a command reads its words itself.
  enum Kind {
    case file
    case path
    case section
    case assignment
    case version
    case confirmation
    /// A word that can't be completed, such as a new name.
    case word
  }

  /// How many words it takes.
  enum Count {
    case one
    case optional
    /// One or more.
    case several
    /// None or more.
    case any
  }

  let name: String
  let kind: Kind
  let count: Count

  static let file = one("FILE", .file)
  static let path = one("PATH", .path)

  static func one(_ name: String, _ kind: Kind) -> Operand { Operand(name: name, kind: kind, count: .one) }
  static func optional(_ name: String, _ kind: Kind) -> Operand {
    Operand(name: name, kind: kind, count: .optional)
  }
  static func several(_ name: String, _ kind: Kind) -> Operand {
    Operand(name: name, kind: kind, count: .several)
  }
  static func any(_ name: String, _ kind: Kind) -> Operand { Operand(name: name, kind: kind, count: .any) }
}

extension [Operand] {
  /// The operands as the help writes them: `FILE [PATH]`.
  var usage: String {
    map { operand in
      switch operand.count {
      case .one: operand.name
      case .optional: "[\(operand.name)]"
      case .several: "\(operand.name)…"
      case .any: "[\(operand.name)…]"
      }
    }.joined(separator: " ")
  }

  /// Whether a command line can have a number of operands.
  func accept(count: Int) -> Bool {
    count >= self.count { [.one, .several].contains($0.count) } && (isOpen || count <= self.count)
  }

  /// Returns the operand that a word belongs to; `nil` if there are fewer. The last operand takes all further words if it takes several.
  subscript(ofWord index: Int) -> Operand? {
    index < count ? self[index] : isOpen ? last : nil
  }

  /// Whether the last operand takes any number of words.
  private var isOpen: Bool { last?.count == .several || last?.count == .any }
}
