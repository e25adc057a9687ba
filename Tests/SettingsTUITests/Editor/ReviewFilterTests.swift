import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Filters of the review and of the reasons")
struct ReviewFilterTests {
  /// Opens the review of changes of the mode, the time period and the host.
  private func review(_ size: Size = Size(width: 80, height: 24)) async throws -> EditorDriver {
    let driver = EditorDriver(try TestForm.model(), size: size, start: ["calculation", "mode"])
    await driver.press(Key("+"), Key("j"), Key("+"))
    let host = try #require(driver.model.index[["network", "host"]])
    driver.editor.core.perform(.set("elsewhere", at: ValuePlace(host)))
    await driver.press(Key("s"))
    return driver
  }

  @Test("The review shows only the changes that match a query, by title, path or value")
  func filter() async throws {
    let driver = try await review()
    #expect(driver.words.contains("Mode") && driver.words.contains("Host"))
    await driver.press(Key("f"))
    await driver.type("elsew")
    #expect(driver.words.contains("1 of 3") && driver.words.contains("Host"))
    #expect(!driver.words.contains("Time Period"))
    await driver.press(.control("u"))
    await driver.type("calculation")
    #expect(driver.words.contains("2 of 3") && !driver.words.contains("Host"))
    await driver.press(Key(.escape))
    #expect(driver.words.contains("Host") && driver.words.contains("Time Period"))
  }

  @Test("The keys of the review act on the focused one of the changes that match")
  func acting() async throws {
    let driver = try await review()
    await driver.press(Key("f"))
    await driver.type("host")
    await driver.press(Key(.enter), Key(" "))
    #expect(driver.words.contains("2 of 3 changes"))
    await driver.press(Key("R"))
    #expect(driver.model.stagedCount == 2)
    #expect(driver.words.contains("Nothing matches; Esc shows all."))
    await driver.press(Key(" "), Key("R"), Key("m"), Key(.enter))
    #expect(driver.model.stagedCount == 2)
    await driver.press(Key(.escape))
    #expect(driver.words.contains("Time Period"))
  }

  @Test("An apply makes all changes, also those that the filter hides")
  func applying() async throws {
    let driver = try await review()
    await driver.press(Key("f"))
    await driver.type("host")
    #expect(driver.words.contains("The filter hides 2 changes that an apply makes, too"))
    await driver.press(Key(.enter), .control("s"))
    #expect(driver.words.contains("Applied 3 changes."))
  }

  @Test("The filter of the review, also in the smallest window")
  func screen() async throws {
    let driver = try await review(Size(width: 80, height: 24))
    await driver.press(Key("f"))
    await driver.type("period")
    expectGolden("review-filter-80x24", driver)
    await driver.resize(40, 10)
    #expect(driver.words.contains("> period 1 of 3 ▸ [✓] Time Period » recalculate"))
    #expect(driver.words.contains("Enter Keep Esc Show all"))
  }

  @Test("A click chooses among the changes that match")
  func clicking() async throws {
    let driver = try await review()
    await driver.press(Key("f"))
    await driver.type("calculation")
    await driver.press(Key(.enter))
    let line = try #require(driver.text.split(separator: "\n").firstIndex { $0.contains("Time Period") })
    await driver.click(20, line)
    #expect(driver.focusedLine.contains("Time Period"))
    await driver.click(20, line)
    #expect(driver.words.contains("2 of 3 changes"))
  }

  @Test("The reasons show only the lines to choose from that match a query")
  func reasons() async throws {
    let driver = EditorDriver(
      try TestForm.ruledModel("{}"), size: Size(width: 80, height: 24), start: ["network", "useProxy"])
    await driver.press(Key("w"))
    let all = driver.text
    await driver.press(Key("f"))
    await driver.type("host")
    #expect(driver.words.contains("1 of ") && driver.words.contains("Host"))
    #expect(!driver.words.contains("What depends on it"))
    await driver.press(Key(.enter), Key(.escape))
    #expect(driver.text == all)
    await driver.press(Key("f"))
    await driver.type("nothing like it")
    #expect(driver.words.contains("Nothing matches; Esc shows all."))
    await driver.press(.control("u"))
    await driver.type("host")
    await driver.press(Key(.enter), Key(.enter))
    #expect(driver.focusedLine.contains("Host"))
  }
}
