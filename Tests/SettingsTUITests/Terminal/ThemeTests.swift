import Testing

@testable import SettingsTUI

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
