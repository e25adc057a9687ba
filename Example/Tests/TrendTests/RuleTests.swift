import Testing

/// The rules between settings.
@Suite struct RuleTests {
  private func run(_ arguments: [String], settings: String) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let program = try Program(settings: settings, measurements: CommandTests.measurements)
    defer { program.remove() }
    return try arguments.count == 1 ? program.run(arguments[0]) : program.run(arguments[0], arguments[1])
  }

  @Test("A forecast further ahead than twice the days looked back is refused, at both settings")
  func constraint() throws {
    let settings = #"{ "calculation": { "timePeriod": 10, "forecastPeriod": 21 } }"#
    let result = try run(["run", "weight.csv"], settings: settings)
    #expect(result.status == 65)
    #expect(result.errors.contains("calculation.timePeriod"))
    #expect(result.errors.contains("calculation.forecastPeriod"))
    #expect(result.errors.contains("looks ahead at most twice as far"))
  }

  @Test("A longer forecast looks back further, up to the limit, unless Time Period is set")
  func derivedDefault() throws {
    for (settings, days) in [
      (#"{ "calculation": { "forecastPeriod": 20 } }"#, 40),
      (#"{ "calculation": { "forecastPeriod": 60 } }"#, 90),
      (#"{ "calculation": { "forecastPeriod": 20, "timePeriod": 30 } }"#, 30),
      ("{}", 14),
    ] {
      let listing = try run(["settings"], settings: settings).output
      let row = try #require(listing.split(separator: "\n").first { $0.contains("calculation.timePeriod") })
      #expect(row.split(separator: " ").dropFirst().first == "\(days)", "\(settings)")
    }
  }

  @Test("Settings without an effect are hidden by the algorithm and disabled by the mode")
  func visibility() throws {
    func row(_ path: String, _ settings: String) throws -> Substring {
      let listing = try run(["settings"], settings: settings).output
      return try #require(listing.split(separator: "\n").first { $0.contains(path) })
    }
    let factor = "smoothing.exponential.factor"
    #expect(try !row(factor, "{}").contains("hidden"))
    #expect(try row(factor, #"{ "smoothing": { "algorithm": "moving" } }"#).contains("hidden"))
    let method = "calculation.averageMethod"
    #expect(try row(method, "{}").contains("disabled"))
    #expect(
      try !row(method, #"{ "calculation": { "mode": "weightedAverage" } }"#).contains("disabled"))
  }

  @Test("The form that the program prints has the rules, for other front ends")
  func form() throws {
    let result = try run(["settings", "--form"], settings: "{}")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("{\n  \"$schema\""))
    #expect(result.output.contains("\"x-rules\""))
    #expect(!result.output.contains("TrendSettings+Rules.swift"))
    #expect(result.output.contains(#""choices": "columns""#))
    #expect(result.output.contains(#""name": "forgetCachedData""#))
  }
}
