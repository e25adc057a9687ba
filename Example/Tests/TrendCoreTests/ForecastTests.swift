import Testing

@testable import TrendCore

@Suite struct ForecastTests {
  @Test("Linear regression finds the line of least squares")
  func regression() throws {
    // x = -2, -1, 0; y = 1, 3, 4:  x̄ = -1, ȳ = 8/3
    // slope = (-1·-5/3 + 0·1/3 + 1·4/3) / (1 + 0 + 1) = 3/2;  value at x = 0: 8/3 + 3/2 = 25/6 = 4.1667
    let forecast = try #require(
      Forecasting.linearRegression.forecast(from: series([1: 1, 2: 3, 3: 4]), days: 30))
    #expect(abs(forecast.slope - 1.5) < 1e-12)
    #expect(abs(forecast.value - 25.0 / 6) < 1e-12)
    // 4.1667 + 1.5 = 5.667, + 3 = 7.167
    #expect(rounded(Series(forecast.readings(days: 2))) == [5.667, 7.167])
    #expect(forecast.readings(days: 1).first?.day == Day("2025-01-04"))
  }

  @Test("Linear regression counts days, not readings, over a gap")
  func regressionOverGap() throws {
    // On one line, 2 a day: a gap changes nothing.
    let forecast = try #require(
      Forecasting.linearRegression.forecast(from: series([1: 10, 2: 12, 6: 20]), days: 30))
    #expect(abs(forecast.slope - 2) < 1e-12)
    #expect(abs(forecast.value - 20) < 1e-12)
  }

  @Test("Only the period's days count")
  func period() throws {
    // The last 3 days are 4, 5, 6: 10, 12, 14; what was before fell by 50.
    let trend = series([1: 60, 3: 10, 4: 10, 5: 12, 6: 14])
    for forecasting in [Forecasting.linearRegression, .weightedAverage(.equal)] {
      let forecast = try #require(forecasting.forecast(from: trend, days: 3))
      #expect(abs(forecast.slope - 2) < 1e-12)
    }
  }

  @Test("The weighted average of the changes continues from the last value")
  func weightedAverage() throws {
    // Changes: day 2: +2, day 3: +6, day 4: -2.  3 of them in a period of 4 days.
    let trend = series([1: 10, 2: 12, 3: 18, 4: 16])
    // equal: (2+6-2)/3 = 2
    // linear, weights 2 3 4: (4+18-8)/9 = 14/9
    // exponential, 1 - 2/5 = 0.6, weights 0.36 0.6 1: (0.72+3.6-2)/1.96 = 2.32/1.96
    let expected: [(Forecasting.Weights, Double)] = [
      (.equal, 2), (.linear, 14.0 / 9), (.exponential, 2.32 / 1.96),
    ]
    for (weights, slope) in expected {
      let forecast = try #require(Forecasting.weightedAverage(weights).forecast(from: trend, days: 4))
      #expect(abs(forecast.slope - slope) < 1e-12)
      #expect(forecast.value == 16)
    }
  }

  @Test("The change over a gap is spread over its days")
  func weightedAverageOverGap() throws {
    // Day 1 → 4: +6, 2 a day on days 2, 3, 4; day 5: -4.  Linear in a period of 5: weights 2 3 4 5.
    // (2·2 + 3·2 + 4·2 - 5·4) / 14 = -2/14
    let forecast = try #require(
      Forecasting.weightedAverage(.linear).forecast(from: series([1: 10, 4: 16, 5: 12]), days: 5))
    #expect(abs(forecast.slope - -2.0 / 14) < 1e-12)
  }

  static let all: [Forecasting] = [
    .linearRegression, .weightedAverage(.equal), .weightedAverage(.linear), .weightedAverage(.exponential),
  ]

  @Test("Without readings there is no forecast", arguments: all)
  func empty(forecasting: Forecasting) {
    #expect(forecasting.forecast(from: Series(), days: 7) == nil)
  }

  @Test("One value continues unchanged", arguments: all)
  func one(forecasting: Forecasting) throws {
    let forecast = try #require(forecasting.forecast(from: series([1: 80]), days: 7))
    #expect(rounded(Series(forecast.readings(days: 3))) == [80, 80, 80])
  }

  @Test("A goal is reached on the first day at or beyond it")
  func goal() {
    let forecast = Forecast(start: Day(number: 100), value: 80, slope: -0.5)
    #expect(forecast.day(reaching: 78.9) == Day(number: 103))  // 1.1 / 0.5 = 2.2 days
    #expect(forecast.day(reaching: 79) == Day(number: 102))
    #expect(forecast.day(reaching: 80) == Day(number: 100))
    #expect(forecast.day(reaching: 81) == nil)
    #expect(Forecast(start: Day(number: 100), value: 80, slope: 0).day(reaching: 81) == nil)
    #expect(Forecast(start: Day(number: 100), value: 80, slope: 1e-9).day(reaching: 81) == nil)
  }
}
