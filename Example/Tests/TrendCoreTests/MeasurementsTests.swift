import Testing

@testable import TrendCore

@Suite struct MeasurementsTests {
  @Test(
    "A day is read, counted and written",
    arguments: [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11016), ("2025-01-01", 20089)])
  func day(text: String, number: Int) throws {
    let day = try #require(Day(text))
    #expect(day.number == number)
    #expect(day.description == text)
  }

  @Test("Each day of four centuries follows the one before")
  func calendar() throws {
    var number = try #require(Day("1899-12-31")).number
    for year in 1900..<2300 {
      for month in 1...12 {
        for dayOfMonth in 1...31 {
          guard let day = Day(year: year, month: month, day: dayOfMonth) else { continue }
          #expect(day.number == number + 1)
          #expect(day.civil == (year, month, dayOfMonth))
          number = day.number
        }
      }
    }
  }

  @Test(
    "A malformed day is refused",
    arguments: [
      "", "2025", "2025-2-1", "2025-02-29", "1900-02-29", "2025-13-01", "2025-04-31", "2025-00-10",
      "+025-01-01", "2025-01-01-", "01.02.2025", "２０２５-01-01",
    ])
  func noDay(text: String) {
    #expect(Day(text) == nil)
  }

  @Test("Comments, empty lines, missing values and the names of the columns are skipped")
  func csv() throws {
    let text =
      "\u{FEFF}date,kg,remark\r\n# odd\r\n\r\n2025-01-01, 81.4 ,x\r\n2025-01-02,n/a\r\n2025-01-03,\r\n 2025-01-04,80\r\n"
    let readings = try CSVFormat().readings(in: text)
    #expect(Series(readings) == series([1: 81.4, 4: 80]))
  }

  @Test("A file without measurements has none", arguments: ["", "\n", "date,kg", "# nothing\n\n"])
  func emptyCSV(text: String) throws {
    #expect(try CSVFormat().readings(in: text).isEmpty)
  }

  @Test("The format determines separator, comments and missing values")
  func csvFormat() throws {
    let format = CSVFormat(separator: ";", comments: ["//", "REM"], missing: ["-"])
    let readings = try format.readings(in: "// a\nREM b\n2025-01-01;-\n2025-01-02;80")
    #expect(Series(readings) == series([2: 80]))
  }

  @Test("The values can be in a named column, and a line without that column has none")
  func column() throws {
    let text = "date,kg,fat,remark\n2025-01-01,80,20.5,x\n2025-01-02,81\n2025-01-03,82,n/a\n2025-01-04,83,21"
    #expect(CSVFormat().columns(in: text) == ["kg", "fat"])
    #expect(Series(try CSVFormat(column: "fat").readings(in: text)) == series([1: 20.5, 4: 21]))
    #expect(throws: CSVError(line: 2, reason: .noColumn("water"))) {
      try CSVFormat(column: "water").readings(in: text)
    }
    #expect(throws: CSVError(line: 1, reason: .noColumn("kg"))) {
      try CSVFormat(column: "kg").readings(in: "2025-01-01,80")
    }
    #expect(CSVFormat().columns(in: "2025-01-01,80").isEmpty)
  }

  @Test(
    "A line that makes no sense is refused by its number",
    arguments: [
      ("date,kg\n2025-01-01,8x", 2, CSVError.Reason.notANumber("8x")),
      ("2025-01-01,80\n\n2025-02-30,80", 3, .notADate("2025-02-30")),
      ("2025-02-30,80", 1, .notADate("2025-02-30")),
      ("2025-01-01,80\ndate,kg", 2, .notADate("date")),
      ("2025-01-01", 1, .noValue(",")),
      ("2025-01-01,nan", 1, .notANumber("nan")),
      ("2025-01-01,1e999", 1, .notANumber("1e999")),
    ])
  func badCSV(text: String, line: Int, reason: CSVError.Reason) {
    #expect(throws: CSVError(line: line, reason: reason)) {
      try CSVFormat().readings(in: text)
    }
  }

  @Test("Several readings of one day are combined to the first, the last or the mean")
  func sameDay() {
    let day = Day(number: 7)
    let readings = [Reading(day: day, value: 80), Reading(day: day, value: 83)]
    #expect(Series(readings, sameDay: .first).readings.map(\.value) == [80])
    #expect(Series(readings, sameDay: .last).readings.map(\.value) == [83])
    #expect(Series(readings, sameDay: .mean).readings.map(\.value) == [81.5])
  }
}
