import SettingsValidation
import Testing

@testable import SettingsForm

@Suite("Amounts with units")
struct QuantityTests {
  private func number(_ unit: String, isWhole: Bool = true) -> FormSetting {
    FormSetting(
      key: "s", title: "S", kind: isWhole ? .integer(NumberLimits()) : .number(NumberLimits()),
      attributes: SettingKeyword.Attributes(unit: unit))
  }

  private let duration = FormSetting(key: "d", title: "D", kind: .string(TextLimits(format: .duration)))

  @Test(
    "A typed amount is converted to the setting's unit",
    arguments: [
      ("seconds", "2 min", "120"), ("seconds", "90s", "90"), ("s", "1h 30m", "5400"), ("ms", "1.5 s", "1500"),
      ("minutes", "1 h", "60"), ("days", "2 weeks", "14"), ("bytes", "512 MB", "512000000"),
      ("bytes", "2 GiB", "2147483648"), ("KB", "3 MB", "3000"), ("MiB", "1 GiB", "1024"),
      ("KiB", "2048 B", "2"),
      ("seconds", "-2 min", "-120"), ("seconds", "14", "14"), ("days", "14 days", "14"), ("%", "50 %", "50"),
      ("s", "250000 µs 750000000 ns", "1"), ("bytes", "0.5 KiB", "512"), ("Hours", "2d", "48"),
    ])
  func converts(unit: String, text: String, expected: String) throws {
    guard let value = JSONNumber(expected) else {
      #expect(throws: ValueTextError.self) { try number(unit).value(parsing: text) }
      return
    }
    #expect(try number(unit).value(parsing: text) == .number(value))
  }

  @Test(
    "A number with a fraction keeps all decimals",
    arguments: [
      ("hours", "90 min", "1.5"), ("s", "1 ns", "0.000000001"), ("GiB", "512 MB", "0.476837158203125"),
    ])
  func fractions(unit: String, text: String, expected: String) throws {
    #expect(
      try number(unit, isWhole: false).value(parsing: text) == .number(try #require(JSONNumber(expected))))
  }

  @Test(
    "An amount that isn't exact in the setting's unit is refused, never rounded",
    arguments: [
      ("seconds", true, "1.5 s", "Use an amount that is a whole number of seconds; 1.5 s isn't."),
      ("hours", false, "10 min", "Use an amount that is exact in hours; 10 min isn't."),
      ("seconds", true, "5 MB", "Use a whole number of seconds, or an amount such as 1 h 30 min."),
      ("seconds", true, "soon", "Use a whole number of seconds, or an amount such as 1 h 30 min."),
      (
        "seconds", true, "5 fortnights",
        "Use one of the units ns, µs, ms, s, min, h, d or w instead of fortnights."
      ),
      ("seconds", true, "30m 1h", "Use a whole number of seconds, or an amount such as 1 h 30 min."),
      ("px", true, "5 min", "Use a whole number, such as 12."),
      (
        "MB", true, "5 Mb",
        "Use one of the units B, kB, KiB, MB, MiB, GB, GiB, TB, TiB, PB, PiB, EB or EiB instead of Mb."
      ),
    ])
  func refuses(unit: String, isWhole: Bool, text: String, message: String) {
    let error = #expect(throws: ValueTextError.self) {
      try number(unit, isWhole: isWhole).value(parsing: text)
    }
    #expect(error?.description == message)
  }

  @Test(
    "A typed duration is stored in ISO 8601",
    arguments: [
      ("2 min", "PT120S"), ("1h 30m", "PT5400S"), ("90s", "PT90S"), ("1.5 h", "PT5400S"),
      ("250 ms", "PT0.25S"),
      ("-1 s", "-PT1S"), ("0s", "PT0S"), ("PT2M", "PT2M"), ("1 ns", "PT0.000000001S"),
    ])
  func durations(text: String, stored: String) throws {
    #expect(try duration.value(parsing: text) == .string(stored))
  }

  @Test(
    "Text that isn't a duration is refused",
    arguments: ["", "5", "soon", "5 MB", "1,5 h", "99999999999999 w"])
  func malformedDurations(text: String) {
    let error = #expect(throws: ValueTextError.self) { try duration.value(parsing: text) }
    #expect(error == .notADuration)
  }

  @Test(
    "A duration is shown with units, which read back as the same duration",
    arguments: [
      ("PT90S", "1 min 30 s"), ("PT0S", "0 s"), ("PT0.25S", "250 ms"), ("PT1.5S", "1.5 s"),
      ("P1DT2H", "1 d 2 h"),
      ("-PT3600S", "-1 h"), ("PT0.0000005S", "500 ns"), ("PT60.000000001S", "1 min 0.000000001 s"),
    ])
  func words(stored: String, shown: String) throws {
    #expect(duration.text(for: .string(stored)) == shown)
    guard case .string(let again) = try duration.value(parsing: shown) else { return }
    #expect(try FixedDuration(again) == FixedDuration(stored))
  }
}
