import CTerminal

/// The colors and attributes that styles are painted with.
///
///     Style (role, ground) ─▶ Theme (palette, background) ─▶ Paint (numbers, attributes) ─▶ curses
///
/// Screens say what a text is (a heading, a problem, the focused row), and only this type knows colors. Color is never the only sign of a
/// state: without colors, bold, dim, underline, reverse and the marks show all states.
///
/// The first sixteen colors are what the user has chosen in the terminal; the other 240 are fixed. Terminals can be asked for their
/// background (OSC 11), and the colors for dark and light backgrounds differ. As long as the answer is missing, only colors are used that
/// can be read on both.
///
///     Style(.problem)         none: bold    eight: bold     many, dark: bold, color 203    many, light: bold, color 124
///     Style(.text, on: .bar)  none: reverse eight: 7 on 4   many: 231 on 24
///
/// Tests compute the contrast of each color with its background, with xterm's default for the first eight.
struct Theme: Sendable {
  /// Colors by number, where -1 is the terminal's own color, and attributes of curses.
  ///
  /// The numbers are the ones of xterm with 256 colors: 0 to 15 are chosen by the user, 16 to 231 are a cube of 6 by 6 by 6, 232 to 255 are
  /// grays.
  struct Paint: Hashable, Sendable {
    var foreground: Int16 = -1
    var background: Int16 = -1
    var attributes: Int32 = 0
  }

  /// The number of colors available: none, the eight that the user can choose, or 256.
  enum Palette: Hashable, Sendable {
    case none
    case eight
    case many
  }

  /// Whether the terminal's background is dark.
  enum Background: Hashable, Sendable, CaseIterable {
    /// The terminal didn't say. Colors are readable on black and on white.
    case unknown
    case dark
    case light

    /// Reads the variable `COLORFGBG`, which some terminals set to their colors by number: `15;0` is white on black.
    ///
    /// The last number is the background; some terminals write a third field between the two. Anything that isn't a number from 0 to 15,
    /// such as `default`, is unknown. The terminal's own answer replaces this one when it comes.
    init(colors: String?) {
      let number = colors.flatMap { $0.split(separator: ";").last }.flatMap { Int($0) } ?? -1
      self =
        switch number {
        case 0...6, 8: .dark
        case 7, 9...15: .light
        default: .unknown
        }
    }

    /// Creates the background of a color, with parts from 0 to 1: dark below a luminance of one half.
    init(red: Double, green: Double, blue: Double) {
      // The weights of the eye for the three colors (ITU-R BT.709).
      self = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 ? .dark : .light
    }
  }

  let palette: Palette
  var background = Background.unknown

  /// Returns the palette for a terminal; a nonempty `NO_COLOR` turns colors off (no-color.org).
  ///
  /// With 16 or 88 colors, only the first eight are used.
  static func palette(colors: Int, noColor: String?) -> Palette {
    if let noColor, !noColor.isEmpty { return .none }
    return colors >= 256 ? .many : colors >= 8 ? .eight : .none
  }

  /// Returns the colors and attributes of a style.
  ///
  /// In every palette, the focused row looks different from other rows, and from the focused row of a pane that doesn't have the focus.
  func paint(_ style: Style) -> Paint {
    switch palette {
    case .none: Paint(attributes: attributes(style))
    case .eight: eight(style)
    case .many: many(style)
    }
  }

  /// Attributes alone. Text on any other ground than the window is never dim.
  private func attributes(_ style: Style) -> Int32 {
    let result = emphasis(style.role)
    switch style.ground {
    case .plain: return result
    case .bar, .focus, .selection: return (result & ~Self.dim) | Self.reverse
    case .resting: return (result & ~Self.dim) | Self.bold
    case .field: return (result & ~Self.dim) | Self.underline
    }
  }

  /// Eight colors. The bar, the focused row and fields have one pair of colors each, which roles don't change.
  private func eight(_ style: Style) -> Paint {
    var paint = Paint(foreground: color(style.role), attributes: emphasis(style.role))
    switch style.ground {
    case .plain: break
    case .bar: paint = Paint(foreground: 7, background: 4, attributes: Self.bold)
    case .focus, .selection: paint = Paint(foreground: 0, background: 6, attributes: 0)
    case .resting: paint.attributes = (paint.attributes & ~Self.dim) | Self.bold
    case .field: paint = Paint(foreground: 0, background: 7, attributes: 0)
    }
    return paint
  }

  /// 256 colors. The bar is dark blue and fields are light gray on every terminal, with text that can be read on them; the window and the
  /// focused row have the terminal's own background.
  private func many(_ style: Style) -> Paint {
    var paint = Paint(foreground: color(style.role), attributes: emphasis(style.role))
    switch style.ground {
    case .plain: break
    case .bar:
      paint.background = 24
      paint.foreground = bright(style.role, quiet: 152)
      paint.attributes &= ~Self.dim
    case .focus:
      // Reversed colors of the terminal take the fewest bytes, and are readable in any palette.
      paint = Paint(attributes: Self.reverse)
    case .resting: paint.attributes = (paint.attributes & ~Self.dim) | Self.bold
    case .field:
      paint.background = 254
      paint.foreground = style.role == .substitute ? 125 : style.role == .secondary ? 240 : 16
      paint.attributes = 0
    // Reversed colors would be those of the field on a dark terminal.
    case .selection:
      paint = Paint(foreground: style.role == .substitute ? 225 : 231, background: 24, attributes: 0)
    }
    return paint
  }

  /// Returns a color for a role; -1 for the terminal's own.
  ///
  /// Its contrast is at least 4.5 to 1 on the background, as the Web Content Accessibility Guidelines ask for text. Only six of the 240
  /// fixed colors are that readable both on black and on white.
  ///
  ///     role                     on dark    on light    on both
  ///     secondary, line, old     gray       gray        gray
  ///     heading                  blue       blue        blue
  ///     key, code, link          cyan       teal        blue
  ///     changed, match           orange     brown       magenta
  ///     problem                  red        red         red
  ///     success                  green      green       green
  ///     restart, substitute      pink       purple      purple
  ///
  /// Ordinary text and values have the terminal's own color, so most of the screen looks as the user has chosen it.
  private func color(_ role: Style.Role) -> Int16 {
    guard palette == .many else { return basicColor(role) }
    let colors: (dark: Int16, light: Int16, both: Int16)
    switch role {
    case .text, .value, .strong, .emphasis: return -1
    case .secondary, .line, .removed: colors = (247, 242, 243)
    case .heading: colors = (75, 25, 63)
    case .key, .code, .link, .sideEffect: colors = (80, 23, 63)
    case .substitute, .restart: colors = (176, 90, 98)
    case .changed, .match: colors = (214, 94, 163)
    case .problem: colors = (203, 124, 131)
    case .success: colors = (114, 22, 29)
    }
    return switch background {
    case .dark: colors.dark
    case .light: colors.light
    case .unknown: colors.both
    }
  }

  /// Returns one of the first eight colors. Terminals define them, but none of them is usually readable on both backgrounds.
  ///
  /// So on an unknown background there is no color at all, red is only used on a light one, and yellow and cyan only on a dark one.
  private func basicColor(_ role: Style.Role) -> Int16 {
    switch (background, role) {
    case (.unknown, _), (_, .text), (_, .value), (_, .strong), (_, .emphasis), (_, .secondary), (_, .line),
      (_, .removed):
      -1
    case (.dark, .heading), (.dark, .key), (.dark, .code), (.dark, .link), (.dark, .sideEffect): 6
    case (.dark, .changed), (.dark, .match): 3
    // Red and magenta are too dark on black.
    case (.dark, .problem), (.dark, .restart), (.dark, .substitute): -1
    case (.dark, .success): 2
    case (.light, .problem), (.light, .substitute): 1
    case (.light, _): 4
    }
  }

  /// The attributes of a role beside its color, so that a color isn't the only sign.
  private func emphasis(_ role: Style.Role) -> Int32 {
    switch role {
    case .heading, .key, .problem, .match, .changed, .strong: Self.bold
    case .emphasis, .link: Self.underline
    // What dim means for a color depends on the terminal; often it isn't readable.
    case .secondary, .line, .removed: palette == .many ? 0 : Self.dim
    case .substitute, .code: palette == .none ? Self.dim : 0
    default: 0
    }
  }

  /// Returns a color for the dark blue background of the bar, which is the same on every terminal with 256 colors.
  private func bright(_ role: Style.Role, quiet: Int16) -> Int16 {
    switch role {
    case .text, .value, .heading, .key, .strong, .emphasis, .code, .link: 231
    case .secondary, .line, .removed: quiet
    case .changed, .match: 221
    case .restart, .substitute: 225
    case .sideEffect: 123
    case .problem: 224
    case .success: 157
    }
  }

  private static let bold = Int32(CTERMINAL_BOLD)
  private static let dim = Int32(CTERMINAL_DIM)
  private static let reverse = Int32(CTERMINAL_REVERSE)
  private static let underline = Int32(CTERMINAL_UNDERLINE)
}

extension Theme.Paint {
  /// The control sequence that selects these colors and attributes alone (SGR, ECMA-48; colors from 16 on as in xterm).
  ///
  /// It begins with a reset: `ESC [0;1;36;44m` is bold, 6 on 4. Links need it, because their text is written past curses.
  var sequence: String {
    var codes = [0]
    let bits = [CTERMINAL_BOLD: 1, CTERMINAL_DIM: 2, CTERMINAL_UNDERLINE: 4, CTERMINAL_REVERSE: 7]
    codes += bits.filter { attributes & Int32($0.key) != 0 }.map(\.value).sorted()
    codes += Self.codes(of: foreground, from: 30) + Self.codes(of: background, from: 40)
    return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
  }

  /// Returns the parameters for a color: 30 to 37 or 40 to 47 for the first eight, `38;5;N` or `48;5;N` for the others, none for the
  /// terminal's own.
  private static func codes(of color: Int16, from base: Int) -> [Int] {
    switch color {
    case ..<0: []
    case 0..<8: [base + Int(color)]
    default: [base + 8, 5, Int(color)]
    }
  }
}
