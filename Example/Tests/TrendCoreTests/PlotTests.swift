import Testing

@testable import TrendCore

@Suite struct PlotTests {
  @Test(
    "A number is rounded to its places",
    arguments: [
      (81.44, 1, "81.4"), (81.45, 0, "81"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (0.005, 3, "0.005"),
      (12, 2, "12.00"),
    ])
  func places(value: Double, places: Int, text: String) {
    #expect(decimal(value, places: places) == text)
  }

  @Test("A sign is written on demand")
  func signs() {
    #expect(decimal(0.5, places: 1, signed: true) == "+0.5")
    #expect(decimal(-0.5, places: 1, signed: true) == "-0.5")
  }

  @Test("A sparkline ranges from the lowest to the highest value")
  func spark() {
    #expect(sparkline(of: series([1: 0, 2: 1, 3: 2, 4: 7]), columns: 10) == "▁▂▃█")
  }

  @Test("A day without a reading looks like the day before in a sparkline")
  func sparkGap() {
    #expect(sparkline(of: series([1: 0, 4: 7]), columns: 10) == "▁▁▁█")
  }

  @Test("A long series is thinned to the columns of a sparkline")
  func sparkLong() {
    let readings = (0..<400).map { Reading(day: Day(number: $0), value: Double($0)) }
    #expect(sparkline(of: Series(readings), columns: 8) == "▁▂▃▄▅▆▇█")
  }

  @Test("Without values a sparkline is empty, and a constant one is in the middle")
  func sparkEdges() {
    #expect(sparkline(of: Series(), columns: 10) == "")
    #expect(sparkline(of: series([1: 80, 2: 80]), columns: 10) == "▅▅")
  }

  @Test("A rising line is drawn from corner to corner")
  func line() {
    let readings = series([1: 0, 2: 1]).readings
    let plot = Plot(readings: readings, trend: [readings[...]], decoration: [])
    // 4 × 4 dots in two characters: the dots on the diagonal.
    #expect(plot.picture(columns: 2, rows: 1).text(palette: nil) == "⡠⠊\n")
  }

  @Test("Labels and frame are around the curve")
  func frame() {
    let readings = series([1: 78, 30: 80]).readings
    let plot = Plot(readings: readings, trend: [], decoration: [.labels, .readings, .border])
    #expect(
      plot.picture(columns: 31, rows: 6).text(palette: nil) == """
             ┌────────────────────────┐
        80.0 │                       ⠈│
        79.0 │                        │
        78.0 │⡀                       │
             └────────────────────────┘
              2025-01-01    2025-01-30

        """)
  }

  @Test("Colors are set where they change and reset at the end of the line")
  func colors() {
    let picture = Picture(rows: [[.init("a"), .init("b", ink: .trend), .init("c", ink: .trend)]])
    #expect(picture.text(palette: Palette(trend: .red)) == "a\u{1B}[31mbc\u{1B}[0m\n")
    #expect(picture.text(palette: nil) == "abc\n")
  }

  @Test("An empty plot is empty, and a single reading is drawn")
  func edges() {
    #expect(Plot(readings: [], trend: []).picture(columns: 80, rows: 20).rows.isEmpty)
    let one = series([1: 80]).readings
    #expect(Plot(readings: one, trend: [one[...]]).picture(columns: 1, rows: 1).rows.count == 2)
  }

  @Test("Large digits are five rows high")
  func large() {
    #expect(
      largeDigits("1.7").rows.map { String($0.map(\.character)) }
        == [" █    ███", "██      █", " █     █ ", " █     █ ", "███ █  █ "])
  }
}
