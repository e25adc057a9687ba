import Testing

@testable import SettingsTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Painting styles")
struct ThemeTests {
  @Test("NO_COLOR turns colors off unless it is empty")
  func noColor() {
    #expect(Theme.palette(colors: 256, noColor: "1") == .none)
    #expect(Theme.palette(colors: 256, noColor: "") == .many)
    #expect(Theme.palette(colors: 8, noColor: nil) == .eight)
    #expect(Theme.palette(colors: 0, noColor: nil) == .none)
  }

  @Test("Without colors no style is painted in color")
  func withoutColors() {
    let theme = Theme(palette: .none)
    for role in Style.Role.allCases {
      for ground in Style.Ground.allCases {
        let paint = theme.paint(Style(role, on: ground))
        #expect(paint.foreground == -1 && paint.background == -1)
      }
    }
  }

  @Test("With eight colors no more than eight are used")
  func eightColors() {
    let theme = Theme(palette: .eight)
    for role in Style.Role.allCases {
      for ground in Style.Ground.allCases {
        let paint = theme.paint(Style(role, on: ground))
        #expect(paint.foreground < 8 && paint.background < 8)
      }
    }
  }

  /// The red, green and blue of a color by its number, as xterm has it by default.
  private func components(_ color: Int16) -> [Double] {
    let basic: [[Double]] = [
      [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
      [229, 229, 229],
    ]
    let steps: [Double] = [0, 95, 135, 175, 215, 255]
    switch Int(color) {
    case 0..<8: return basic[Int(color)]
    case 232...: return Array(repeating: Double(8 + 10 * (Int(color) - 232)), count: 3)
    case let number:
      return [steps[(number - 16) / 36], steps[(number - 16) / 6 % 6], steps[(number - 16) % 6]]
    }
  }

  /// The relative luminance of the Web Content Accessibility Guidelines.
  private func luminance(_ components: [Double]) -> Double {
    let linear = components.map { $0 / 255 }.map {
      $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test(
    "Every color can be read on its background", arguments: [Theme.Palette.eight, .many],
    Theme.Background.allCases)
  func contrast(_ palette: Theme.Palette, _ background: Theme.Background) {
    let theme = Theme(palette: palette, background: background)
    let (black, white) = (0.0, 1.0)
    for role in Style.Role.allCases {
      for ground in Style.Ground.allCases {
        let paint = theme.paint(Style(role, on: ground))
        guard paint.foreground >= 0 else { continue }
        let grounds =
          paint.background >= 0
          ? [luminance(components(paint.background))]
          : background == .dark ? [black] : background == .light ? [white] : [black, white]
        for behind in grounds {
          let contrast = contrast(luminance(components(paint.foreground)), behind)
          #expect(contrast >= 4.5, "\(role) on \(ground): \(contrast)")
        }
      }
    }
  }

  @Test(
    "Selected text of a field differs from the rest of the field by its ground",
    arguments: Theme.Background.allCases)
  func selection(_ background: Theme.Background) throws {
    for palette in [Theme.Palette.none, .eight, .many] {
      let theme = Theme(palette: palette, background: background)
      let (field, selection) = (theme.paint(Style(on: .field)), theme.paint(Style(on: .selection)))
      #expect(field != selection)
      guard palette == .many else { continue }
      let grounds = [field, selection].map { luminance(components($0.background)) }
      #expect(contrast(grounds[0], grounds[1]) >= 4.5)
    }
  }

  @Test("With many colors nothing is dimmed, because the result depends on the terminal")
  func noDim() {
    for background in Theme.Background.allCases {
      let theme = Theme(palette: .many, background: background)
      for role in Style.Role.allCases {
        #expect(!theme.paint(Style(role)).sequence.contains("[0;2"))
      }
    }
  }

  @Test(
    "The background is that of COLORFGBG",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("15;default", .unknown), ("", .unknown),
      (nil, .unknown),
    ] as [(String?, Theme.Background)])
  func colorVariable(_ value: String?, _ background: Theme.Background) {
    #expect(Theme.Background(colors: value) == background)
  }

  @Test(
    "The focused row looks different from others in every theme",
    arguments: [Theme.Palette.none, .eight, .many])
  func focusShows(_ palette: Theme.Palette) {
    let theme = Theme(palette: palette)
    for role in Style.Role.allCases {
      #expect(theme.paint(Style(role, on: .focus)) != theme.paint(Style(role)))
      #expect(theme.paint(Style(role, on: .focus)) != theme.paint(Style(role, on: .resting)))
    }
  }
}
