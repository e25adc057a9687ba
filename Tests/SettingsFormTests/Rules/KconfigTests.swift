import Testing

@testable import SettingsForm
@testable import SettingsValidation

/// Dependencies of Kconfig, written as rules.
@Suite("Kconfig's dependencies as rules")
struct KconfigTests {
  private func isHidden(_ path: SettingPath, _ index: FormIndex, _ document: JSONValue) -> Bool {
    RuleForm.state(index, document).isRestricted(path, restriction: .hidden, in: index)
  }

  @Test("`depends on USE_PROXY`: hidden and disabled unless it is true")
  func dependsOn() throws {
    let index = try RuleForm.index(
      ["when": ["!": [["var": "proxy.isUsed"]]], "hide": ["proxy.host"]],
      ["when": ["!": [["var": "proxy.isUsed"]]], "disable": ["proxy.host"]])
    #expect(isHidden(["proxy", "host"], index, [:]))
    #expect(!isHidden(["proxy", "host"], index, ["proxy": ["isUsed": true]]))
    #expect(RuleForm.state(index).isRestricted(["proxy", "host"], restriction: .disabled, in: index))
  }

  @Test("`visible if MODE = exact || RATIO > 1` on a menu: the section is hidden unless one is true")
  func visibleIf() throws {
    let index = try RuleForm.index([
      "when": ["!": [["or": [["==": [["var": "mode"], "exact"]], [">": [["var": "ratio"], 1]]]]]],
      "hide": ["pool"],
    ])
    #expect(isHidden(["pool", "min"], index, [:]))
    #expect(!isHidden(["pool", "min"], index, ["mode": "exact"]))
    #expect(!isHidden(["pool", "min"], index, ["ratio": 2]))
  }

  @Test(
    "`range 1 5 if MODE = exact` and `range 1 POOL_MAX`: a conditional constraint, also by another setting")
  func rangeIf() throws {
    let index = try RuleForm.index(
      ["when": ["==": [["var": "mode"], "exact"]], "require": ["<=": [1, ["var": "timePeriod"], 5]]],
      ["require": ["<=": [1, ["var": "pool.min"], ["var": "pool.max"]]]])
    let validator = FormValidator(index)
    #expect(validator.problems(in: ["timePeriod": 6]).isEmpty)
    #expect(
      validator.problems(in: ["timePeriod": 6, "mode": "exact"]).map(\.path) == [["mode"], ["timePeriod"]])
    #expect(validator.problems(in: ["timePeriod": 5, "mode": "exact"]).isEmpty)
    #expect(validator.problems(in: ["pool": ["min": 9]]).map(\.path) == [["pool", "min"], ["pool", "max"]])
  }

  @Test(
    "`default 9 if MODE = exact`, `default POOL_MAX`: the first that applies, by another setting if need be")
  func defaultIf() throws {
    let index = try RuleForm.index(
      ["when": ["==": [["var": "mode"], "exact"]], "set": "timePeriod", "to": 9],
      ["set": "timePeriod", "to": ["var": "pool.max"]])
    #expect(RuleForm.state(index, ["mode": "exact"]).derivedValue(at: ["timePeriod"]) == 9)
    #expect(RuleForm.state(index, ["pool": ["max": 4]]).derivedValue(at: ["timePeriod"]) == 4)
  }
}
