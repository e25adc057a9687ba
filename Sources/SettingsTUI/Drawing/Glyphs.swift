/// The characters that frames, marks and pointers are drawn with, in the form that the terminal can show.
///
/// Each has up to three forms, for terminals with symbols, consoles with lines but without symbols, and ASCII. All forms of a character are
/// one column wide, so the layout doesn't depend on them; `arrow`, `dash` and the boxes are strings of several columns, and whoever draws
/// them measures them.
///
///               full   console   ascii
///     pointer    ▸       >        >
///     horizontal ─       ─        -
///     changed    ●       *        *
///     checked   [✓]     [x]      [x]
///
/// ``Terminal`` chooses the repertoire once, from the locale and `TERM`. Each ``Frame`` carries it, and so does the context of the screens,
/// which compute widths before they draw. No screen writes such a character itself: it would be a `?` in a locale without UTF-8.
struct Glyphs: Hashable, Sendable {
  /// What a terminal can show, from the most to the least.
  ///
  /// The Linux console is told by `TERM=linux`; its fonts have at most 512 glyphs. Nothing else can be asked: a terminal in UTF-8 whose
  /// font lacks a symbol shows a box for it, which takes one column, too.
  enum Repertoire: Hashable, Sendable {
    /// UTF-8 and a font with symbols.
    case full
    /// UTF-8, but a console font of a few hundred characters: lines, no symbols.
    case console
    case ascii
  }

  let repertoire: Repertoire
  /// How text is measured and made visible.
  let visible: VisibleText

  init(_ repertoire: Repertoire = .full) {
    self.repertoire = repertoire
    visible = VisibleText(isASCIIOnly: repertoire == .ascii)
  }

  /// Returns a symbol, or its replacement if the terminal's font has no symbols: both the console and ASCII get the replacement.
  private func pick(_ full: Character, ascii: Character) -> Character {
    repertoire == .full ? full : ascii
  }

  /// Returns a line of the box drawing characters, which console fonts have, too: only ASCII gets the replacement.
  private func line(_ full: Character, ascii: Character) -> Character {
    repertoire == .ascii ? ascii : full
  }

  var horizontal: Character { line("─", ascii: "-") }
  var vertical: Character { line("│", ascii: "|") }
  var topLeft: Character { line("┌", ascii: "+") }
  var topRight: Character { line("┐", ascii: "+") }
  var bottomLeft: Character { line("└", ascii: "+") }
  var bottomRight: Character { line("┘", ascii: "+") }
  var teeRight: Character { line("├", ascii: "+") }

  /// Marks the focused row. It is the only sign of the focus that doesn't depend on colors or attributes.
  var pointer: Character { pick("▸", ascii: ">") }
  var collapsed: Character { pick("▸", ascii: "+") }
  var expanded: Character { pick("▾", ascii: "-") }
  /// Separates the names of a breadcrumb.
  var separator: Character { pick("›", ascii: ">") }
  /// Marks a value that opens a list of choices.
  var opens: Character { pick("▾", ascii: "v") }
  /// Between an old value and a new one. One or two columns.
  var arrow: String { repertoire == .full ? "→" : "->" }
  /// Marks a line that begins before the visible part.
  var beginsBefore: Character { line("‹", ascii: "<") }
  /// Marks a line that continues after the visible part.
  var continues: Character { line("›", ascii: ">") }
  /// Something is left out. One or three columns; the cut of a text that is too long is always one column, see
  /// ``VisibleText/truncate(_:columns:)``.
  var dash: String { repertoire == .ascii ? "..." : "…" }
  var bullet: Character { pick("•", ascii: "-") }
  /// The part of a scroll bar that stands for what is visible. The console has no heavy line, but a light one.
  var thumb: Character { pick("┃", ascii: repertoire == .ascii ? "#" : "│") }

  /// The setting has a staged change.
  ///
  /// This mark and the marks below show the states of a setting, also without colors: that is why no two of them have the same form.
  var changed: Character { pick("●", ascii: "*") }
  /// The setting is set in the file.
  var set: Character { pick("○", ascii: "+") }
  var problem: Character { "!" }
  var restart: Character { pick("↻", ascii: "R") }
  var sideEffect: Character { pick("»", ascii: "E") }
  var deprecated: Character { pick("†", ascii: "D") }
  /// A rule hides the setting.
  var hidden: Character { pick("◌", ascii: ".") }
  /// A rule disables the setting.
  var disabled: Character { pick("⊘", ascii: "x") }
  /// A rule derives the value.
  var derived: Character { pick("◇", ascii: "d") }
  /// A layer above the file sets the setting.
  var overridden: Character { pick("▲", ascii: "^") }
  /// A layer below the file sets the setting.
  var inherited: Character { pick("▽", ascii: "_") }
  /// Points at a value that has just changed.
  var updated: Character { pick("◂", ascii: "<") }
  /// The form has the setting only since the last apply.
  var new: Character { pick("✦", ascii: "N") }
  var readOnly: Character { "=" }
  var checked: String { repertoire == .full ? "[✓]" : "[x]" }
  var unchecked: String { "[ ]" }
  var partlyChecked: String { "[-]" }
  var selected: String { repertoire == .full ? "(●)" : "(*)" }
  var unselected: String { "( )" }
}

extension Unicode.Scalar {
  /// The number of columns that the scalar takes on a terminal: 0 if it combines with the previous one, 2 if it is wide, otherwise 1.
  ///
  /// The number is what `wcwidth` returns on current systems (Unicode 15: East Asian Width and general category), because terminals and
  /// curses use the same numbers. The table is part of the program, so a layout depends on neither the C library nor the locale. If the
  /// machine's `wcwidth` disagrees about a character, `cterminal_put` paints a `?` instead, which leaves the rest of the line in place.
  ///
  ///     a → 1    日 → 2    ｆ → 2    U+0301 (accent) → 0    👍 → 2    ❤ → 1
  ///
  /// The result for control and format characters is 0; ``VisibleText`` replaces them before they are measured. Ambiguous scalars (class A
  /// of UAX #11, such as `─` or `é`) are narrow, as in all locales but some of East Asia.
  var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    // Hangul medial vowels and final consonants are drawn in the cell of the initial consonant before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// Whether a scalar takes two columns: a binary search in about a hundred ranges.
  ///
  /// Nothing below U+1100 is wide, so Latin, Greek, Cyrillic, Hebrew and Arabic never reach the search.
  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = Self.wideRanges.count - 1
    while low <= high {
      let middle = (low + high) / 2
      let range = Self.wideRanges[middle]
      if value < range.0 {
        high = middle - 1
      } else if value > range.1 {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }

  /// The scalars whose East Asian Width (UAX #11) is W or F, in order. Ranges with only unassigned scalars between them are joined.
  private static let wideRanges: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0),
    (0x23F3, 0x23F3), (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F),
    (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5),
    (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5),
    (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728),
    (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
    (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55),
    (0x2E80, 0x3029), (0x302E, 0x303E), (0x3041, 0x3096), (0x309B, 0xA4C6), (0xA960, 0xA97C),
    (0xAC00, 0xD7A3), (0xF900, 0xFAD9), (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF0, 0x1B2FB), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF),
    (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C),
    (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4),
    (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E),
    (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC),
    (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FAFF), (0x20000, 0x3FFFD),
  ]
}
