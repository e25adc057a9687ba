import Testing

@testable import TrendCore

@Suite struct SmoothingTests {
  @Test("A moving average is the mean of the last days")
  func moving() {
    // 3 days:  10 | (10+20)/2 = 15 | (10+20+60)/3 = 30 | (20+60+40)/3 = 40
    let trend = Smoothing.moving(days: 3).trend(of: series([1: 10, 2: 20, 3: 60, 4: 40]))
    #expect(rounded(trend) == [10, 15, 30, 40])
  }

  @Test("A gap leaves a moving average fewer readings, not older ones")
  func movingOverGap() {
    // 3 days:  day 1: 10 | day 2: 15 | day 5 sees days 3, 4, 5: 60 | day 6 sees 4, 5, 6: (60+40)/2 = 50
    let trend = Smoothing.moving(days: 3).trend(of: series([1: 10, 2: 20, 5: 60, 6: 40]))
    #expect(rounded(trend) == [10, 15, 60, 50])
  }

  @Test("A weighted moving average counts the day itself most")
  func weighted() {
    // 3 days, weights 3 2 1 from the newest:
    // 10 | (3·20+2·10)/5 = 80/5 = 16 | (3·60+2·20+1·10)/6 = 230/6 = 38.333 | (3·40+2·60+1·20)/6 = 260/6 = 43.333
    let trend = Smoothing.weightedMoving(days: 3).trend(of: series([1: 10, 2: 20, 3: 60, 4: 40]))
    #expect(rounded(trend) == [10, 16, 38.333, 43.333])
  }

  @Test("A gap ages the readings before it in a weighted moving average")
  func weightedOverGap() {
    // 4 days, weight = 4 - age:  day 1: 10 | day 3: (4·20 + 2·10)/6 = 100/6 = 16.667
    // day 6 sees days 3 (age 3) and 6: (4·60 + 1·20)/5 = 260/5 = 52
    let trend = Smoothing.weightedMoving(days: 4).trend(of: series([1: 10, 3: 20, 6: 60]))
    #expect(rounded(trend) == [10, 16.667, 52])
  }

  @Test("An exponential average moves by the factor towards each reading")
  func exponential() {
    // factor ½:  10 | ½·10+½·20 = 15 | ½·15+½·60 = 37.5 | ½·37.5+½·40 = 38.75
    let trend = Smoothing.exponential(factor: 0.5).trend(of: series([1: 10, 2: 20, 3: 60, 4: 40]))
    #expect(rounded(trend) == [10, 15, 37.5, 38.75])
  }

  @Test("An exponential average forgets over a gap as it does over as many readings")
  func exponentialOverGap() {
    // factor ½, gap of 3 days: the old trend weighs (½)³ = ⅛:  ⅛·10 + ⅞·50 = 1.25 + 43.75 = 45
    let trend = Smoothing.exponential(factor: 0.5).trend(of: series([1: 10, 4: 50]))
    #expect(rounded(trend) == [10, 45])
  }

  @Test("The factors 1 and 0 follow every reading and none")
  func exponentialEnds() {
    let readings = series([1: 10, 2: 20, 3: 60])
    #expect(rounded(Smoothing.exponential(factor: 1).trend(of: readings)) == [10, 20, 60])
    #expect(rounded(Smoothing.exponential(factor: 0).trend(of: readings)) == [10, 10, 10])
  }

  @Test("After a gap that is too long the trend restarts")
  func restarts() {
    // The gap from day 2 to day 9 is 7 days: more than 6, not more than 7.
    let readings = series([1: 10, 2: 20, 9: 60, 10: 40])
    let half = Smoothing.exponential(factor: 0.5)
    // 10 | 15 | restart: 60 | ½·60+½·40 = 50
    #expect(rounded(half.trend(of: readings, maximumGap: 6)) == [10, 15, 60, 50])
    // 10 | 15 | (½)⁷ = 1/128: 15/128 + 127/128·60 = 7635/128 = 59.648 | ½·59.648+½·40 = 49.824
    #expect(rounded(half.trend(of: readings, maximumGap: 7)) == [10, 15, 59.648, 49.824])
  }

  static let all: [Smoothing] = [
    .moving(days: 7), .moving(days: 0), .weightedMoving(days: 7), .weightedMoving(days: 0),
    .exponential(factor: 0.1),
  ]

  @Test("Without readings there is no trend", arguments: all)
  func empty(smoothing: Smoothing) {
    #expect(smoothing.trend(of: Series()).readings.isEmpty)
    #expect(smoothing.trend(of: Series(), maximumGap: 3).readings.isEmpty)
  }

  @Test("One reading is its own trend", arguments: all)
  func one(smoothing: Smoothing) {
    #expect(rounded(smoothing.trend(of: series([5: 81.4]))) == [81.4])
  }

  @Test("A series shorter than the period uses all readings")
  func short() {
    // (80+82)/2 = 81;  weights 30 and 29: (30·82 + 29·80)/59 = 4780/59 = 81.017
    let readings = series([1: 80, 2: 82])
    #expect(rounded(Smoothing.moving(days: 30).trend(of: readings)) == [80, 81])
    #expect(rounded(Smoothing.weightedMoving(days: 30).trend(of: readings)) == [80, 81.017])
  }
}
