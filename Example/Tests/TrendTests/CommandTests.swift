import Testing

@Suite struct CommandTests {
  static let measurements = "date,kg\n2025-01-01,80\n2025-01-02,81\n# odd\n2025-01-04,83\n"

  private func run(
    _ arguments: String, settings: String? = nil, measurements: String? = CommandTests.measurements
  ) throws -> (status: Int32, output: String, errors: String) {
    let program = try Program(settings: settings, measurements: measurements)
    defer { program.remove() }
    let parts = arguments.split(separator: " ").map(String.init)
    return switch parts.count {
    case 0: try program.run()
    case 1: try program.run(parts[0])
    case 2: try program.run(parts[0], parts[1])
    default: try program.run(parts[0], parts[1], parts[2])
    }
  }

  @Test("Help is printed to the output and succeeds", arguments: ["--help", "-h", "run --help"])
  func help(arguments: String) throws {
    let result = try run(arguments)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Usage: trend"))
    #expect(result.errors.isEmpty)
  }

  @Test(
    "Wrong usage exits with 64 and says what is wrong",
    arguments: [
      ("", "say what to do"), ("fly", "“fly”"), ("run a.csv b.csv", "one file, not 2"),
      ("run --fast", "--fast"),
      ("run", "input.file"),
    ])
  func usage(arguments: String, sentence: String) throws {
    let result = try run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("trend: ") && result.errors.contains(sentence))
  }

  @Test("A missing file exits with 66")
  func noInput() throws {
    let result = try run("run nothing.csv")
    #expect(result.status == 66)
    #expect(result.errors == "trend: there is no file nothing.csv\n")
  }

  @Test("Bad measurements exit with 65 and the line")
  func badData() throws {
    let result = try run("run weight.csv", measurements: "2025-01-01,80\n2025-01-02,8o\n")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("weight.csv:2: “8o” is not a number"))
  }

  @Test("Settings of the wrong type exit with 65 and their position")
  func badSettings() throws {
    let result = try run("run weight.csv", settings: "{\n  \"smoothing\": { \"period\": \"long\" }\n}")
    #expect(result.status == 65)
    #expect(result.errors.contains("settings.json:2:28"))
    #expect(result.errors.contains("smoothing.period"))
  }

  @Test("Without settings the defaults apply, and output to pipes has no colors")
  func defaults() throws {
    let result = try run("run weight.csv")
    #expect(result.status == 0)
    // Exponential, factor 0.2:  80 | 80.2 | the gap of 2 days: 0.64 · 80.2 + 0.36 · 83 = 81.208
    #expect(result.output.hasPrefix("Trend  2025-01-04  81.2 kg"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("The settings determine the trend")
  func settings() throws {
    let settings = """
      {
        "smoothing": { "algorithm": "weightedMoving", "period": 3 },
        "calculation": { "mode": "weightedAverage", "averageMethod": "equal", "forecastPeriod": 2, "goal": 90 },
        "display": { "unit": "lb", "places": 2, "show": ["largeFont"], "height": 4 },
      }
      """
    let result = try run("run weight.csv", settings: settings)
    // Weights 3 2 1:  80 | (3·81+2·80)/5 = 80.6 | (3·83+1·81)/4 = 82.5;  a day: 2.5/3 = 0.8333, a week: 5.833
    #expect(result.output.contains("Trend  2025-01-04  82.50 lb  +5.833 a week"))
    #expect(result.output.contains("Next   2025-01-05  83.33 lb\n       2025-01-06  84.17 lb\n\n"))
    // (90 - 82.5) / 0.8333 = 9 days
    #expect(result.output.contains("Goal   2025-01-13  90.00 lb"))
    #expect(result.output.hasPrefix("███ ███"))
  }

  @Test("The file can come from the settings")
  func inputFile() throws {
    let result = try run("run", settings: #"{ "input": { "file": "weight.csv" } }"#)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Trend"))
  }

  @Test(
    "The column with the values comes from the settings, and one that isn't in the file is named in the error"
  )
  func column() throws {
    let measurements = "date,kg,fat\n2025-01-01,80,20\n"
    let fat = try run(
      "run weight.csv", settings: #"{ "input": { "column": "fat" } }"#, measurements: measurements)
    #expect(fat.output.hasPrefix("Trend  2025-01-01  20.0 kg"))
    let other = try run(
      "run weight.csv", settings: #"{ "input": { "column": "cm" } }"#, measurements: measurements)
    #expect(other.status == 65)
    #expect(other.errors.contains("no column is called “cm”"))
  }

  @Test("A request contains the forecast and the token")
  func export() throws {
    let settings =
      #"{ "export": { "url": "http://h:1/p", "token": "t0k" }, "calculation": { "forecastPeriod": 1 } }"#
    let result = try run("export weight.csv", settings: settings, measurements: "2025-01-01,80")
    #expect(
      result.output
        == "POST /p HTTP/1.1\r\nHost: h:1\r\nAuthorization: Bearer t0k\r\nContent-Type: application/json\r\n"
        + "Content-Length: 20\r\nConnection: close\r\n\r\n{\"2025-01-02\":80.0}\n")
  }

  @Test("Without a terminal the settings are listed, with instructions to edit them")
  func listedSettings() throws {
    let result = try run(
      "settings", settings: #"{ "smoothing": { "period": 9 }, "export": { "token": "t0k" } }"#)
    #expect(result.status == 0)
    #expect(result.output.contains(#/smoothing.period +9 /#))
    #expect(!(result.output + result.errors).contains("t0k"))
    #expect(result.errors.contains("in a terminal"))
  }
}
