/// The characters that frames, marks and pointers are drawn with.
struct Glyphs: Hashable, Sendable {
  /// What a terminal can show.
  enum Repertoire: Hashable, Sendable {
    /// UTF-8 and a font with symbols.
    case full
    /// UTF-8, but a console font of a few hundred characters: lines, no symbols.
    case console
    /// ASCII.
    case ascii
  }

  let repertoire: Repertoire
  /// How text is measured and made visible.
  let visible: VisibleText

  init(_ repertoire: Repertoire = .full) {
    self.repertoire = repertoire
    visible = VisibleText(isASCIIOnly: repertoire == .ascii)
  }

  /// Returns a symbol, or its replacement if the terminal's font has no symbols.
  private func pick(_ full: Character, _ ascii: Character) -> Character {
    repertoire == .full ? full : ascii
  }

  /// Returns a line of the box drawing characters, which console fonts have, too.
  private func line(_ full: Character, _ ascii: Character) -> Character {
    repertoire == .ascii ? ascii : full
  }

  var horizontal: Character { line("─", "-") }
  var vertical: Character { line("│", "|") }
  var topLeft: Character { line("┌", "+") }
  var topRight: Character { line("┐", "+") }
  var bottomLeft: Character { line("└", "+") }
  var bottomRight: Character { line("┘", "+") }
  var teeRight: Character { line("├", "+") }

  /// Marks the focused row.
  var pointer: Character { pick("▸", ">") }
  var collapsed: Character { pick("▸", "+") }
  var expanded: Character { pick("▾", "-") }
  /// Separates the names of a breadcrumb.
  var separator: Character { pick("›", ">") }
  /// Marks a value that opens a list of choices.
  var opens: Character { pick("▾", "v") }
  var arrow: String { repertoire == .full ? "→" : "->" }
  /// Marks a line that begins before the visible part.
  var beginsBefore: Character { line("‹", "<") }
  /// Marks a line that continues after the visible part.
  var continues: Character { line("›", ">") }
  var dash: String { repertoire == .ascii ? "..." : "…" }
  var bullet: Character { pick("•", "-") }
  var thumb: Character { pick("┃", repertoire == .ascii ? "#" : "│") }

  /// The setting has a staged change.
  var changed: Character { pick("●", "*") }
  /// The setting is set in the file.
  var set: Character { pick("○", "+") }
  var problem: Character { "!" }
  var restart: Character { pick("↻", "R") }
  var sideEffect: Character { pick("»", "E") }
  var deprecated: Character { pick("†", "D") }
  /// A rule hides the setting.
  var hidden: Character { pick("◌", ".") }
  /// A rule disables the setting.
  var disabled: Character { pick("⊘", "x") }
  /// A rule derives the value.
  var derived: Character { pick("◇", "d") }
  /// A layer above the file sets the setting.
  var overridden: Character { pick("▲", "^") }
  /// A layer below the file sets the setting.
  var inherited: Character { pick("▽", "_") }
  /// Points at a value that has just changed.
  var updated: Character { pick("◂", "<") }
  /// The form has the setting only since the last apply.
  var new: Character { pick("✦", "N") }
  var readOnly: Character { "=" }
  var checked: String { repertoire == .full ? "[✓]" : "[x]" }
  var unchecked: String { "[ ]" }
  var partlyChecked: String { "[-]" }
  var selected: String { repertoire == .full ? "(●)" : "(*)" }
  var unselected: String { repertoire == .full ? "( )" : "( )" }
}
